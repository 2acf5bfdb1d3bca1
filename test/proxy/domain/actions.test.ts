import { describe, expect, it } from 'vitest';
import { leadStates } from '../../../src/protocol/proxy/lead-state.ts';
import { legalActions } from '../../../src/proxy/domain/actions.ts';
import type { Step, StoredLead } from '../../../src/proxy/domain/lead.ts';
import { changeLead, type LeadEvent } from '../../../src/proxy/domain/lead-transitions.ts';

const now = 1_000;
const by = 'Grace';
const stepStates = ['pending', 'done', 'skipped', 'unknown', 'expired', 'dead'] as const;

const events: Record<string, LeadEvent> = {
  release: { type: 'released', calls: new Map(), now },
  'resolve-done': { type: 'resolved', outcome: 'done', now, by },
  'resolve-skipped': { type: 'resolved', outcome: 'skipped', now, by },
  replay: { type: 'replayed', now, callTtlMs: 1_000 },
  close: { type: 'closed', now, by },
};

function leadWith(state: StoredLead['state'], steps: Step[], more: Partial<StoredLead> = {}): StoredLead {
  const about = { id: 'l', form: 'default', phone: '14155550100', record: {}, acceptedAt: 0, nextAt: 0 };
  return { ...about, plan: { tags: [] }, state, steps, ...more };
}

// The dashboard derived them by rules of its own, which offered what the proxy refused.
describe('the actions that are legal for a lead', () => {
  const leads = leadStates.flatMap((state) =>
    stepStates.flatMap((step) => {
      const steps: Step[] = [{ step: 'journey', name: 'j', state: step, attempts: 1 }];
      return [
        leadWith(state, steps),
        leadWith(state, steps, { phone: '' }),
        leadWith(state, steps, { unreadable: { record: '{' } }),
      ];
    }),
  );

  it('are those which change it', () => {
    for (const lead of leads) {
      const possible = Object.entries(events)
        .filter(([, event]) => changeLead({ lead, calls: [] }, event) !== undefined)
        .map(([action]) => action);
      const { state, steps, phone, unreadable } = lead;
      expect(legalActions(lead), JSON.stringify({ state, steps, phone, unreadable })).toEqual([...possible, 'erase']);
    }
  });

  it('follow its steps and calls in each state', () => {
    const step = (state: Step['state']): Step[] => [{ step: 'call', name: 'c', state, attempts: 1 }];
    expect(legalActions(leadWith('pending', step('pending')))).toEqual(['close', 'erase']);
    expect(legalActions(leadWith('held', step('skipped')))).toEqual(['release', 'close', 'erase']);
    expect(legalActions(leadWith('dead', step('dead')))).toEqual(['replay', 'close', 'erase']);
    expect(legalActions(leadWith('delivered', step('expired')))).toEqual(['replay', 'erase']);
    expect(legalActions(leadWith('delivered', step('done')))).toEqual(['erase']);
    expect(legalActions(leadWith('closed', step('pending')))).toEqual(['replay', 'erase']);
    expect(legalActions(leadWith('closed', step('pending'), { phone: '' }))).toEqual(['erase']);
  });
});
