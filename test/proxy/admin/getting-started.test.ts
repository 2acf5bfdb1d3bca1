import { expect, it } from 'vitest';
import { webhookReceivers, webhookTested } from '../../../src/protocol/admin/receivers.ts';
import { gettingStarted } from '../../../src/protocol/admin/start.ts';
import { webhookEvent } from '../../../src/protocol/proxy/webhook.ts';
import type { WebhookRequest } from '../../../src/proxy/webhooks/post-webhook.ts';
import { ServiceError } from '../../../src/service-client/index.ts';
import { FakeService } from '../support/fake-service.ts';
import { type Harness, leadHeaders, origin, startHarness } from '../support/harness.ts';

const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}` };
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const slack = 'https://hooks.slack.com/services/T0/B0/canary-of-slack';

async function stepsOf(harness: Harness) {
  const { steps } = gettingStarted.parse(await (await harness.get('/admin/api/getting-started', bearer)).json());
  return Object.fromEntries(steps.map(({ step, isDone, detail }) => [step, detail ?? isDone]));
}

/** A service that responds like the live one to a lead that it does not have, or is down. */
function serviceThat(isUp: () => boolean) {
  let asked = 0;
  const client = {
    ...new FakeService().client,
    getLead: () => {
      asked++;
      const code = isUp() ? 'lead-not-found' : 'not-sent';
      return Promise.reject(new ServiceError({ code, message: 'made for the test', sent: 'yes' }));
    },
  };
  return { client, asked: () => asked };
}

it('ticks each step when it has happened, and keeps it ticked when its lead is gone', async () => {
  let isUp = false;
  let now = Date.parse('2026-11-21T02:00:00Z');
  const service = serviceThat(() => isUp);
  const harness = await startHarness({ adminToken }, { client: service.client, now: () => now });
  const nothing = { page: false, lead: false, delivered: false, webhook: false, hours: false, consent: false };
  expect(await stepsOf(harness)).toEqual({ service: 'not-sent', ...nothing });
  // A dashboard that is open asks again and again; the service is asked from time to time.
  isUp = true;
  expect(await stepsOf(harness)).toMatchObject({ service: 'not-sent' });
  now += 10_000;
  expect(await stepsOf(harness)).toMatchObject({ service: true });
  expect(service.asked()).toBe(2);

  const form = { form: 'default', fields: { phone: '+14155552671' } };
  const { lead } = await (await harness.post('/leads', form, leadHeaders())).json();
  expect(await stepsOf(harness)).toMatchObject({ lead: true, delivered: false });
  await harness.store.erase({ leads: [lead] });
  expect(await stepsOf(harness)).toMatchObject({ lead: true });
});

it('sees that the service is back after the clock was set back', async () => {
  let isUp = false;
  let now = Date.parse('2026-11-21T02:00:00Z');
  const { client } = serviceThat(() => isUp);
  const harness = await startHarness({ adminToken }, { client, now: () => now });
  expect(await stepsOf(harness)).toMatchObject({ service: 'not-sent' });
  isUp = true;
  now -= 3_600_000;
  expect(await stepsOf(harness)).toMatchObject({ service: true });
});

it.each([
  ['its script', '/leadchat.js'],
  ['its configuration', '/config'],
])('knows the first page that has loaded %s, without what its address says about a visitor', async (_, path) => {
  const harness = await startHarness(
    { adminToken },
    { assets: { read: async () => ({ body: new TextEncoder().encode(''), type: 'text/javascript' }) } },
  );
  const load = (headers: Record<string, string>) => harness.get(path, headers);
  await load({});
  await load({ referer: 'https://elsewhere.example/prices' });
  await load({ referer: 'no address' });
  expect(await stepsOf(harness)).toMatchObject({ page: false });
  await load({ referer: `${origin}/prices?email=ada@example.com#x` });
  await expect.poll(() => stepsOf(harness)).toMatchObject({ page: `${origin}/prices` });
  await load({ referer: `${origin}/later` });
  expect(await stepsOf(harness)).toMatchObject({ page: `${origin}/prices` });
});

it('knows the hours and the consent text that apply', async () => {
  const open = [{ days: ['mon' as const], from: '09:00', to: '17:00' }];
  const harness = await startHarness({
    adminToken,
    widget: { hours: { timeZone: 'Europe/London', open } },
    forms: { default: { consent: { text: 'I agree.', version: '1', required: true } } },
  });
  expect(await stepsOf(harness)).toMatchObject({ hours: true, consent: true });
});

it('is put away for everybody', async () => {
  const harness = await startHarness({ adminToken });
  const away = await harness.post('/admin/api/getting-started/put-away', {}, bearer);
  expect(gettingStarted.parse(await away.json()).isPutAway).toBe(true);
  const again = await harness.get('/admin/api/getting-started', bearer);
  expect(gettingStarted.parse(await again.json()).isPutAway).toBe(true);
});

// A receiver of other events got one that it never gets, could not read it or refused it, and looked tested.
it.each<[string, object, object]>([
  ['call.planned', {}, { state: 'planned', at: expect.any(String) }],
  ['chat.rated', {}, { rating: 5, fields: expect.objectContaining({ chat_rating: 5 }) }],
  ['lead.held', {}, { state: 'held', held: 'too-fast' }],
  ['lead.dead', {}, { state: 'dead', cause: 'create: 400 bad-request' }],
  ['lead.closed', {}, { closed: { by: 'leadchat', reason: 'a test' } }],
  ['call.ended', { states: ['failed'] }, { state: 'failed' }],
  ['lead.unknown', { events: ['lead.delivered', 'lead.unknown'], states: ['unknown'] }, { state: 'unknown' }],
  ['lead.accepted', { events: undefined }, { state: 'pending' }],
])('tests a receiver with what it gets: %s %j', async (type, filter, data) => {
  const bodies: unknown[] = [];
  const url = 'https://crm.example.com/hook';
  const harness = await startHarness(
    { adminToken, webhooks: [{ name: 'crm', url, secret, events: [type], ...filter }] },
    {
      postWebhook: async ({ body }) => {
        bodies.push(JSON.parse(body));
        return { status: 200 };
      },
    },
  );
  await harness.post('/admin/api/webhooks/test', { receiver: 'crm' }, bearer);
  expect(bodies).toMatchObject([{ type, data }]);
  expect(webhookEvent.safeParse(bodies[0]).success).toBe(true);
});

it('posts a test to each receiver, in its format, and says what came back', async () => {
  const posted: WebhookRequest[] = [];
  let status = 503;
  const harness = await startHarness(
    {
      adminToken,
      webhooks: [
        { url: slack, format: 'slack' },
        { name: 'crm', url: 'https://crm.example.com/hook', secret, events: ['call.ended'] },
      ],
    },
    {
      postWebhook: async (request) => {
        posted.push(request);
        return { status };
      },
    },
  );
  const list = await (await harness.get('/admin/api/webhooks/receivers', bearer)).text();
  expect(list).not.toContain('canary');
  const { receivers } = webhookReceivers.parse(JSON.parse(list));
  expect(receivers.map(({ name, format }) => [name, format])).toEqual([
    ['hooks.slack.com', 'slack'],
    ['crm', 'standard'],
  ]);
  const send = async (index: number) => {
    const receiver = receivers[index]?.receiver;
    return webhookTested.parse(await (await harness.post('/admin/api/webhooks/test', { receiver }, bearer)).json());
  };
  expect(await send(0)).toEqual({ isTaken: false, answer: '503' });
  expect(await stepsOf(harness)).toMatchObject({ webhook: false });
  status = 200;
  expect(await send(0)).toEqual({ isTaken: true, answer: '200' });
  expect(await send(1)).toEqual({ isTaken: true, answer: '200' });
  expect(posted.map(({ url }) => url)).toEqual([slack, slack, 'https://crm.example.com/hook']);
  expect(posted[1]?.body).toContain('Test from leadchat');
  expect(posted[2]?.headers).toHaveProperty('webhook-signature');
  expect(JSON.parse(posted[2]?.body ?? '')).toMatchObject({ type: 'call.ended', data: { phone: '14155550100' } });
  expect(await stepsOf(harness)).toMatchObject({ webhook: true });
  // A test is nobody's lead: nothing is stored of it, and nothing waits.
  expect(Object.values(await harness.store.counts()).reduce((sum, count) => sum + count)).toBe(0);
  expect(await harness.store.webhookCounts()).toEqual({ pending: 0, delivered: 0, dead: 0, dismissed: 0 });
  expect(JSON.stringify(harness.log.lines)).not.toContain('canary-of-slack');
  const unknown = await harness.post('/admin/api/webhooks/test', { receiver: 'nobody' }, bearer);
  expect(unknown.status).toBe(404);
});
