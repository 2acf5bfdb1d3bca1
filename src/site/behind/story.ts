import { effect, signal } from '@preact/signals';
import { type DemoFault, demoFaults } from '../../demo-api.ts';
import { parseJson } from './parse-json.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import type { TrafficEntry } from './traffic.ts';

export type Place = 'browser' | 'proxy' | 'service';

export type StoryEvent = {
  place: Place;
  kind: 'good' | 'bad' | 'neutral';
  text: string;
};
export type StoryEntry = StoryEvent & {
  id: number;
  /** When it happened last. */
  at: Date;
  /** How many times it happened in a row. */
  count: number;
};

const maxEntries = 40;

/** Everything that has happened since the page was opened, newest first. */
export const story = signal<readonly StoryEntry[]>([]);

/** Adds entries to the story while the page is open. */
export function followStory(): void {
  let previous: Snapshot | undefined;
  effect(() => {
    const current = takeSnapshot(previous);
    if (previous !== undefined && current !== undefined) {
      story.value = eventsBetween(previous, current).reduce(withEvent, story.peek());
    }
    previous = current;
  });
}

/** Returns the changes between two snapshots, in the order in which they happen. */
export function eventsBetween(previous: Snapshot, current: Snapshot): StoryEvent[] {
  return [
    ...faultEvents(previous, current),
    ...trafficEvents(previous, current),
    ...storedLeadEvents(previous, current),
    ...serviceEvents(previous, current),
    ...deliveryEvents(previous, current),
  ];
}

/** Adds an event as the newest entry. If the newest entry is the same event, only increases its count. */
export function withEvent(entries: readonly StoryEntry[], event: StoryEvent): readonly StoryEntry[] {
  const [newest, ...older] = entries;
  const at = new Date();
  if (newest !== undefined && newest.text === event.text && newest.place === event.place) {
    return [{ ...newest, at, count: newest.count + 1 }, ...older];
  }
  return [{ ...event, id: (newest?.id ?? 0) + 1, at, count: 1 }, ...entries].slice(0, maxEntries);
}

const faultTexts: Record<DemoFault, { place: Place; broken: string; repaired: string }> = {
  service: { place: 'service', broken: 'Is down, and drops every request.', repaired: 'Works again.' },
  slow: { place: 'service', broken: 'Is slow: each request takes three seconds.', repaired: 'Is fast again.' },
  proxy: { place: 'proxy', broken: 'Is stopped.', repaired: 'Runs again.' },
};

function faultEvents(previous: Snapshot, current: Snapshot): StoryEvent[] {
  const events = demoFaults.flatMap((fault): StoryEvent[] => {
    const isBroken = current.faults.includes(fault);
    if (isBroken === previous.faults.includes(fault)) return [];
    const { place, broken, repaired } = faultTexts[fault];
    return [isBroken ? { place, kind: 'bad', text: broken } : { place, kind: 'good', text: repaired }];
  });
  if (current.isOffline === previous.isOffline) return events;
  return [
    ...events,
    current.isOffline
      ? { place: 'browser', kind: 'bad', text: 'Has no network.' }
      : { place: 'browser', kind: 'good', text: 'Has a network again.' },
  ];
}

function trafficEvents(previous: Snapshot, current: Snapshot): StoryEvent[] {
  return current.traffic.toReversed().flatMap((entry) => {
    const before = previous.traffic.find(({ id }) => id === entry.id);
    if (before?.outcome === entry.outcome && before !== undefined) return [];
    return describeTraffic(entry, before === undefined);
  });
}

function describeTraffic({ kind, text, outcome }: TrafficEntry, isNew: boolean): StoryEvent[] {
  if (kind === 'socket') {
    if (outcome === 'open') return [{ place: 'browser', kind: 'good', text: 'The chat is connected.' }];
    // 1000: the widget has closed the socket for a new conversation.
    if (outcome === undefined || outcome === 'closed (1000)') return [];
    return [{ place: 'browser', kind: 'bad', text: 'The chat’s connection is gone. The widget connects again.' }];
  }
  if (kind === 'sent') {
    const message = visitorMessage(text);
    return message === undefined ? [] : [{ place: 'browser', kind: 'neutral', text: `Sent the message “${message}”.` }];
  }
  if (kind !== 'request' || text !== 'POST /leads') return [];
  const events: StoryEvent[] = isNew
    ? [{ place: 'browser', kind: 'neutral', text: 'Saved the lead, then sent it to the proxy.' }]
    : [];
  if (outcome !== undefined && !outcome.startsWith('2')) {
    const text = 'Can’t reach the proxy. The lead stays in this browser, which tries again.';
    events.push({ place: 'browser', kind: 'bad', text });
  }
  return events;
}

function storedLeadEvents(previous: Snapshot, current: Snapshot): StoryEvent[] {
  return current.proxyLeads
    .filter(({ lead }) => previous.proxyLeads.every((before) => before.lead !== lead))
    .map(({ phone }) => ({
      place: 'proxy',
      kind: 'good',
      text: `Wrote the lead of +${phone} to disk, then accepted it.`,
    }));
}

function serviceEvents(previous: Snapshot, current: Snapshot): StoryEvent[] {
  const newLeads = current.service.leads.filter(
    ({ lead_id }) => !previous.service.leads.some((before) => before.lead_id === lead_id),
  );
  const newEnrolments = current.service.enrolments.slice(previous.service.enrolments.length);
  const changedCalls = current.service.calls.filter(
    ({ call_id, state }) =>
      !previous.service.calls.some((before) => before.call_id === call_id && before.state === state),
  );
  return [
    ...newLeads.map(({ phone }) => good('service', `Has the lead of +${phone}.`)),
    ...newEnrolments.map(() => good('service', 'Enrolled the lead in the journey.')),
    ...changedCalls.map(({ to, state }) => good('service', `Call to +${to}: ${state}.`)),
  ];
}

function deliveryEvents(previous: Snapshot, current: Snapshot): StoryEvent[] {
  return current.proxyLeads.flatMap((lead): StoryEvent[] => {
    const before = previous.proxyLeads.find((other) => other.lead === lead.lead);
    const failures = lead.steps.filter(({ step, name, state, attempts, answer }) => {
      const earlier = before?.steps.find((other) => other.step === step && other.name === name);
      return state === 'pending' && answer !== undefined && attempts > 0 && attempts !== earlier?.attempts;
    });
    const events: StoryEvent[] = failures.map(({ step, attempts, answer, retryAt }) => ({
      place: 'proxy',
      kind: 'bad',
      text: `Attempt ${attempts} of the step “${step}” failed (${answer}).${retryAt === undefined ? '' : ` The next one is at ${new Date(retryAt).toLocaleTimeString()}.`}`,
    }));
    if (lead.state === before?.state || lead.state === 'pending') return events;
    if (lead.state === 'delivered') return [...events, good('proxy', `Delivered the lead of +${lead.phone}.`)];
    return [...events, { place: 'proxy', kind: 'bad', text: describeStop(lead) }];
  });
}

/** Describes why the proxy has stopped delivering a lead and leaves it to the operator. */
function describeStop({ state, cause, steps }: Snapshot['proxyLeads'][number]): string {
  const unknown = steps.find((step) => step.state === 'unknown');
  if (unknown === undefined) return `Leaves the lead to you: it is ${state} (${cause}). See the dashboard.`;
  return `Can’t know whether the step “${unknown.step}” happened before the service went away. It must not happen twice, so the dashboard asks you.`;
}

function good(place: Place, text: string): StoryEvent {
  return { place, kind: 'good', text };
}

function visitorMessage(frame: string): string | undefined {
  const value = parseJson(frame);
  if (typeof value !== 'object' || value === null || !('content' in value)) return undefined;
  return typeof value.content === 'string' ? value.content : undefined;
}
