import { expect, it } from 'vitest';
import type { AdminClient } from '../../src/admin/admin-client.ts';
import { createAdminState } from '../../src/admin/admin-state.ts';
import { readCallView, writeCallView } from '../../src/admin/call-view-address.ts';
import { readFunnelChoice, writeFunnelChoice } from '../../src/admin/funnel-address.ts';
import { leadHeaders, startHarness } from '../proxy/support/harness.ts';
import { fakeAddressBar } from './fake-address-bar.ts';
import { clientOf, signIn } from './sign-in.ts';

const adminToken = 'canary-admin-token-0001';

async function open(path = '') {
  const harness = await startHarness({ adminToken, forms: { default: {}, prices: {} } });
  const { bar, ...history } = fakeAddressBar(path);
  const state = await signIn(harness, adminToken, { address: bar });
  return { harness, state, bar, history };
}

it('shows the range, the form and the goal again that a link of Conversion names', async () => {
  const { state } = await open('/conversion?from=2026-11-01&to=2026-11-15&form=prices&goal=answered');
  expect(state.section.value).toBe('conversion');
  expect(state.funnel.range.value).toEqual({ from: '2026-11-01', to: '2026-11-15' });
  expect([state.funnel.form.value, state.funnel.goal.value]).toEqual(['prices', 'answered']);
});

it('changes the address with what Conversion shows, and goes back to it', async () => {
  const { state, bar, history } = await open('/conversion');
  expect(bar.read()).toBe('/conversion');
  await state.funnel.showRange({ last: 90 });
  expect(bar.read()).toBe('/conversion?days=90');
  state.funnel.setGoal('answered');
  expect(bar.read()).toBe('/conversion?days=90&goal=answered');
  await state.funnel.showRange({ from: '2026-11-01', to: '2026-11-15' });
  const places = history.length();
  // The digits of a year.
  for (const from of ['0002-11-01', '0202-11-01', '2025-11-01']) {
    await state.funnel.showRange({ from, to: '2026-11-15' });
  }
  expect(bar.read()).toBe('/conversion?from=2025-11-01&to=2026-11-15&goal=answered');
  expect(history.length()).toBe(places);
  history.back();
  expect(state.funnel.range.value).toEqual({ last: 90 });
  await state.funnel.showForm('prices');
  for (const section of ['audit', 'conversion'] as const) state.showSection(section);
  expect(bar.read()).toBe('/conversion?days=90&form=prices&goal=answered');
});

it('lists the calls that a link names, and changes the address with them', async () => {
  const { state, bar, history } = await open('/calls?state=missed&page=/prices');
  expect([state.callList.view.value, state.callList.scope.value]).toEqual(['missed', { page: '/prices' }]);
  await state.callList.narrow({ page: undefined });
  expect(bar.read()).toBe('/calls?state=missed');
  await state.callList.showView('planned');
  expect(bar.read()).toBe('/calls?state=planned');
  history.back();
  expect(state.callList.view.value).toBe('missed');
  const places = history.length();
  state.showSection('conversion');
  await state.showCalls({ form: 'prices', answered: 'true' }, { name: 'calls', count: 2 });
  expect(bar.read()).toBe('/calls?form=prices&answered=true');
  expect(history.length()).toBeLessThanOrEqual(places + 2);
  history.back();
  expect(state.section.value).toBe('conversion');
});

// What the dashboard wrote instead was another place: back led to the same list again.
it.each([
  ['/calls?page=/prices&state=missed', '/calls?state=missed&page=%2Fprices'],
  ['/conversion?goal=answered&days=90', '/conversion?days=90&goal=answered'],
  ['/conversion?days=30&form=prices', '/conversion?form=prices'],
  ['/leads?search=ada&state=all', '/leads?state=all&search=ada'],
  ['/leads?state=all&colour=red', '/leads?state=all'],
])('adds no step for an address in other words: %s', async (typed, tidy) => {
  const { bar, history } = await open('/audit');
  const places = history.length();
  history.type(typed);
  await expect.poll(() => bar.read()).toBe(tidy);
  expect(history.length()).toBe(places + 1);
  history.back();
  expect(bar.read()).toBe('/audit');
  // Also where it is the first one.
  const first = await open(typed);
  expect([first.bar.read(), first.history.length()]).toEqual([tidy, 1]);
});

it('reads addresses that people have typed, as far as it knows them', () => {
  const usual = { range: { last: 30 }, form: null, goal: 'accepted' };
  expect(readFunnelChoice('days=5&goal=money&form=A B&from=yesterday&to=2026-11-15')).toEqual(usual);
  expect(readFunnelChoice('from=2026-11-01')).toEqual(usual);
  expect(writeFunnelChoice(readFunnelChoice('days=7&form=default'))).toBe('days=7&form=default');
  expect(readCallView('state=held&page=/a&answered=perhaps&from=2026')).toEqual({ view: 'all', scope: { page: '/a' } });
  const { view, scope } = readCallView('state=expired&answered=true&from=2026-11-21T00:00:00.000Z');
  expect(readCallView(writeCallView(view, scope))).toEqual({ view, scope });
});

// The requests of a load end one by one: those that had ended before filled the lists of nobody.
it('shows nothing of a load that ends after signing out', async () => {
  const harness = await startHarness({ adminToken });
  const body = { form: 'default', fields: { phone: '+14155552671' } };
  await harness.post('/leads', body, leadHeaders());
  const real = clientOf(harness, adminToken);
  const held: (() => void)[] = [];
  let isSlow = false;
  /** The last requests of a load, as a slow network would deliver them. */
  const hold = async <T>(result: Promise<T>): Promise<T> => {
    const value = await result;
    if (isSlow) await new Promise<void>((resolve) => held.push(resolve));
    return value;
  };
  const client: AdminClient = {
    ...real,
    count: (filter) => hold(real.count(filter)),
    funnel: (query) => (query.by === 'day' ? hold(real.funnel(query)) : real.funnel(query)),
    calls: (filter, before) => hold(real.calls(filter, before)),
  };
  const state = createAdminState({ connect: () => client, saveToken: () => undefined, saveFile: () => undefined });
  await state.signIn(adminToken);
  isSlow = true;
  const loads = [state.list.searchFor('+1 415'), state.funnel.load(), state.callList.load()];
  // Of the numbers, those of the days, and of the days before.
  await expect.poll(() => held.length).toBe(4);
  state.session.signOut();
  for (const release of held) release();
  await Promise.all(loads);
  const { list, funnel, callList } = state;
  expect([list.leads.value, list.elsewhere.value, list.hasMore.value]).toEqual([[], [], false]);
  expect(callList.items.value).toEqual([]);
  expect([funnel.view.value, funnel.comments.value, funnel.hasFailed.value]).toEqual([null, undefined, false]);
});
