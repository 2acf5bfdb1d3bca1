import { expect, it } from 'vitest';
import { actionsFor, bulkActionsFor } from '../../src/admin/lead-actions.ts';
import type { AdminLead, LeadAction } from '../../src/protocol/admin/leads.ts';
import type { LeadState } from '../../src/protocol/proxy/lead-state.ts';

const all = () => true;

function leadWith(state: LeadState, actions: LeadAction[]): AdminLead {
  const time = '2026-11-21T02:00:00.000Z';
  return {
    lead: 'id',
    form: 'default',
    state,
    actions,
    phone: '',
    record: {},
    steps: [],
    acceptedAt: time,
    nextAt: time,
  };
}

it('offers what the proxy allows, the likelier action first', () => {
  expect(actionsFor(leadWith('dead', ['resolve-done', 'resolve-skipped', 'replay', 'close', 'erase']), all)).toEqual([
    ...['replay', 'resolve-done', 'resolve-skipped', 'close', 'erase'],
  ]);
  expect(actionsFor(leadWith('unknown', ['erase', 'close', 'replay', 'resolve-skipped', 'resolve-done']), all)).toEqual(
    [...['resolve-done', 'resolve-skipped', 'replay', 'close', 'erase']],
  );
  expect(actionsFor(leadWith('delivered', ['erase']), all)).toEqual(['erase']);
  expect(actionsFor(leadWith('held', ['release', 'close', 'erase']), all)).toEqual(['release', 'close', 'erase']);
  const heldCall = { requestedAt: '2026-11-21T02:00:00.000Z', expiresAt: '2026-11-21T02:01:30.000Z' };
  expect(actionsFor({ ...leadWith('held', ['release', 'close', 'erase']), heldCall }, all)).toEqual([
    ...['release-with-call', 'release-without-call', 'close', 'erase'],
  ]);
});

it('offers for many leads what makes sense in their states', () => {
  expect(bulkActionsFor(['dead'], all)).toEqual(['replay', 'close', 'erase']);
  expect(bulkActionsFor(['held', 'dead'], all)).toEqual(['release', 'replay', 'close', 'erase']);
  expect(bulkActionsFor(undefined, all)).toEqual(['close', 'erase']);
  expect(bulkActionsFor(['delivered'], all)).toEqual(['erase']);
});
