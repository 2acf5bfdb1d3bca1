import { describe, expect, it } from 'vitest';
import { replayed, resolved } from '../../../src/proxy/store/operator-steps.ts';
import type { DeliveryPlan, Step, StepKind, StepState } from '../../../src/proxy/store/stored-lead.ts';

function step(kind: StepKind, name: string, state: StepState): Step {
  return { step: kind, ...(name !== '' && { name }), state, attempts: 1 };
}

/** `tag a done`, in order. */
function describeSteps(steps: Step[] | undefined): string[] | undefined {
  return steps?.map(({ step: kind, name, state }) => [kind, name, state].filter(Boolean).join(' '));
}

function replay(steps: Step[], plan: DeliveryPlan) {
  return describeSteps(replayed({ steps, state: 'dead', serviceLead: 'service-lead' }, plan));
}

function replayWithoutId(steps: Step[], plan: DeliveryPlan) {
  return describeSteps(replayed({ steps, state: 'dead' }, plan));
}

const keep = (id: string) => ({ id, onExisting: 'keep' }) as const;
const update = (id: string) => ({ id, onExisting: 'update' }) as const;

describe('a replayed lead', () => {
  it('is enrolled in the journey that is configured now, and gets the tags that are missing', () => {
    const steps = [
      step('create', '', 'done'),
      step('tag', 'a', 'done'),
      step('tag', 'two words', 'dead'),
      step('journey', 'wrong', 'pending'),
      step('call', 'c', 'done'),
    ];
    expect(replay(steps, { tags: ['a', 'two_words'], journey: keep('right') })).toEqual([
      'create done',
      'tag a done',
      'tag two_words pending',
      'journey right pending',
      'call c done',
    ]);
  });

  it('keeps every step that is done or was left out', () => {
    const steps = [
      step('create', '', 'done'),
      step('tag', 'old', 'done'),
      step('tag', 'left_out', 'skipped'),
      step('journey', 'first', 'done'),
      step('update', '', 'done'),
      step('call', 'c', 'expired'),
    ];
    expect(replay(steps, { tags: ['left_out'], journey: keep('second') })).toEqual([
      'create done',
      'tag old done',
      'tag left_out skipped',
      'journey first done',
      'update done',
      'call c pending',
    ]);
  });

  it('is settled if the step that failed is no longer configured', () => {
    const steps = [step('create', '', 'done'), step('tag', 'refused', 'dead'), step('journey', 'gone', 'pending')];
    expect(replay(steps, { tags: [] })).toEqual(['create done']);
  });

  it('is read before the first step that needs its ID', () => {
    const steps = [step('create', '', 'done'), step('journey', 'wrong', 'dead')];
    expect(replayWithoutId(steps, { tags: [], journey: keep('right') })).toEqual([
      'create done',
      'read pending',
      'journey right pending',
    ]);
    expect(replayWithoutId(steps, { tags: ['a'], journey: update('right') })).toEqual([
      'create done',
      'read pending',
      'tag a pending',
      'journey right pending',
    ]);
    expect(replayWithoutId(steps, { tags: [], journey: update('right') })).toEqual([
      'create done',
      'journey right pending',
    ]);
  });

  it('follows its stored plan, and says so, if its form is no longer configured', () => {
    const again = replayed(
      { steps: [step('create', '', 'done'), step('journey', 'j', 'dead')], state: 'dead' },
      undefined,
    );
    expect(describeSteps(again)).toEqual(['create done', 'journey j pending']);
    expect(again?.at(-1)?.answer).toContain('form is not configured');
  });

  it('has a step that failed', () => {
    expect(replay([step('create', '', 'done')], { tags: ['new'] })).toBeUndefined();
  });
});

describe('a resolved lead', () => {
  const decision = { now: 5, by: 'Grace' };

  it('is closed if its enrolment was skipped, and delivered if only a call was', () => {
    const [done, journey, call] = [
      step('create', '', 'done'),
      step('journey', 'j', 'unknown'),
      step('call', 'c', 'unknown'),
    ];
    expect(resolved({ steps: [done, journey, call], state: 'unknown' }, 'skipped', decision)).toMatchObject({
      state: 'closed',
      closed: { by: 'Grace' },
    });
    expect(resolved({ steps: [done, call], state: 'unknown' }, 'skipped', decision)?.state).toBe('delivered');
  });

  it('stays dead if it was dead: only its unknown steps are settled', () => {
    const steps = [step('create', '', 'dead'), step('journey', 'j', 'pending'), step('call', 'c', 'unknown')];
    const after = resolved({ steps, state: 'dead' }, 'done', decision);
    expect(after?.state).toBe('dead');
    expect(describeSteps(after?.steps)).toEqual(['create dead', 'journey j pending', 'call c done']);
  });

  it('keeps what a call left open if it was not dead', () => {
    const steps = [step('journey', 'j', 'unknown'), step('call', 'c', 'pending')];
    expect(describeSteps(resolved({ steps, state: 'pending' }, 'done', decision)?.steps)).toEqual([
      'journey j done',
      'call c pending',
    ]);
    expect(resolved({ steps: [step('create', '', 'done')], state: 'delivered' }, 'done', decision)).toBeUndefined();
  });
});
