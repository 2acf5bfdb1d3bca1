import { describe, expect, it } from 'vitest';
import { leadHeaders, startHarness } from '../support/harness.ts';

const forms = { default: { attributes: ['plan', 'seats', 'trial'] } };

async function startWithAttributes() {
  const { post, store, get } = await startHarness({ forms });
  return {
    get,
    store,
    send: (attributes: unknown, headers = leadHeaders()) =>
      post('/leads', { form: 'default', fields: { phone: '+14155552671' }, attributes }, headers),
  };
}

describe('the attributes of a lead', () => {
  it('become custom fields of the record', async () => {
    const { send, store } = await startWithAttributes();
    const response = await send({ plan: ' pro\u0000 ', seats: 12, trial: false });
    const { lead } = await response.json();
    expect((await store.find(lead))?.record).toEqual({ phone: '14155552671', plan: 'pro', seats: 12, trial: false });
  });

  it('are public by name in GET /config', async () => {
    const { get } = await startWithAttributes();
    expect((await (await get('/config')).json()).form.attributes).toEqual(['plan', 'seats', 'trial']);
  });

  it('are the same request in any order', async () => {
    const { send } = await startWithAttributes();
    const headers = leadHeaders();
    const first = await (await send({ plan: 'pro', seats: 12 }, headers)).text();
    expect(await (await send({ seats: 12, plan: 'pro' }, headers)).text()).toBe(first);
    expect((await send({ seats: 13, plan: 'pro' }, headers)).status).toBe(422);
  });

  it.each([
    ['a name that the form does not list', { role: 'admin' }, 'attributes.role'],
    ['a name of the service', { lead_id: 'x' }, 'attributes.lead_id'],
    ['a field of the form', { phone: '+14155550000' }, 'attributes.phone'],
    ['a name of every object', { constructor: 'x' }, 'attributes.constructor'],
    ['a list', { plan: ['pro'] }, 'attributes.plan'],
    ['an object', { plan: { name: 'pro' } }, 'attributes.plan'],
    ['a text that is too long', { plan: 'x'.repeat(2001) }, 'attributes.plan'],
    ['a list instead of an object', ['pro'], 'attributes'],
  ])('are refused for %s, with an issue', async (_, attributes, path) => {
    const { send, store } = await startWithAttributes();
    const response = await send(attributes);
    expect(response.status).toBe(400);
    expect((await response.json()).issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await store.counts()).toMatchObject({ pending: 0 });
  });

  it('are refused with a small response even when there are thousands', async () => {
    const { send } = await startWithAttributes();
    const flood = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, 1]));
    const response = await send(flood);
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(1000);
  });
});
