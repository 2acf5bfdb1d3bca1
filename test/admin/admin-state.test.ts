import { describe, expect, it } from 'vitest';
import { createAdminClient } from '../../src/admin/admin-client.ts';
import { createAdminState } from '../../src/admin/admin-state.ts';
import { type Harness, leadHeaders, startHarness } from '../proxy/support/harness.ts';

const adminToken = 'canary-admin-token-0001';

/** The page's state over the proxy's real API. */
async function open(token = adminToken) {
  const harness = await startHarness({ adminToken });
  const kept: (string | null)[] = [];
  let offline = false;
  const state = createAdminState({
    connect: (given) =>
      createAdminClient('http://proxy/admin/api/', given, async (url, init) => {
        if (offline) throw new TypeError('fetch failed');
        return harness.proxy.fetch(new Request(url, init), { remoteAddress: '192.0.2.1' });
      }),
    keep: (given) => kept.push(given),
  });
  await state.signIn(token);
  return {
    ...harness,
    state,
    kept,
    goOffline: () => {
      offline = true;
    },
    listed: () => state.leads.value.map(({ lead }) => lead),
  };
}

async function store({ post }: Pick<Harness, 'post'>, phone: string, extra: object = {}): Promise<string> {
  const body = { form: 'default', fields: { phone }, ...extra };
  return (await (await post('/leads', body, leadHeaders())).json()).lead;
}

describe('the operator’s page', () => {
  it('signs in with the right token only, and keeps no other', async () => {
    const wrong = await open('canary-admin-token-0002');
    expect(wrong.state.session.value).toBe('signed-out');
    expect(wrong.state.notice.value).toContain('admin token');
    expect(wrong.kept).not.toContain('canary-admin-token-0002');
    const right = await open();
    expect(right.state.session.value).toBe('signed-in');
    expect(right.kept).toEqual([adminToken]);
    right.state.signOut();
    expect(right.kept).toEqual([adminToken, null]);
    expect(right.state.overview.value).toBeNull();
  });

  it('shows what waits for somebody first: unknown, then dead, then held', async () => {
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
    await page.state.refresh();
    expect(page.listed()).toEqual([unknown, dead, held]);
    await page.state.show('all');
    expect(page.listed()).toEqual([pending, held, dead, unknown]);
    await page.state.show('dead');
    expect(page.listed()).toEqual([dead]);
    expect(page.state.overview.value?.counts).toMatchObject({ unknown: 1, dead: 1, held: 1, pending: 1 });
  });

  it('acts on a lead and shows what became of it', async () => {
    const page = await open();
    const held = await store(page, '+14155552671', { website: 'spam' });
    await page.state.refresh();
    const [lead] = page.state.leads.value;
    if (lead === undefined) throw new Error('nothing is listed');
    page.state.select(lead);
    await page.state.act('release', lead);
    expect(page.state.notice.value).toBe('Released. It is delivered now.');
    expect(page.listed()).toEqual([]);
    expect(page.state.selected.value).toBeNull();
    expect((await page.store.find(held))?.state).toBe('pending');
    await page.state.act('replay', lead);
    expect(page.state.notice.value).toContain('there is nothing to replay');
    await page.state.act('erase', lead);
    expect(await page.store.find(held)).toBeUndefined();
  });

  it('finds leads, and loads more of them', async () => {
    const page = await open();
    for (let index = 0; index < 60; index++) await store(page, `+1415201${1000 + index}`);
    await page.state.show('all');
    expect([page.listed().length, page.state.more.value]).toEqual([50, true]);
    await page.state.loadMore();
    expect([page.listed().length, new Set(page.listed()).size, page.state.more.value]).toEqual([60, 60, false]);
    await page.state.find('2011007');
    expect(page.state.leads.value.map(({ phone }) => phone)).toEqual(['14152011007']);
  });

  it('says so when the proxy does not answer, and keeps what it shows', async () => {
    const page = await open();
    await store(page, '+14155552671', { website: 'spam' });
    await page.state.refresh();
    page.goOffline();
    await page.state.refresh();
    expect(page.state.notice.value).toBe('The proxy does not answer.');
    expect(page.listed()).toHaveLength(1);
    expect(page.state.session.value).toBe('signed-in');
  });
});
