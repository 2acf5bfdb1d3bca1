import { describe, expect, it } from 'vitest';
import { leadHeaders, startHarness } from '../support/harness.ts';

const adminToken = 'a-token-for-operators';
/** The experiments that the proxy's configuration has, as it writes them. */
const experiments = ['greeting', 'color', 'a', 'b'].map((name) => ({ name, variants: [{ name: '1' }, { name: '2' }] }));
const widget = { experiments: experiments.slice(0, 2), pages: [{ url: '/*', experiments: experiments.slice(2) }] };
const lead = { form: 'default', fields: { phone: '+14155552671' }, page: { url: 'https://www.example.com/prices' } };

describe('what a lead’s visitor has seen of experiments', () => {
  it('becomes custom fields of the record, is counted with the lead, and finds it', async () => {
    const { post, store, get } = await startHarness({ adminToken, widget });
    const response = await post('/leads', { ...lead, variants: { greeting: 'short', color: 'b' } }, leadHeaders());
    const { lead: id } = await response.json();
    expect((await store.find(id))?.record).toMatchObject({ experiment_greeting: 'short', experiment_color: 'b' });
    const operator = { authorization: `Bearer ${adminToken}` };
    const { rows } = await (await get('/admin/api/funnel?by=variant', operator)).json();
    expect(rows).toMatchObject([
      { experiment: 'color', name: 'b', leads: { accepted: 1 } },
      { experiment: 'greeting', name: 'short', leads: { accepted: 1 } },
    ]);
    const list = async (variant: string) =>
      (await (await post('/admin/api/leads/search', { filter: { variant } }, operator)).json()).leads;
    expect(await list('greeting=short')).toMatchObject([{ lead: id }]);
    expect(await list('greeting=long')).toEqual([]);
  });

  it('is the same request in any order', async () => {
    const { post } = await startHarness({ widget });
    const key = leadHeaders();
    const first = await (await post('/leads', { ...lead, variants: { a: '1', b: '2' } }, key)).text();
    expect(await (await post('/leads', { ...lead, variants: { b: '2', a: '1' } }, key)).text()).toBe(first);
    expect((await post('/leads', { ...lead, variants: { a: '2', b: '2' } }, key)).status).toBe(422);
  });

  it('does not replace a field or attribute of the form', async () => {
    const { post, store } = await startHarness({ widget, forms: { default: { attributes: ['experiment_hero'] } } });
    const body = { ...lead, attributes: { experiment_hero: 'page' }, variants: { hero: 'widget' } };
    const { lead: id } = await (await post('/leads', body, leadHeaders())).json();
    expect((await store.find(id))?.record).toMatchObject({ experiment_hero: 'page' });
  });

  // Twenty custom fields of any name per lead.
  it('is left out for experiments that the configuration does not have', async () => {
    const forms = { default: { attributes: ['experiment_hero'] } };
    const { post, store } = await startHarness({ widget, forms });
    const invented = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`invented${index}`, 'x']));
    const variants = { ...invented, constructor: 'x', greeting: 'gone', hero: 'large', b: '1' };
    const { lead: id } = await (await post('/leads', { ...lead, variants }, leadHeaders())).json();
    const record = (await store.find(id))?.record ?? {};
    expect(Object.keys(record).filter((name) => name.startsWith('experiment_'))).toEqual([
      'experiment_greeting',
      'experiment_hero',
      'experiment_b',
    ]);
  });

  it.each<[string, unknown]>([
    ['a name with =', { 'a=b': 'x' }],
    ['a name with markup', { '<b>x</b>': 'x' }],
    ['a name that a log would resolve', { '${jndi:ldap://x}': 'x' }],
    ['a variant with markup', { greeting: '<b>x</b>' }],
    ['a long name', { ['x'.repeat(41)]: 'x' }],
    ['an empty name', { '': 'x' }],
    ['no text', { greeting: 7 }],
    ['a long text', { greeting: 'x'.repeat(65) }],
    ['a control character', { greeting: 'a\nb' }],
    ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`e${index}`, 'a']))],
    ['a list', ['short']],
  ])('is refused with %s', async (_, variants) => {
    const { post, store } = await startHarness();
    const response = await post('/leads', { ...lead, variants }, leadHeaders());
    expect(response.status).toBe(400);
    expect((await response.json()).issues[0].path).toMatch(/^variants/);
    expect(await store.counts()).toMatchObject({ pending: 0 });
  });
});
