import { expect, it } from 'vitest';
import { actionsFor, bulkActionsByState } from '../../src/admin/lead-actions.ts';
import type { AdminLead, AdminStep, LeadState } from '../../src/protocol/admin-api.ts';

function leadWith(state: LeadState, step: AdminStep['state']): AdminLead {
  const time = '2026-11-21T02:00:00.000Z';
  const steps = [{ step: 'journey', state: step, attempts: 1 }];
  return { lead: 'id', form: 'default', state, phone: '', record: {}, steps, acceptedAt: time, nextAt: time };
}

it('offers to replay or to resolve dead and unknown leads, the likelier action first', () => {
  expect(actionsFor(leadWith('dead', 'dead'))).toEqual(['replay', 'resolve-done', 'resolve-skipped', 'erase']);
  expect(actionsFor(leadWith('unknown', 'unknown'))).toEqual(['resolve-done', 'resolve-skipped', 'replay', 'erase']);
  expect(bulkActionsByState.dead).toEqual(['replay', 'resolve-done', 'resolve-skipped']);
  expect(actionsFor(leadWith('delivered', 'done'))).toEqual(['erase']);
  expect(actionsFor(leadWith('held', 'pending'))).toEqual(['release', 'erase']);
});
