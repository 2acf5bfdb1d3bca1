import { expect, it } from 'vitest';
import type { LeadListState } from '../../src/admin/lead-list-state.ts';
import { readLeadView, writeLeadView } from '../../src/admin/lead-view-address.ts';
import { leadHeaders, startHarness } from '../proxy/support/harness.ts';
import { fakeAddressBar } from './fake-address-bar.ts';
import { signIn } from './sign-in.ts';

const adminToken = 'canary-admin-token-0001';

async function open(path = '') {
  const harness = await startHarness({ adminToken });
  const leads: string[] = [];
  for (const [index, first_name] of ['Zoë', 'Ada', 'Grace'].entries()) {
    const body = { form: 'default', fields: { phone: `+1415555267${index}`, first_name } };
    leads.push((await (await harness.post('/leads', body, leadHeaders())).json()).lead);
  }
  const { bar, ...history } = fakeAddressBar(path.replace('<lead>', leads[0] ?? ''));
  const state = await signIn(harness, adminToken, { address: bar });
  const names = () => state.list.leads.value.map(({ record }) => record.first_name);
  return { state, bar, history, leads, names, harness };
}

it('opens what a shared link names: a lead, with the list that it was found in', async () => {
  const { state, names, leads } = await open('/leads/<lead>?state=waiting&search=zoe');
  expect(state.list.selected.value?.lead).toBe(leads[0]);
  expect(names()).toEqual(['Zoë']);
  expect(state.list.view.value).toBe('pending');
});

it('changes the address with what is shown, and goes back to it', async () => {
  const { state, bar, history, names, leads } = await open();
  expect(bar.read()).toBe('/leads?state=all');
  await state.list.showView('pending');
  await state.list.sortBy('name');
  expect(bar.read()).toBe('/leads?state=waiting&sort=name');
  expect(names()).toEqual(['Ada', 'Grace', 'Zoë']);
  const places = history.length();
  for (const text of ['g', 'gr', 'gra']) await state.list.searchFor(text);
  expect(bar.read()).toBe('/leads?state=waiting&search=gra&sort=name');
  // The first letter is a place, and the others change it.
  expect(history.length()).toBe(places + 1);
  const [grace] = state.list.leads.value;
  state.list.select(grace ?? null);
  expect(bar.read()).toBe(`/leads/${leads[2]}?state=waiting&search=gra&sort=name`);
  history.back();
  await expect.poll(() => state.list.selected.value).toBeNull();
  expect(state.list.search.value).toBe('gra');
  history.back();
  await expect.poll(names).toEqual(['Ada', 'Grace', 'Zoë']);
});

it('says that a lead is gone, and shows the list', async () => {
  const { state, bar, harness, leads } = await open('/leads?state=all');
  await harness.store.erase({ leads: [leads[1] ?? ''] });
  state.navigation.goTo(`/leads/${leads[1]}?state=all`);
  await expect.poll(() => state.session.notice.value).toBe('This lead does not exist any more.');
  expect(bar.read()).toBe('/leads?state=all');
});

it('reads addresses that people have typed, as far as it knows them', () => {
  expect(readLeadView('state=nonsense&sort=size&from=yesterday&page=/prices&search=%2B1 415')).toEqual({
    state: 'attention',
    search: '+1 415',
    scope: { page: '/prices' },
    sort: 'newest',
  });
  const view = readLeadView('state=suspected-spam&form=default&from=2026-11-21T00%3A00%3A00.000Z&sort=oldest');
  expect(view).toMatchObject({ state: 'held', scope: { form: 'default', from: '2026-11-21T00:00:00.000Z' } });
  expect(readLeadView(writeLeadView(view))).toEqual(view);
});

// Section and address were two owners: a tab named the section only, and the list followed that.
it('shows the list and the lead again that somebody has left for another tab', async () => {
  const { state, bar, names, leads } = await open('/leads?state=all');
  await state.list.searchFor('grace');
  await state.list.open(leads[2] ?? '');
  const place = bar.read();
  expect(place).toBe(`/leads/${leads[2]}?state=all&search=grace`);
  for (const section of ['audit', 'leads'] as const) state.showSection(section);
  expect(state.section.value).toBe('leads');
  expect(bar.read()).toBe(place);
  await state.list.load();
  expect([names(), state.list.view.value, state.list.selected.value?.lead]).toEqual([['Grace'], 'all', leads[2]]);
});

it('goes back with one step from what a number, a call or a message has opened', async () => {
  const { state, history, leads } = await open('/conversion');
  state.list.select(null);
  await state.list.showView('dead');
  const places = history.length();
  await state.showLeads({ state: 'pending', page: '/prices' }, { name: 'waiting', count: 2 });
  expect(history.length()).toBe(places + 1);
  expect([state.list.view.value, state.list.scope.value]).toEqual(['pending', { page: '/prices' }]);
  history.back();
  expect(state.section.value).toBe('conversion');
  state.navigation.goTo('/audit');
  const others = history.length();
  await state.showLead(leads[1] ?? '');
  expect(state.list.selected.value?.lead).toBe(leads[1]);
  expect(history.length()).toBe(others + 1);
  history.back();
  expect(state.section.value).toBe('audit');
});

// These forgot the lead that was on its way.
it.each([
  ['view', (list: LeadListState) => list.showView('held')],
  ['cause', (list: LeadListState) => list.showCause({ state: 'dead', cause: 'create: timeout', count: 1 })],
  ['scope', (list: LeadListState) => list.showScope({ form: 'default' })],
] as const)('keeps a lead closed that was being opened when another %s was chosen', async (_, choose) => {
  const { state, leads } = await open('/leads?state=all');
  const opened = state.list.open(leads[0] ?? '');
  const chosen = choose(state.list);
  await Promise.all([opened, chosen]);
  expect([state.list.selected.value, state.list.openId.value]).toEqual([null, null]);
});

it('says that the lead of a link is gone, also at the sign-in', async () => {
  const { state, bar } = await open('/leads/b1000000-0000-4000-8000-000000000009?state=all');
  expect(state.session.notice.value).toBe('This lead does not exist any more.');
  expect(bar.read()).toBe('/leads?state=all');
});

it('lists leads for an address with values that no filter can have', async () => {
  const values = { from: '2026', to: '21 Nov 2026', form: 'A B', page: 'p'.repeat(301), search: 's'.repeat(201) };
  const { state, names } = await open(`/leads?state=all&${new URLSearchParams(values)}`);
  expect(state.session.notice.value).toBe('');
  expect(names()).toHaveLength(3);
  expect(state.list.address.value).toBe('state=all');
});
