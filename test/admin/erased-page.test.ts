import { describe, expect, it } from 'vitest';
import { callPlan, stored } from '../proxy/store/contract.ts';
import { startHarness } from '../proxy/support/harness.ts';
import { signIn } from './sign-in.ts';

const adminToken = 'an-admin-token-of-at-least-32-characters';

/** A dashboard that lists some of the leads and calls, and others come behind them. */
async function open(leadCount: number) {
  const harness = await startHarness({ adminToken });
  for (let index = 0; index < leadCount; index++) await stored(harness.store, { callback: callPlan() });
  const state = await signIn(harness, adminToken);
  await state.list.showView('all');
  await state.callList.showView('all');
  return { ...harness, state };
}

describe('a list of the dashboard whose last entry was erased meanwhile', () => {
  // It said "Start again without `before`", and "more" did the same each time.
  it('goes on with more leads', async () => {
    const { state, store } = await open(57);
    const last = state.list.leads.value.at(-1)?.lead ?? '';
    await store.erase({ leads: [last] });
    await state.list.loadMore();
    const listed = state.list.leads.value.map(({ lead }) => lead);
    expect([listed.length, new Set(listed).size, listed.includes(last)]).toEqual([56, 56, false]);
    expect(state.list.hasMore.value).toBe(false);
    expect(state.session.notice.value).toBe('');
  });

  it('goes on with more calls, also on the third page', async () => {
    const { state, store } = await open(112);
    await state.callList.loadMore();
    expect(state.callList.items.value).toHaveLength(100);
    const last = state.callList.items.value.at(-1)?.lead ?? '';
    await store.erase({ leads: [last] });
    await state.callList.loadMore();
    const listed = state.callList.items.value.map(({ lead }) => lead);
    expect([listed.length, new Set(listed).size, listed.includes(last)]).toEqual([111, 111, false]);
    expect(state.callList.hasMore.value).toBe(false);
    expect(state.session.notice.value).toBe('');
  });
});
