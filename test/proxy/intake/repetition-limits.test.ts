import { expect, it } from 'vitest';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { leadHeaders, noLimits, startHarness } from '../support/harness.ts';

const fiveLeads = { ...noLimits, leadsPerIp: { points: 5, seconds: 600 } };
const body = (index: number) => ({ form: 'default', fields: { phone: `+141555526${10 + index}` }, captcha: 'token' });

// Of two requests that shared one decision, the one that found the lead stored by the other gave its points back.
it('takes the limit of each lead that is sent several times at once, also behind a captcha', async () => {
  const captcha = { provider: 'turnstile', siteKey: 'site', secret: 'secret' };
  const harness = await startHarness(
    { limits: fiveLeads, captcha },
    { fetch: async () => Response.json({ success: true }) },
  );
  const statuses: number[] = [];
  for (let index = 0; index < 10; index++) {
    const headers = leadHeaders();
    const responses = await Promise.all([1, 2, 3].map(() => harness.post('/leads', body(index), headers)));
    statuses.push(...new Set(responses.map(({ status }) => status)));
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429, 429, 429]);
});

it('gives the points of a repetition back once, however many arrive at once', async () => {
  const harness = await startHarness({ limits: fiveLeads });
  const { accept } = harness.store;
  const stored = leadHeaders();
  // Another proxy has stored it: this one takes points and finds out.
  harness.store.accept = async (lead) => {
    await accept.call(harness.store, { ...lead });
    return accept.call(harness.store, lead);
  };
  for (let round = 0; round < 3; round++) {
    const repetitions = await Promise.all([1, 2, 3].map(() => harness.post('/leads', body(0), stored)));
    expect(repetitions.map(({ status }) => status)).toEqual([202, 202, 202]);
  }
  harness.store.accept = accept;
  const statuses: number[] = [];
  for (let index = 1; index < 8; index++) {
    statuses.push((await harness.post('/leads', body(index), leadHeaders())).status);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
});

it('keeps the points of a lead that may have been stored although the store failed', async () => {
  const harness = await startHarness({ limits: { ...noLimits, leadsPerIp: { points: 1, seconds: 600 } } });
  const { accept } = harness.store;
  const headers = leadHeaders();
  harness.store.accept = async (lead) => {
    await accept.call(harness.store, lead);
    throw new StoreError({ code: 'unavailable', message: '[store] the response is lost.', retryAfterMs: 1 });
  };
  await harness.post('/leads', body(0), headers);
  harness.store.accept = accept;
  expect((await harness.post('/leads', body(0), headers)).status).toBe(202);
  expect((await harness.post('/leads', body(1), leadHeaders())).status).toBe(429);
});
