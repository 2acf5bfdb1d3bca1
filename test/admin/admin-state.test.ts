import { describe, expect, it } from 'vitest';
import { createAdminClient } from '../../src/admin/admin-client.ts';
import { createAdminState } from '../../src/admin/admin-state.ts';
import { type Harness, leadHeaders, startHarness } from '../proxy/support/harness.ts';
import { manualClock } from '../support/manual-clock.ts';
import { parseCsv } from '../support/parse-csv.ts';

const adminToken = 'canary-admin-token-0001';

/** The dashboard's state with the proxy's real API. */
async function open({
  token = adminToken,
  before,
}: {
  token?: string;
  before?: (harness: Harness) => Promise<unknown>;
} = {}) {
  const harness = await startHarness({ adminToken });
  const clock = manualClock();
  const files: { name: string; content: Blob }[] = [];
  await before?.(harness);
  const urls: string[] = [];
  const saved: (string | null)[] = [];
  const hooks = { beforeAnswer: async (_url: string) => {} };
  let inFlight = 0;
  let offline = false;
  let hasNewToken = false;
  const state = createAdminState({
    connect: (entered) =>
      createAdminClient('http://proxy/admin/api/', entered, async (url, init) => {
        urls.push(String(url));
        if (offline) throw new TypeError('fetch failed');
        if (hasNewToken) return Response.json({ message: 'Send the admin token' }, { status: 401 });
        inFlight += 1;
        const answer = await harness.proxy.fetch(new Request(url, init), { remoteAddress: '192.0.2.1' });
        await hooks.beforeAnswer(String(url));
        inFlight -= 1;
        return answer;
      }),
    saveToken: (changed) => saved.push(changed),
    saveFile: (name, content) => files.push({ name, content }),
    clock,
  });
  await state.signIn(token);
  return {
    ...harness,
    state,
    saved,
    files,
    clock,
    urls,
    hooks,
    /** Requests that have not been answered yet. */
    inFlight: () => inFlight,
    changeToken: () => {
      hasNewToken = true;
    },
    goOffline: () => {
      offline = true;
    },
    listed: () => state.list.leads.value.map(({ lead }) => lead),
  };
}

async function store({ post }: Pick<Harness, 'post'>, phone: string, extra: object = {}): Promise<string> {
  const body = { form: 'default', fields: { phone }, ...extra };
  return (await (await post('/leads', body, leadHeaders())).json()).lead;
}

/** Makes the journey step of all stored leads fail, with an outcome by index. */
async function fail({ store }: Pick<Harness, 'store'>, outcome: (index: number) => string): Promise<void> {
  const now = Date.now();
  const { leads } = await store.claim({ owner: 'test', now, leaseMs: 60_000, limit: 1000 });
  for (const [index, { id, steps }] of leads.entries()) {
    const failed = steps.map((step) =>
      step.step === 'journey'
        ? { ...step, state: 'dead' as const, answer: outcome(index) }
        : { ...step, state: 'done' as const },
    );
    await store.checkpoint({ lead: id, owner: 'test', now, steps: failed });
  }
}

describe('the state of the admin dashboard', () => {
  it('signs in with the right token only, and saves no other token', async () => {
    const wrong = await open({ token: 'canary-admin-token-0002' });
    expect(wrong.state.session.status.value).toBe('signed-out');
    expect(wrong.state.session.notice.value).toBe('Nobody has this token here. Check that all of it is copied.');
    expect(wrong.saved).not.toContain('canary-admin-token-0002');
    const right = await open();
    expect(right.state.session.status.value).toBe('signed-in');
    expect(right.saved).toEqual([adminToken]);
    right.state.session.signOut();
    expect(right.saved).toEqual([adminToken, null]);
    expect(right.state.overview.value).toBeNull();
  });

  it('counts a sign-in as one attempt, so that the right token works after nine wrong ones', async () => {
    const page = await open({ token: 'canary-admin-token-0002' });
    for (let attempt = 2; attempt <= 9; attempt++) await page.state.signIn('canary-admin-token-0002');
    expect(page.log.events().filter((event) => event === 'admin-refused')).toHaveLength(9);
    await page.state.signIn(adminToken);
    expect(page.state.session.status.value).toBe('signed-in');
  });

  it('says that the token has changed when it is no longer accepted', async () => {
    const page = await open();
    page.changeToken();
    await page.state.refresh();
    expect(page.state.session.status.value).toBe('signed-out');
    expect(page.state.session.notice.value).toBe('Your token does not apply any more. Sign in with the new one.');
  });

  it('lists leads that need attention: unknown, then dead, then held', async () => {
    const page = await open();
    const [unknown, dead] = [await store(page, '+14155552671'), await store(page, '+14155552672')];
    const now = Date.now();
    const { leads } = await page.store.claim({ owner: 'test', now, leaseMs: 60_000, limit: 10 });
    for (const { id, steps } of leads) {
      const state = id === unknown ? 'unknown' : 'dead';
      const ended = steps.map((step) => ({ ...step, state: step.step === 'journey' ? state : 'done' }) as const);
      await page.store.checkpoint({ lead: id, owner: 'test', now, steps: ended });
    }
    const held = await store(page, '+14155552673', { website: 'spam' });
    const pending = await store(page, '+14155552674');
    await page.state.list.showView('attention');
    await page.state.refresh();
    expect(page.listed()).toEqual([unknown, dead, held]);
    await page.state.list.showView('all');
    expect(page.listed()).toEqual([pending, held, dead, unknown]);
    await page.state.list.showView('dead');
    expect(page.listed()).toEqual([dead]);
    expect(page.state.overview.value?.counts).toMatchObject({ unknown: 1, dead: 1, held: 1, pending: 1 });
  });

  it('opens on all leads when none needs attention', async () => {
    const quiet = await open({ before: (page) => store(page, '+14155552671') });
    expect(quiet.state.list.view.value).toBe('all');
    expect(quiet.listed()).toHaveLength(1);
    const busy = await open({ before: (page) => store(page, '+14155552671', { website: 'spam' }) });
    expect(busy.state.list.view.value).toBe('attention');
  });

  it('filters by cause, and replays all leads with that cause', async () => {
    const page = await open();
    const phones = Array.from({ length: 210 }, (_, index) => `+1415201${1000 + index}`);
    for (const phone of phones) await store(page, phone);
    await fail(page, (index) => (index < 205 ? '404 not-found' : '400 bad-request'));
    await page.state.refresh();
    await page.state.list.showView('dead');
    expect(page.state.list.causes.value).toEqual([
      { state: 'dead', cause: 'journey: 404 not-found', count: 205 },
      { state: 'dead', cause: 'journey: 400 bad-request', count: 5 },
    ]);
    await page.state.list.showCause(page.state.list.causes.value[1] ?? null);
    expect(page.listed()).toHaveLength(5);
    await page.state.list.showCause(page.state.list.causes.value[0] ?? null);
    await page.state.actOnAll('replay', page.state.list.filters());
    expect(page.state.session.notice.value).toBe('205 leads being sent again.');
    expect(page.state.overview.value?.counts).toMatchObject({ pending: 205, dead: 5 });
    // No lead has the cause any more, so all dead leads are listed again.
    expect(page.state.list.cause.value).toBeNull();
    expect(page.listed()).toHaveLength(5);
  });

  it('releases all held leads', async () => {
    const page = await open();
    for (const phone of ['+14155552671', '+14155552672']) await store(page, phone, { website: 'spam' });
    await page.state.list.showView('held');
    await page.state.actOnAll('release', page.state.list.filters());
    expect(page.state.overview.value?.counts).toMatchObject({ pending: 2, held: 0 });
    expect(page.listed()).toEqual([]);
  });

  it('sends the search text in a body, never in a URL', async () => {
    const page = await open();
    await store(page, '+14155552671');
    await page.state.list.searchFor('5552671');
    expect(page.listed()).toHaveLength(1);
    expect(page.urls.length).toBeGreaterThan(0);
    expect(page.urls.filter((url) => url.includes('5552671'))).toEqual([]);
  });

  it('acts on a lead and shows the result', async () => {
    const page = await open();
    const held = await store(page, '+14155552671', { website: 'spam' });
    await page.state.list.showView('held');
    const [lead] = page.state.list.leads.value;
    if (lead === undefined) throw new Error('nothing is listed');
    page.state.list.select(lead);
    await page.state.act('release', lead);
    expect(page.state.session.notice.value).toBe('Released. The lead is being sent.');
    expect(page.listed()).toEqual([]);
    expect(page.state.list.selected.value).toBeNull();
    expect((await page.store.find(held))?.state).toBe('pending');
    await page.state.act('replay', lead);
    expect(page.state.session.notice.value).toContain('there is nothing to replay');
    await page.state.act('erase', lead);
    expect(await page.store.find(held)).toBeUndefined();
  });

  // On a phone, the list is not shown beside a lead that is open.
  it('closes a lead that is no longer listed, also if the list is loaded again meanwhile', async () => {
    const page = await open();
    await store(page, '+14155552671', { website: 'spam' });
    await page.state.list.showView('held');
    const [lead] = page.state.list.leads.value;
    if (lead === undefined) throw new Error('nothing is listed');
    page.state.list.select(lead);
    await expect.poll(() => page.state.list.openId.value).toBe(lead.lead);
    let refreshed: Promise<void> | undefined;
    let isReleased = false;
    let isHeld = false;
    const newer = Promise.withResolvers<void>();
    page.hooks.beforeAnswer = async (url) => {
      isReleased ||= url.endsWith('/release');
      if (!isReleased || !url.includes('/leads') || url.includes(lead.lead)) return;
      if (refreshed === undefined) {
        refreshed = page.state.list.load();
        return;
      }
      isHeld = true;
      await newer.promise;
    };
    const acted = page.state.act('release', lead);
    // The newer list is slow: when nothing else is awaited, an action that does not wait for it is over.
    await expect.poll(() => isHeld && page.inFlight()).toBe(1);
    newer.resolve();
    await acted;
    expect(refreshed).toBeDefined();
    expect(page.state.list.selected.value).toBeNull();
    await refreshed;
    expect(page.listed()).toEqual([]);
  });

  it('shows the effect of an action as it happens, until nothing is pending', async () => {
    const page = await open();
    await store(page, '+14155552671', { website: 'spam' });
    await page.state.list.showView('held');
    await page.state.actOnAll('release', page.state.list.filters());
    expect(page.state.overview.value?.counts).toMatchObject({ pending: 1, delivered: 0 });
    await fail(page, () => '404 not-found');
    await page.clock.advance(1000);
    await expect.poll(() => page.state.overview.value?.counts).toMatchObject({ pending: 0, dead: 1 });
    await expect.poll(() => page.clock.pending).toBe(0);
  });

  it('stops watching a lead that stays pending after half a minute, and at the sign-out', async () => {
    const page = await open();
    const release = async (phone: string) => {
      await store(page, phone, { website: 'spam' });
      await page.state.list.showView('held');
      await page.state.actOnAll('release', page.state.list.filters());
      expect(page.clock.pending).toBe(1);
    };
    await release('+14155552671');
    for (let second = 1; second < 30; second++) {
      await page.clock.advance(1000);
      await expect.poll(() => page.clock.pending).toBe(1);
    }
    await page.clock.advance(1000);
    await expect.poll(() => page.clock.pending).toBe(0);
    await release('+14155552672');
    page.state.session.signOut();
    expect(page.clock.pending).toBe(0);
  });

  it('saves all leads of the view as a file, without the search text in a URL', async () => {
    const page = await open();
    for (let index = 0; index < 60; index++) await store(page, `+1415201${1000 + index}`);
    await page.state.list.showView('pending');
    await page.state.downloadCsv();
    expect(page.files.map(({ name }) => name)).toEqual(['leads-pending-2023-11-14.csv']);
    expect(parseCsv((await page.files[0]?.content.text()) ?? '')).toHaveLength(60);
    await page.state.list.searchFor('2011007');
    await page.state.downloadCsv();
    expect(parseCsv((await page.files[1]?.content.text()) ?? '')).toMatchObject([{ phone: '(+1) 415 201 1007' }]);
    expect(page.urls.filter((url) => url.includes('2011007'))).toEqual([]);
  });

  it('shows that a download has failed, and saves no part of it', async () => {
    const page = await open();
    for (let index = 0; index < 201; index++) await store(page, `+1415201${1000 + index}`);
    const { list } = page.store;
    let pages = 0;
    page.store.list = (query) => (++pages === 1 ? list(query) : Promise.reject(new Error('the database is gone')));
    await page.state.downloadCsv();
    expect(page.state.session.notice.value).toBe('The download broke off. Try again.');
    expect(page.files).toEqual([]);
    expect(page.state.isDownloading.value).toBe(false);
  });

  it('finds leads, and loads more of them', async () => {
    const page = await open();
    for (let index = 0; index < 60; index++) await store(page, `+1415201${1000 + index}`);
    await page.state.list.showView('all');
    expect([page.listed().length, page.state.list.hasMore.value]).toEqual([50, true]);
    await page.state.list.loadMore();
    expect([page.listed().length, new Set(page.listed()).size, page.state.list.hasMore.value]).toEqual([60, 60, false]);
    await page.state.list.searchFor('2011007');
    expect(page.state.list.leads.value.map(({ phone }) => phone)).toEqual(['14152011007']);
  });

  // All that was said was the error of the second request, so nobody knew that the field is corrected.
  it('says that a lead is corrected, also if it cannot be sent again', async () => {
    const page = await open();
    await store(page, '+14155552671');
    await fail(page, () => '400 bad-request');
    await page.state.list.showView('dead');
    const [lead] = page.state.list.leads.value;
    if (lead === undefined) throw new Error('no lead is listed');
    page.hooks.beforeAnswer = async (url) => {
      if (url.endsWith('/replay')) throw new TypeError('fetch failed');
    };
    await page.state.correct(lead, 'last_name', 'Lovelace');
    expect(page.state.session.notice.value).toBe('Corrected. The proxy does not respond.');
  });

  it('shows that the proxy does not respond, and keeps the list', async () => {
    const page = await open();
    await store(page, '+14155552671', { website: 'spam' });
    await page.state.refresh();
    page.goOffline();
    await page.state.refresh();
    expect(page.state.session.notice.value).toBe('The proxy does not respond.');
    expect(page.listed()).toHaveLength(1);
    expect(page.state.session.status.value).toBe('signed-in');
  });
});
