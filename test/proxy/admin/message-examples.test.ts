import { expect, it } from 'vitest';
import { webhookReceivers } from '../../../src/protocol/admin/receivers.ts';
import { webhookTypes } from '../../../src/protocol/proxy/webhook.ts';
import { startHarness } from '../support/harness.ts';

const adminToken = 'a-token-of-at-least-32-characters!!';
const bearer = { authorization: `Bearer ${adminToken}` };

// What the dashboard shows as a preview must be what arrives.
it.each(webhookTypes)('shows the message of %s as a test sends it, in the words of the dashboard', async (type) => {
  const bodies: string[] = [];
  const harness = await startHarness(
    { adminToken, webhooks: [{ name: 'team', url: 'https://hooks.slack.com/x', format: 'slack', events: [type] }] },
    {
      postWebhook: async ({ body }) => {
        bodies.push(body);
        return { status: 200 };
      },
    },
  );
  const list = await harness.get('/admin/api/webhooks/receivers', bearer);
  const { examples } = webhookReceivers.parse(await list.json());
  const example = examples.find((one) => one.type === type);
  await harness.post('/admin/api/webhooks/test', { receiver: 'team' }, bearer);
  const { text, blocks } = JSON.parse(bodies[0] ?? '');
  expect(example?.title).toBe(text);
  const withoutTimes = (lines: string) => lines.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'then');
  expect(withoutTimes(example?.lines.map(({ label, value }) => `*${label}:* ${value}`).join('\n') ?? '')).toBe(
    withoutTimes(blocks[1].text.text),
  );
  expect(text).toMatch(/: Test from leadchat$/);
  // Nobody in a channel knows what "dead", "held" or "too-fast" is.
  expect(bodies[0]).not.toMatch(/dead|held|too-fast|lead\.|unknown|create:/);
  expect(JSON.parse(example?.body ?? '')).toMatchObject({ type, data: { phone: '14155550100' } });
});
