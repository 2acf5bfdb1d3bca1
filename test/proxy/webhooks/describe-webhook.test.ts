import { expect, it } from 'vitest';
import type { StoredWebhook } from '../../../src/proxy/store/webhook-rows.ts';
import { describeWebhook } from '../../../src/proxy/webhooks/webhook-body.ts';

const unnamed = { operatorNote: 'canary' };
const id = '11111111-1111-4111-8111-111111111111';

// What a store keeps of an event for its own use was posted as soon as it was stored.
it.each<[string, StoredWebhook['facts']]>([
  ['a lead', { type: 'lead.dead', state: 'dead', cause: 'journey: 404 not-found', ...unnamed }],
  ['a call', { type: 'call.ended', call: id, state: 'completed', requestedAt: 0, transfers: 1, ...unnamed }],
  ['a rating', { type: 'chat.rated', state: 'delivered', rating: 5, ...unnamed }],
])('a webhook of %s has what is named, and nothing else of what is stored', (_, facts) => {
  const webhook: StoredWebhook = {
    id,
    receiver: 'crm',
    facts,
    state: 'pending',
    attempts: 0,
    createdAt: 0,
    nextAt: 0,
    lead: {
      id,
      form: 'default',
      phone: '14155552671',
      record: { phone: '14155552671', email: 'ada@example.com' },
      plan: { tags: ['web'] },
      acceptedAt: 0,
    },
  };
  const body = JSON.stringify(describeWebhook(webhook));
  expect(body).toContain('"email":"ada@example.com"');
  expect(body).not.toContain('canary');
});
