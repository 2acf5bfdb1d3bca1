import { describe, expect, it } from 'vitest';
import { leadHeaders, noLimits, startHarness } from '../support/harness.ts';

const victim = '+14155552671';
const lead = (phone: string, more = {}) => ({ form: 'default', fields: { phone }, ...more });
const perPhone = { ...noLimits, leadsPerPhone: { points: 3, seconds: 600 } };

// A key had one decision, whatever the body: a lead with the victim's phone was admitted as another lead of the attacker.
describe('two leads that are sent at once with one key', () => {
  it('are decided each by its own phone', async () => {
    const { post, store } = await startHarness({ limits: perPhone });
    const { accept } = store;
    // The other lead of each key comes first, and is stored last.
    let open = () => {};
    store.accept = async (row) => {
      if (row.phone === victim.slice(1)) return accept(row).finally(() => open());
      await new Promise<void>((resolve) => {
        open = resolve;
      });
      return accept(row);
    };
    for (let index = 0; index < 10; index++) {
      const headers = leadHeaders();
      const other = lead(`+141555580${10 + index}`);
      const sent = await Promise.all([post('/leads', other, headers), post('/leads', lead(victim), headers)]);
      expect(sent.map(({ status }) => status)).toEqual([422, 202]);
    }
    const held = (await store.list({ search: victim.slice(1), limit: 200 })).map((found) => found.held);
    expect(held.toReversed().slice(0, 3)).toEqual([undefined, undefined, undefined]);
    expect(held.toReversed().slice(3)).toEqual(Array(7).fill('phone-limit'));
  });

  it('give back the points that they have taken, and no others', async () => {
    const { post, store } = await startHarness({ limits: perPhone });
    const { accept } = store;
    // The other lead of each key is stored first, so the victim's lead gives its points back.
    const gate: { open?: () => void } = {};
    store.accept = async (row) => {
      if (row.phone === victim.slice(1)) {
        await new Promise<void>((resolve) => {
          gate.open = resolve;
        });
      }
      const acceptance = await accept(row);
      gate.open?.();
      return acceptance;
    };
    for (let index = 0; index < 5; index++) {
      const headers = leadHeaders();
      const [first, second] = await Promise.all([
        post('/leads', lead(victim), headers, `198.51.100.${index}`),
        post('/leads', lead(`+141555581${10 + index}`), headers, `203.0.113.${index}`),
      ]);
      expect([first.status, second.status]).toEqual([422, 202]);
    }
    store.accept = accept;
    // Three leads of the victim, all from one address, are not held; the fourth is.
    for (let index = 0; index < 4; index++) await post('/leads', lead(victim), leadHeaders(), '192.0.2.77');
    const reasons = (await store.list({ search: victim.slice(1), limit: 200 })).map(({ held }) => held);
    expect(reasons).toEqual(['phone-limit', undefined, undefined, undefined]);
  });

  it('give back the points of the form and of the address that took them', async () => {
    const limits = { ...noLimits, leadsPerIp: { points: 2, seconds: 600 }, leadsPerForm: { points: 2, seconds: 600 } };
    const forms = { default: {}, other: {} };
    const { post } = await startHarness({ limits, forms });
    const headers = leadHeaders();
    const sent = await Promise.all([
      post('/leads', { ...lead(victim), form: 'other' }, headers, '198.51.100.1'),
      post('/leads', lead(victim), headers, '198.51.100.2'),
    ]);
    expect(sent.map(({ status }) => status).sort()).toEqual([202, 422]);
    const stored = sent[0].status === 202 ? ['other', '198.51.100.1'] : ['default', '198.51.100.2'];
    const unstored = sent[0].status === 202 ? ['default', '198.51.100.2'] : ['other', '198.51.100.1'];
    const statuses = async ([form, from]: string[], count: number) => {
      const found: number[] = [];
      for (let index = 0; index < count; index++) {
        found.push((await post('/leads', { ...lead(`+14155558${200 + index}`), form }, leadHeaders(), from)).status);
      }
      return found;
    };
    expect(await statuses(stored, 2)).toEqual([202, 429]);
    expect(await statuses(unstored, 3)).toEqual([202, 202, 429]);
  });
});

// The process that had seen the key with another body refused it for ever, and every other proxy took it.
it('a key is free again once its lead was erased', async () => {
  const { post, store } = await startHarness();
  const headers = leadHeaders();
  const first = await (await post('/leads', lead(victim), headers)).json();
  expect((await post('/leads', lead('+14155558100'), headers)).status).toBe(422);
  expect((await post('/leads', lead(victim), headers)).status).toBe(202);
  expect(await store.erase({ leads: [first.lead] })).toBe(1);
  const again = await post('/leads', lead('+14155558100'), headers);
  expect(again.status).toBe(202);
  expect((await store.find((await again.json()).lead))?.phone).toBe('14155558100');
  expect((await post('/leads', lead(victim), headers)).status).toBe(422);
});
