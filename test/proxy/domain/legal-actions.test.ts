import { describe, expect, it } from 'vitest';
import { leadStates } from '../../../src/protocol/proxy/lead-state.ts';
import type { Step, StoredLead } from '../../../src/proxy/domain/lead.ts';
import { legalActions } from '../../../src/proxy/domain/lead-transitions.ts';

const steps = (state: Step['state'], step: Step['step'] = 'call'): Step[] => [{ step, name: 'c', state, attempts: 1 }];

function leadWith(state: StoredLead['state'], steps: Step[], more: Partial<StoredLead> = {}): StoredLead {
  const about = { id: 'l', form: 'default', phone: '14155550100', record: {}, acceptedAt: 0, nextAt: 0 };
  return { ...about, plan: { tags: [] }, state, steps, ...more };
}

// The dashboard derived them by rules of its own, which offered what the proxy refused.
describe('the actions that are legal for a lead', () => {
  it('follow its steps and calls in each state', () => {
    expect(legalActions(leadWith('pending', steps('pending')))).toEqual(['close', 'erase']);
    expect(legalActions(leadWith('held', steps('skipped')))).toEqual(['release', 'close', 'erase']);
    expect(legalActions(leadWith('dead', steps('dead')))).toEqual(['replay', 'close', 'erase']);
    expect(legalActions(leadWith('delivered', steps('expired')))).toEqual(['replay', 'erase']);
    expect(legalActions(leadWith('delivered', steps('done')))).toEqual(['erase']);
    expect(legalActions(leadWith('closed', steps('pending')))).toEqual(['replay', 'erase']);
    expect(legalActions(leadWith('closed', steps('unknown', 'journey')))).toEqual(['replay', 'erase']);
    expect(legalActions(leadWith('unknown', steps('unknown', 'journey')))).toEqual([
      ...['resolve-done', 'resolve-skipped', 'replay', 'close', 'erase'],
    ]);
  });

  it('are no others than its erasure once its data is deleted, or cannot be read', () => {
    for (const state of leadStates) {
      const failed = steps('unknown', 'journey');
      expect(legalActions(leadWith(state, failed, { unreadable: { record: '{' } })), state).toEqual(['erase']);
      const ofScrubbed = state === 'held' ? ['release', 'erase'] : ['erase'];
      expect(legalActions(leadWith(state, failed, { phone: '' })), state).toEqual(ofScrubbed);
    }
  });
});
