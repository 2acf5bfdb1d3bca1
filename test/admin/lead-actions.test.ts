import { expect, it } from 'vitest';
import { actionsFor, bulkActionsFor } from '../../src/admin/lead-actions.ts';
import type { AdminLead, AdminStep, LeadState } from '../../src/protocol/admin-api.ts';

function leadWith(state: LeadState, step: AdminStep['state']): AdminLead {
  const time = '2026-11-21T02:00:00.000Z';
  const steps = [{ step: 'journey', state: step, attempts: 1 }];
  return { lead: 'id', form: 'default', state, phone: '', record: {}, steps, acceptedAt: time, nextAt: time };
}

it('offers what makes sense in each state, the likelier action first', () => {
  expect(actionsFor(leadWith('dead', 'dead'))).toEqual(['replay', 'close', 'erase']);
  expect(actionsFor(leadWith('unknown', 'unknown'))).toEqual([
    'resolve-done',
    'resolve-skipped',
    'replay',
    'close',
    'erase',
  ]);
  expect(bulkActionsFor(['dead'])).toEqual(['replay', 'close', 'erase']);
  expect(bulkActionsFor(['held', 'dead'])).toEqual(['release', 'replay', 'close', 'erase']);
  expect(bulkActionsFor(undefined)).toEqual(['close', 'erase']);
  expect(bulkActionsFor(['delivered'])).toEqual(['erase']);
  expect(actionsFor(leadWith('delivered', 'done'))).toEqual(['erase']);
  expect(actionsFor(leadWith('held', 'pending'))).toEqual(['release', 'close', 'erase']);
  const heldCall = { requestedAt: '2026-11-21T02:00:00.000Z', expiresAt: '2026-11-21T02:01:30.000Z' };
  expect(actionsFor({ ...leadWith('held', 'pending'), heldCall })).toEqual([
    'release-with-call',
    'release-without-call',
    'close',
    'erase',
  ]);
  expect(actionsFor(leadWith('pending', 'pending'))).toEqual(['close', 'erase']);
  expect(actionsFor(leadWith('closed', 'dead'))).toEqual(['replay', 'erase']);
  expect(actionsFor(leadWith('closed', 'skipped'))).toEqual(['erase']);
});
