import { expect, it } from 'vitest';
import { adminFunnel } from '../../../src/protocol/admin/funnel.ts';
import { adminRatings } from '../../../src/protocol/admin/ratings.ts';
import { until } from '../../support/until.ts';
import { type Harness, leadHeaders, startHarness } from '../support/harness.ts';

const adminToken = 'a-token-for-operators';
const bearer = { authorization: `Bearer ${adminToken}` };
const rate = ({ post }: Harness, body: object, key: string = crypto.randomUUID()) =>
  post('/ratings', body, { 'idempotency-key': key });
const read = async ({ get }: Harness, path: string) => (await get(`/admin/api/${path}`, bearer)).json();

async function acceptLead({ post }: Harness): Promise<{ lead: string; token: string }> {
  const page = { url: 'https://www.example.com/prices?utm_source=a' };
  const body = {
    ...{ form: 'default', fields: { phone: '+14155552671', first_name: 'Ada' }, website: '', elapsedMs: 5200, page },
    variants: { greeting: 'short' },
  };
  const { lead, token } = await (await post('/leads', body, leadHeaders())).json();
  return { lead, token };
}

it('takes the rating of an anonymous chat once, and counts it by form, page and variant', async () => {
  const harness = await startHarness({ adminToken });
  const key = crypto.randomUUID();
  const body = { rating: 4, comment: ' Quick ', page: '/prices', variants: { greeting: 'short' } };
  const response = await rate(harness, body, key);
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect((await rate(harness, body, key)).status).toBe(204);
  const reused = await rate(harness, { ...body, rating: 1 }, key);
  expect([reused.status, (await reused.json()).code]).toEqual([422, 'key-reused']);
  await rate(harness, { rating: 5 });
  const { total, rows } = adminFunnel.parse(await read(harness, 'funnel?by=page'));
  expect([total.ratings, rows.map(({ name, ratings }) => [name, ratings])]).toEqual([
    [0, 0, 0, 1, 1],
    [
      ['/prices', [0, 0, 0, 1, 0]],
      ['other', [0, 0, 0, 0, 1]],
    ],
  ]);
  const byVariant = adminFunnel.parse(await read(harness, 'funnel?by=variant'));
  expect(byVariant.rows.map(({ experiment, name, ratings }) => [experiment, name, ratings])).toEqual([
    ['greeting', 'short', [0, 0, 0, 1, 0]],
  ]);
  const { ratings } = adminRatings.parse(await read(harness, 'ratings'));
  expect(ratings).toMatchObject([{ rating: 4, comment: 'Quick', form: 'default', page: '/prices' }]);
});

it('writes the rating of a lead to it, and counts it where the lead came from', async () => {
  const harness = await startHarness({ adminToken });
  const reference = await acceptLead(harness);
  expect((await rate(harness, { rating: 2, comment: 'Hm', page: '/elsewhere', ...reference })).status).toBe(204);
  await harness.store.closeLead(reference.lead, { now: Date.now(), by: 'Grace', reason: 'a test' });
  await until(
    'the rating is written',
    async () => (await harness.store.find(reference.lead))?.record.chat_rating === 2,
  );
  const { rows } = adminFunnel.parse(await read(harness, 'funnel?by=page'));
  expect(rows.map(({ name, ratings }) => [name, ratings])).toEqual([['/prices', [0, 1, 0, 0, 0]]]);
  const { ratings } = adminRatings.parse(await read(harness, 'ratings'));
  expect(ratings).toMatchObject([{ rating: 2, comment: 'Hm', page: '/prices', lead: reference.lead }]);
});

it('refuses the rating of a lead that is erased meanwhile', async () => {
  const harness = await startHarness({ adminToken });
  const reference = await acceptLead(harness);
  const { addRating } = harness.store;
  harness.store.addRating = async (rating) => {
    await harness.store.erase({ leads: [reference.lead] });
    return addRating(rating);
  };
  const response = await rate(harness, { rating: 2, comment: 'Hm', ...reference });
  expect([response.status, (await response.json()).code]).toEqual([404, 'not-found']);
  expect((await read(harness, 'ratings')).ratings).toEqual([]);
});

const lead = 'a1000000-0000-4000-8000-000000000001';
it.each<[string, object, number, string]>([
  ['no rating', { comment: 'Hm' }, 400, 'bad-request'],
  ['0', { rating: 0 }, 400, 'bad-request'],
  ['6', { rating: 6 }, 400, 'bad-request'],
  ['a half', { rating: 4.5 }, 400, 'bad-request'],
  ['a text', { rating: '5' }, 400, 'bad-request'],
  ['an unknown key', { rating: 5, session: 'x' }, 400, 'bad-request'],
  ['a long comment', { rating: 5, comment: 'a'.repeat(1001) }, 400, 'bad-request'],
  ['a page with a query', { rating: 5, page: '/a?b=c' }, 400, 'bad-request'],
  ['more than 2 KB', { rating: 5, comment: 'é'.repeat(1100) }, 413, 'too-large'],
  ['a lead without its token', { rating: 5, lead }, 400, 'bad-request'],
  ['a token without its lead', { rating: 5, token: 'x' }, 400, 'bad-request'],
  ['an unknown lead', { rating: 5, lead, token: 'x' }, 404, 'not-found'],
  ['an unknown form', { rating: 5, form: 'other' }, 404, 'unknown-form'],
  // What every object has was taken for a form.
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'].map((form): [string, object, number, string] => [
    `the form ${form}`,
    { rating: 5, form },
    404,
    'unknown-form',
  ]),
])('refuses %s', async (_, body, status, code) => {
  const response = await rate(await startHarness(), body);
  expect([response.status, (await response.json()).code]).toEqual([status, code]);
});

it('refuses a wrong token like an unknown lead, and stores nothing for it', async () => {
  const harness = await startHarness({ adminToken });
  const reference = await acceptLead(harness);
  const response = await rate(harness, { rating: 1, ...reference, token: 'wrong' });
  expect([response.status, (await response.json()).code]).toEqual([404, 'not-found']);
  expect(adminFunnel.parse(await read(harness, 'funnel')).total.ratings).toEqual([0, 0, 0, 0, 0]);
});

it.each([undefined, 'not-a-uuid'])('needs a key: %j', async (key) => {
  const { post } = await startHarness();
  const response = await post('/ratings', { rating: 5 }, key === undefined ? {} : { 'idempotency-key': key });
  expect([response.status, (await response.json()).issues[0].path]).toEqual([400, 'Idempotency-Key']);
});

it('limits how many come from an address', async () => {
  const harness = await startHarness({ limits: { reportsPerIp: { points: 2, seconds: 60 } } });
  const statuses: number[] = [];
  for (let index = 0; index < 3; index += 1) statuses.push((await rate(harness, { rating: 5 })).status);
  expect(statuses).toEqual([204, 204, 429]);
});
