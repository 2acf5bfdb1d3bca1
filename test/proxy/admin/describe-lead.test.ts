import { expect, it } from 'vitest';
import { describeLead } from '../../../src/proxy/admin/describe-lead.ts';

// What a store keeps of a step for its own use was in the dashboard as soon as it was stored.
it('a step of a lead has what is named, and nothing else of what is stored', () => {
  const step = {
    step: 'read',
    state: 'done',
    attempts: 1,
    endedAt: 0,
    fields: ['email'],
    leaseToken: 'canary',
  } as const;
  const { steps } = describeLead({
    id: '11111111-1111-4111-8111-111111111111',
    form: 'default',
    phone: '14155552671',
    record: { phone: '14155552671' },
    plan: { tags: [] },
    state: 'delivered',
    steps: [{ ...step, fields: ['email'] }],
    acceptedAt: 0,
    nextAt: 0,
  });
  expect(steps).toEqual([{ step: 'read', state: 'done', attempts: 1, endedAt: '1970-01-01T00:00:00.000Z' }]);
});
