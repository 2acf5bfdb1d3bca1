import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { startWebhookReceiver } from '../../src/cli/webhook-receiver.ts';

it('lists webhooks with a valid signature, once each, and refuses others', async () => {
  const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`;
  const receiver = await startWebhookReceiver(secret);
  onTestFinished(() => receiver.stop());
  const post = async (id: string, key = secret) => {
    const body = JSON.stringify({ type: 'lead.accepted', data: { fields: { first_name: '<b>Ada</b>' } } });
    const now = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign(id, now, body),
    };
    return (await fetch(receiver.url, { method: 'POST', headers, body })).status;
  };
  expect([await post('first'), await post('second'), await post('first')]).toEqual([204, 204, 204]);
  expect(await post('forged', `whsec_${btoa('another secret of 32 bytes .....')}`)).toBe(401);
  const page = await (await fetch(receiver.url)).text();
  expect([...page.matchAll(/<p>(first|second|forged)<\/p>/g)].map(([, id]) => id)).toEqual(['second', 'first']);
  expect(page).toContain('&lt;b&gt;Ada&lt;/b&gt;');
});
