// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/site/behind/snapshot.ts';
import { eventsBetween, type StoryEntry, withEvent } from '../../src/site/behind/story.ts';

const start: Snapshot = {
  faults: [],
  isOffline: false,
  proxyLeads: [],
  service: { leads: [], enrolments: [], calls: [] },
  traffic: [],
};
const at = '2026-11-22T10:00:00.000Z';
const request = { id: 1, at: new Date(at), kind: 'request', text: 'POST /leads' } as const;
const lead = {
  ...{ lead: 'l1', form: 'default', state: 'pending', phone: '14155552671', record: {}, acceptedAt: at, nextAt: at },
  steps: [{ step: 'create', state: 'pending', attempts: 0 }],
} satisfies Snapshot['proxyLeads'][number];

function texts(previous: Snapshot, current: Snapshot): string[] {
  return eventsBetween(previous, current).map(({ place, text }) => `${place}: ${text}`);
}

describe('the story of a lead', () => {
  it('goes from the browser through the proxy to the service', () => {
    const sent = { ...start, traffic: [request] };
    expect(texts(start, sent)).toEqual(['browser: Saved the lead, then sent it to the proxy.']);
    const answered = { ...sent, traffic: [{ ...request, outcome: '202' }] };
    expect(texts(sent, answered)).toEqual([]);
    const delivered: Snapshot = {
      ...answered,
      proxyLeads: [{ ...lead, state: 'delivered' }],
      service: { leads: [{ lead_id: 's1', phone: lead.phone }], enrolments: [{ lead_id: 's1' }], calls: [] },
    };
    expect(texts(answered, delivered)).toEqual([
      'proxy: Wrote the lead of +14155552671 to disk, then accepted it.',
      'service: Has the lead of +14155552671.',
      'service: Enrolled the lead in the journey.',
      'proxy: Delivered the lead of +14155552671.',
    ]);
    expect(texts(delivered, delivered)).toEqual([]);
  });

  it('says what breaks, and who keeps the lead meanwhile', () => {
    const down: Snapshot = { ...start, faults: ['proxy'] };
    expect(texts(start, down)).toEqual(['proxy: Is stopped.']);
    expect(texts(down, { ...down, traffic: [{ ...request, outcome: 'no connection' }] })).toEqual([
      'browser: Saved the lead, then sent it to the proxy.',
      'browser: Can’t reach the proxy. The lead stays in this browser, which tries again.',
    ]);
    expect(texts(down, { ...start, isOffline: true })).toEqual(['proxy: Runs again.', 'browser: Has no network.']);
  });

  it('reports a lost connection of the chat, but not one that the widget closes', () => {
    const socket = { id: 1, at: new Date(at), kind: 'socket', text: '/webchat/flow', outcome: 'open' } as const;
    const open = { ...start, traffic: [socket] };
    expect(texts(start, open)).toEqual(['browser: The chat is connected.']);
    expect(texts(open, { ...start, traffic: [{ ...socket, outcome: 'closed (1006)' }] })).toHaveLength(1);
    expect(texts(open, { ...start, traffic: [{ ...socket, outcome: 'closed (1000)' }] })).toEqual([]);
  });

  it('reports each failed attempt of a step once', () => {
    const failed: Snapshot = {
      ...start,
      proxyLeads: [{ ...lead, steps: [{ step: 'create', state: 'pending', attempts: 2, answer: 'no response' }] }],
    };
    const [event, ...others] = texts({ ...start, proxyLeads: [lead] }, failed);
    expect([event, others]).toEqual(['proxy: Attempt 2 of the step “create” failed (no response).', []]);
    expect(texts(failed, failed)).toEqual([]);
  });

  it('explains why a lead is left to the operator', () => {
    const known = { ...start, proxyLeads: [lead] };
    const steps = [{ step: 'journey', state: 'unknown' as const, attempts: 1 }];
    expect(texts(known, { ...start, proxyLeads: [{ ...lead, state: 'unknown', steps }] })).toEqual([
      expect.stringContaining('Can’t know whether the step “journey” happened'),
    ]);
    expect(texts(known, { ...start, proxyLeads: [{ ...lead, state: 'held', cause: 'honeypot', steps: [] }] })).toEqual([
      'proxy: Leaves the lead to you: it is held (honeypot). See the dashboard.',
    ]);
  });

  it('counts events that happen several times in a row', () => {
    const event = { place: 'browser', kind: 'bad', text: 'Has no network.' } as const;
    const story = [event, event, { ...event, text: 'Has a network again.' }].reduce<readonly StoryEntry[]>(
      withEvent,
      [],
    );
    expect(story.map(({ text, count }) => [text, count])).toEqual([
      ['Has a network again.', 1],
      ['Has no network.', 2],
    ]);
  });
});
