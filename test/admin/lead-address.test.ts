import { expect, it } from 'vitest';
import { createAdminClient } from '../../src/admin/admin-client.ts';
import { createAdminState } from '../../src/admin/admin-state.ts';
import { readLeadView, writeLeadView } from '../../src/admin/lead-view-address.ts';
import type { AddressBar } from '../../src/admin/navigation.ts';
import { leadHeaders, startHarness } from '../proxy/support/harness.ts';

const adminToken = 'canary-admin-token-0001';

/** The address bar of a browser, with its history. */
function createBar(path: string) {
  const entries = [path];
  let index = 0;
  let notify = () => {};
  const bar: AddressBar = {
    read: () => entries[index] ?? '',
    write: (next) => {
      entries.splice(++index, entries.length, next);
    },
    replace: (next) => {
      entries[index] = next;
    },
    listen: (listener) => {
      notify = listener;
    },
  };
  const back = () => {
    index -= 1;
    notify();
  };
  return { bar, back, length: () => entries.length };
}

async function open(path = '') {
  const harness = await startHarness({ adminToken });
  const leads: string[] = [];
  for (const [index, first_name] of ['Zoë', 'Ada', 'Grace'].entries()) {
    const body = { form: 'default', fields: { phone: `+1415555267${index}`, first_name } };
    leads.push((await (await harness.post('/leads', body, leadHeaders())).json()).lead);
  }
  const { bar, ...history } = createBar(path.replace('<lead>', leads[0] ?? ''));
  const state = createAdminState({
    address: bar,
    connect: (token) =>
      createAdminClient('http://proxy/admin/api/', token, (url, init) =>
        harness.proxy.fetch(new Request(url, init), { remoteAddress: '192.0.2.9' }),
      ),
    saveToken: () => undefined,
    saveFile: () => undefined,
  });
  await state.signIn(adminToken);
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
