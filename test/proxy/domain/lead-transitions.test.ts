import { describe, expect, it } from 'vitest';
import type { CallState } from '../../../src/protocol/proxy/call-state.ts';
import type { LeadState } from '../../../src/protocol/proxy/lead-state.ts';
import type { StoredCall } from '../../../src/proxy/domain/call.ts';
import type { CallEvent } from '../../../src/proxy/domain/call-transitions.ts';
import { eventsOf } from '../../../src/proxy/domain/events.ts';
import { type DeliveryPlan, type Step, type StoredLead, stepSchema } from '../../../src/proxy/domain/lead.ts';
import { changeLead, type LeadEvent, type LeadWithCalls, stepsOf } from '../../../src/proxy/domain/lead-transitions.ts';

const now = 1_000;
const by = 'Grace';
const keep = (id: string) => ({ id, onExisting: 'keep' }) as const;
const update = (id: string) => ({ id, onExisting: 'update' }) as const;

/** A step from its text: `tag a done`. */
function step(text: string): Step {
  const words = text.split(' ');
  const name = words.slice(1, -1).join(' ');
  return stepSchema.parse({ step: words[0], ...(name !== '' && { name }), state: words.at(-1), attempts: 1 });
}

function call(state: CallState, more: Partial<StoredCall> = {}): StoredCall {
  const about = { id: 'c', lead: 'l', phone: '14155550100', agent: 'agent' };
  return { ...about, state, requestedAt: 1, expiresAt: 100, transfers: 0, ...more };
}

function lead(
  state: LeadState,
  steps: readonly string[],
  { calls = [], reported, ...more }: Partial<StoredLead> & { calls?: StoredCall[]; reported?: LeadState } = {},
): LeadWithCalls {
  const about = { id: 'l', form: 'default', phone: '14155550100', record: { phone: '14155550100' }, acceptedAt: 0 };
  const plan: DeliveryPlan = { tags: [] };
  return {
    lead: { ...about, plan, nextAt: 0, serviceLead: 'theirs', state, steps: steps.map(step), ...more },
    calls,
    ...(reported !== undefined && { reported }),
  };
}

/** `pending: create done, tag a pending`, with the events of the change. */
function describeChange(before: LeadWithCalls, event: LeadEvent): string | undefined {
  const after = changeLead(before, event);
  if (after === undefined) return undefined;
  const steps = stepsOf(after).map(({ step: kind, name, state }) => [kind, name, state].filter(Boolean).join(' '));
  const events = eventsOf(before, after).map(({ type }) => type);
  return `${after.lead.state}: ${steps.join(', ')}${events.length === 0 ? '' : ` → ${events.join(', ')}`}`;
}

const stepped = (...steps: string[]) => ({ type: 'stepped' as const, steps: steps.map(step), now });
const replayed = (plan: DeliveryPlan | undefined): LeadEvent => ({
  ...{ type: 'replayed', now, callTtlMs: 90 },
  ...(plan && { form: { fields: [], routes: [], tags: plan.tags, journey: plan.journey } }),
});
const resolved = (outcome: 'done' | 'skipped'): LeadEvent => ({ type: 'resolved', outcome, now, by });
const closed: LeadEvent = { type: 'closed', now, by, reason: 'spam' };
const released = (calls: ReadonlyMap<string, CallEvent>): LeadEvent => ({ type: 'released', calls, now });
const none = new Map();

describe('a lead', () => {
  it.each<[title: string, before: LeadWithCalls, event: LeadEvent, after: string | undefined]>([
    [
      'stays pending while a step is left',
      lead('pending', ['create pending', 'tag a pending']),
      stepped('create done', 'tag a sending'),
      'pending: create done, tag a sending',
    ],
    [
      'is delivered with its last step',
      lead('pending', ['create done']),
      stepped('create done'),
      'delivered: create done → lead.delivered',
    ],
    [
      'is unknown if nobody knows what happened',
      lead('pending', ['journey j sending']),
      stepped('journey j unknown'),
      'unknown: journey j unknown → lead.unknown',
    ],
    [
      'is dead if a step failed, and the later ones are not done',
      lead('pending', ['create sending', 'tag a pending']),
      stepped('create dead', 'tag a pending'),
      'dead: create dead, tag a pending → lead.dead',
    ],
    [
      'is called although a step failed',
      lead('pending', ['create sending'], { calls: [call('waiting')] }),
      stepped('create dead', 'call c pending'),
      'pending: create dead, call c pending',
    ],
    [
      'keeps a call that its delivery does not know of',
      lead('pending', ['create sending'], { calls: [call('waiting')] }),
      stepped('create done'),
      'pending: create done, call c pending',
    ],
    ['is held if it cannot be read', lead('pending', []), { type: 'parked' }, 'held:  → lead.held'],
    [
      'is pending again when it is called',
      lead('delivered', ['create done'], { reported: 'delivered' }),
      { type: 'call-changed', call: call('waiting'), now },
      'pending: create done, call c pending',
    ],
    [
      'is reported as delivered once, whatever is added',
      lead('pending', ['create done'], { calls: [call('placing')], reported: 'delivered' }),
      { ...stepped('create done', 'call c done'), call: { id: 'c', state: 'ringing' } },
      'delivered: create done, call c done',
    ],
    [
      'stays as it is when a call is planned',
      lead('delivered', ['create done'], { reported: 'delivered' }),
      { type: 'call-changed', call: call('planned', { plannedAt: 5 }), now },
      'delivered: create done → call.planned',
    ],
    [
      'stays closed when its planned call is refused',
      lead('closed', ['create pending'], { calls: [call('planned')], reported: 'closed' }),
      { type: 'call-changed', call: call('refused', { reason: 'not-offered' }), now },
      'closed: create pending, call c skipped → call.ended',
    ],
    [
      'is delivered after its release',
      lead('held', ['create pending'], { reported: 'held' }),
      released(none),
      'pending: create pending',
    ],
    [
      'is delivered after its release as its form is now, and does nothing twice that was done',
      lead('held', ['create done', 'tag a done', 'tag old unknown', 'journey old pending'], { reported: 'held' }),
      { ...released(none), ...{ form: { fields: [], routes: [], tags: ['a', 'b'], journey: keep('new') } } },
      'pending: create done, tag a done, tag b pending, journey new pending',
    ],
    [
      'is released with its call',
      lead('held', ['create pending'], { calls: [call('refused', { reason: 'held' })], reported: 'held' }),
      released(new Map([['c', { type: 'decided', decision: { state: 'waiting' } }]])),
      'pending: create pending, call c pending',
    ],
    ['is not released if it is not held', lead('dead', ['create dead']), released(none), undefined],
    [
      'is not released if it cannot be read',
      lead('held', [], { unreadable: { steps: '{' } }),
      released(none),
      undefined,
    ],
    [
      'is closed in the middle of its steps',
      lead('pending', ['create done', 'tag a sending'], { calls: [call('waiting')] }),
      closed,
      'closed: create done, tag a unknown, call c skipped → call.ended, lead.closed',
    ],
    [
      'is closed with its planned call',
      lead('dead', ['create dead'], { calls: [call('planned')], reported: 'dead' }),
      closed,
      'closed: create dead → call.ended, lead.closed',
    ],
    ['is not closed once it is delivered', lead('delivered', ['create done']), closed, undefined],
    ['is not closed twice', lead('closed', ['create done']), closed, undefined],
    [
      'is unknown after a restore, with all that was open',
      lead('pending', ['create done', 'tag a pending'], { calls: [call('waiting')] }),
      { type: 'restored', now },
      'unknown: create done, tag a unknown, call c unknown → call.ended, lead.unknown',
    ],
  ])('%s', (_title, before, event, after) => {
    expect(describeChange(before, event)).toBe(after);
  });

  it('is due at once, and has an end only in a last state', () => {
    const dead = lead('dead', ['create dead'], { endedAt: 5 });
    expect(changeLead(dead, replayed(undefined))?.lead).toMatchObject({ state: 'pending', nextAt: now });
    expect(changeLead(dead, replayed(undefined))?.lead).not.toHaveProperty('endedAt');
    expect(changeLead(dead, closed)?.lead).toMatchObject({ endedAt: now, closed: { by, reason: 'spam' } });
  });
});

describe('a replayed lead', () => {
  it.each<[title: string, before: LeadWithCalls, plan: DeliveryPlan | undefined, after: string | undefined]>([
    [
      'is enrolled in the journey that is configured now, and gets the tags that are missing',
      lead('dead', ['create done', 'tag a done', 'tag two words dead', 'journey wrong pending'], {
        calls: [call('completed')],
      }),
      { tags: ['a', 'two_words'], journey: keep('right') },
      'pending: create done, tag a done, tag two_words pending, journey right pending, call c done',
    ],
    [
      'keeps every step that is done or was left out',
      lead('unknown', ['create done', 'tag old done', 'tag left_out skipped', 'journey first done', 'update done'], {
        calls: [call('expired')],
      }),
      { tags: ['left_out'], journey: keep('second') },
      'pending: create done, tag old done, tag left_out skipped, journey first done, update done, call c pending',
    ],
    [
      'is settled if the step that failed is no longer configured',
      lead('dead', ['create done', 'tag refused dead', 'journey gone pending']),
      { tags: [] },
      'delivered: create done → lead.delivered',
    ],
    [
      'goes on where it was closed',
      lead('closed', ['create done', 'tag a pending']),
      { tags: ['a'] },
      'pending: create done, tag a pending',
    ],
    [
      'does not call again if its call was closed with it',
      lead('closed', ['create dead'], { calls: [call('cancelled', { placing: { attempts: 0, answer: 'closed' } })] }),
      undefined,
      'pending: create pending, call c skipped',
    ],
    ['has a step that failed', lead('delivered', ['create done']), { tags: ['new'] }, undefined],
    ['is not pending already', lead('pending', ['create unknown', 'tag a pending']), { tags: ['a'] }, undefined],
    [
      'was not scrubbed',
      lead('dead', ['create dead'], { phone: '', calls: [call('failed')] }),
      { tags: [] },
      undefined,
    ],
    ['can be read', lead('unknown', [], { unreadable: { state: 'archived' } }), { tags: [] }, undefined],
  ])('%s', (_title, before, plan, after) => {
    expect(describeChange(before, replayed(plan))).toBe(after);
  });

  it.each<[plan: DeliveryPlan, after: string]>([
    [{ tags: [], journey: keep('right') }, 'pending: create done, read pending, journey right pending'],
    [
      { tags: ['a'], journey: update('right') },
      'pending: create done, read pending, tag a pending, journey right pending',
    ],
    [{ tags: [], journey: update('right') }, 'pending: create done, journey right pending'],
  ])('is read before the first step that needs its ID: %o', (plan, after) => {
    const { lead: known, ...others } = lead('dead', ['create done', 'journey wrong dead']);
    const { serviceLead: _, ...unidentified } = known;
    expect(describeChange({ ...others, lead: unidentified }, replayed(plan))).toBe(after);
  });

  it('follows its stored plan, and says so, if its form is no longer configured', () => {
    const after = changeLead(lead('dead', ['create done', 'journey j dead']), replayed(undefined));
    expect(after?.lead.steps.at(-1)).toMatchObject({ step: 'journey', state: 'pending' });
    expect(after?.lead.steps.at(-1)?.answer).toContain('form is not configured');
  });

  it('reports how it ends again, even if it ends as before', () => {
    const again = changeLead(lead('dead', ['create dead'], { reported: 'dead' }), replayed(undefined));
    expect(again && describeChange(again, stepped('create dead'))).toBe('dead: create dead → lead.dead');
  });
});

describe('a resolved lead', () => {
  it.each<[title: string, before: LeadWithCalls, outcome: 'done' | 'skipped', after: string | undefined]>([
    [
      'is delivered if its unknown step happened',
      lead('unknown', ['create done', 'journey j unknown'], { reported: 'unknown' }),
      'done',
      'delivered: create done, journey j done → lead.delivered',
    ],
    [
      'is closed if its enrolment was skipped',
      lead('unknown', ['create done', 'journey j unknown'], { calls: [call('unknown')], reported: 'unknown' }),
      'skipped',
      'closed: create done, journey j skipped, call c skipped → call.ended, lead.closed',
    ],
    [
      'is delivered if only a call was skipped',
      lead('unknown', ['create done'], { calls: [call('unknown')], reported: 'unknown' }),
      'skipped',
      'delivered: create done, call c skipped → call.ended, lead.delivered',
    ],
    [
      'stays dead if it was dead: only its unknown steps are settled',
      lead('dead', ['create dead', 'journey j pending'], { calls: [call('unknown')], reported: 'dead' }),
      'done',
      'dead: create dead, journey j pending, call c done → call.ended',
    ],
    ['had an unknown step', lead('dead', ['create dead']), 'done', undefined],
    ['is not resolved once it is closed', lead('closed', ['journey j unknown']), 'done', undefined],
    [
      'is not resolved while it is delivered',
      lead('pending', ['journey j unknown', 'tag a pending']),
      'done',
      undefined,
    ],
  ])('%s', (_title, before, outcome, after) => {
    expect(describeChange(before, resolved(outcome))).toBe(after);
  });
});

describe('a corrected lead', () => {
  const corrected = (values: Record<string, string>): LeadEvent => ({ type: 'corrected', now, by, values });

  it('is as before when the values are the same', () => {
    const before = lead('dead', ['create done', 'journey dead']);
    const record = { phone: '14155550100', first_name: 'Ada', verified_fields: 'phone,first_name' };
    const known = { ...before, lead: { ...before.lead, phone: '14155550100', record, serviceLead: 'theirs' } };
    const after = changeLead(known, corrected({ first_name: 'Ada', phone: '14155550100' }));
    expect(after?.lead).toEqual({ ...known.lead, corrections: [] });
  });

  it('has the new values in its record and its calls, and names who changed them', () => {
    const { lead: known, calls } = lead('dead', ['create dead'], { calls: [call('waiting')] });
    const { serviceLead: _, ...unidentified } = known;
    const after = changeLead({ lead: unidentified, calls }, corrected({ phone: '14155550111', first_name: 'Ada' }));
    expect(after).toMatchObject({
      lead: {
        phone: '14155550111',
        record: { phone: '14155550111', first_name: 'Ada' },
        corrections: [
          { field: 'phone', at: now, by },
          { field: 'first_name', at: now, by },
        ],
      },
      calls: [{ phone: '14155550111' }],
    });
  });

  it('is written to the service if the lead is there, before its tags', () => {
    const before = lead('dead', ['create done', 'tag a dead'], { reported: 'dead' });
    expect(describeChange(before, corrected({ first_name: 'Ada' }))).toBe(
      'dead: create done, update pending, tag a dead',
    );
    expect(changeLead(before, corrected({ phone: '14155550111' }))).toBeUndefined();
  });

  it('is not delivered yet', () => {
    expect(changeLead(lead('delivered', ['create done']), corrected({ first_name: 'Ada' }))).toBeUndefined();
  });
});
