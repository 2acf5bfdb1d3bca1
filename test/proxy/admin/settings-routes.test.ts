import { describe, expect, it } from 'vitest';
import { adminOverview } from '../../../src/protocol/admin/overview.ts';
import { adminSettings, settingsHistory } from '../../../src/protocol/admin/settings.ts';
import { type Harness, ids, leadHeaders, startHarness } from '../support/harness.ts';

const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}` };
const script = new TextEncoder().encode("const config = '<config>';");
const assets = {
  read: async (name: string) => (name === 'leadchat.js' ? { body: script, type: 'text/javascript' } : undefined),
};
const callback = { agent: ids.agent, countries: ['US'] };
const email = { name: 'email', type: 'email', label: 'Email', required: true };

function start(more: Record<string, unknown> = {}): Promise<Harness> {
  const forms = { default: { tags: ['website'], journey: { id: ids.journey }, callback } };
  return startHarness({ adminToken, forms, widget: { title: 'From the file' }, ...more }, { assets: { ...assets } });
}

async function put({ proxy }: Harness, body: unknown, headers: Record<string, string> = bearer) {
  const response = await proxy.fetch(
    new Request('http://proxy/admin/api/settings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
    { remoteAddress: '192.0.2.7' },
  );
  return { status: response.status, body: await response.json() };
}

async function read({ get }: Harness) {
  return adminSettings.parse(await (await get('/admin/api/settings', bearer)).json());
}

async function restore({ post }: Harness, body: unknown) {
  const response = await post('/admin/api/settings/restore', body, { ...bearer, origin: 'http://proxy' });
  return { status: response.status, body: await response.json() };
}

describe('settings in the dashboard', () => {
  it('are what the file says until somebody saves some', async () => {
    const settings = await read(await start());
    expect(settings).toMatchObject({ version: 0, saved: { widget: {}, forms: {} }, ignored: [] });
    expect(settings.applies).toEqual(settings.file);
    expect(settings.applies.widget).toEqual({ title: 'From the file' });
    expect(settings.sources['forms.default.callback']).toBe('file');
  });

  it('apply at once to scripts, configuration, validation, calls and replays', async () => {
    const harness = await start();
    const { get, post } = harness;
    const inlined = async () => decodeURIComponent(await (await get('/leadchat.js')).text());
    expect(await inlined()).toContain('"title":"From the file"');
    const before = await (
      await post('/leads', { form: 'default', fields: { phone: '+14155552671' } }, leadHeaders())
    ).json();

    const saved = await put(harness, {
      version: 0,
      widget: { title: 'Ask us', theme: 'dark' },
      forms: { default: { fields: [email], callback: null, tags: ['dashboard'] } },
      by: ' Ada ',
    });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      version: 1,
      by: 'Ada',
      applies: { widget: { title: 'Ask us', theme: 'dark' } },
      sources: { 'widget.title': 'saved', 'forms.default.tags': 'saved', 'forms.default.journey': 'file' },
    });
    expect(await inlined()).toContain('"title":"Ask us"');
    const config = await (await get('/config')).json();
    expect(config).toMatchObject({ widget: { title: 'Ask us', theme: 'dark' }, form: { callback: false } });
    const refused = await post('/leads', { form: 'default', fields: { phone: '+14155552672' } }, leadHeaders());
    expect([refused.status, (await refused.json()).issues]).toEqual([
      400,
      [{ path: 'fields.email', message: 'is required', code: 'required' }],
    ]);
    const call = await post('/calls', { lead: before.lead, token: before.token });
    expect([call.status, (await call.json()).reason]).toEqual([409, 'not-offered']);
    // A stored lead keeps the plan that it was accepted with.
    expect((await harness.store.find(before.lead))?.plan.tags).toEqual(['website']);
    const fields = { phone: '+14155552673', email: 'ada@example.com' };
    const after = await (await post('/leads', { form: 'default', fields }, leadHeaders())).json();
    expect((await harness.store.find(after.lead))?.plan.tags).toEqual(['dashboard']);
    expect(harness.log.lines).toContainEqual({
      level: 'info',
      event: 'settings-applied',
      facts: {
        version: 1,
        by: 'Ada',
        changed: 'widget.title,widget.theme,forms.default.fields,forms.default.callback,forms.default.tags',
      },
    });
  });

  // Each save was a version, and a hundred of them were the whole history.
  it('keep their history when somebody saves or restores what applies already', async () => {
    const harness = await start();
    expect((await put(harness, { version: 0, widget: {}, forms: { default: {} } })).body.version).toBe(0);
    const hours = { timeZone: 'Europe/Berlin', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
    const first = { widget: { title: 'First' }, forms: {}, by: 'Ada' };
    await put(harness, { version: 0, ...first });
    const second = { widget: { hours, title: 'Second' }, forms: { prices: null, default: { tags: ['b'] } } };
    expect((await put(harness, { version: 1, ...second, by: 'Ada' })).body.version).toBe(2);
    const reordered = {
      forms: { default: { tags: ['b'] }, prices: null },
      widget: { title: 'Second', hours: { open: hours.open, timeZone: hours.timeZone } },
    };
    for (const settings of [second, reordered, second]) {
      const saved = await put(harness, { version: 2, ...settings, by: 'Grace' });
      expect([saved.status, saved.body.version, saved.body.by]).toEqual([200, 2, 'Ada']);
    }
    expect((await restore(harness, { version: 2 })).body.version).toBe(2);
    const history = async () =>
      settingsHistory.parse(await (await harness.get('/admin/api/settings/history', bearer)).json()).versions;
    expect((await history()).map(({ version, by }) => [version, by])).toEqual([
      [2, 'Ada'],
      [1, 'Ada'],
    ]);
    // Who has not seen the newest version is still told, and a real change is a version.
    expect((await put(harness, { version: 1, ...second })).status).toBe(409);
    expect((await put(harness, { version: 2, ...first })).body.version).toBe(3);
  });

  it('are checked as the file is, and nothing is saved', async () => {
    const harness = await start();
    const { status, body } = await put(harness, {
      version: 0,
      widget: { color: 5, titel: 'x' },
      forms: { default: { fields: [{ name: 'email', type: 'number', label: 'Email' }] } },
    });
    expect([status, body.code]).toEqual([400, 'bad-request']);
    expect(body.issues).toEqual([
      { path: 'widget.titel', message: 'is unknown. Did you mean `title`?' },
      { path: 'widget.color', message: 'must be a CSS color, with all its brackets, got 5.' },
      { path: 'forms.default.fields.0.type', message: expect.stringContaining('must be') },
    ]);
    expect((await put(harness, { version: 0, store: 'sqlite:x' })).body.issues).toEqual([
      { path: 'store', message: 'is not a known key' },
    ]);
    expect((await read(harness)).version).toBe(0);
  });

  it('stay the newest ones, whatever was read before they were saved', async () => {
    const harness = await start();
    const { proxy, store } = harness;
    await proxy.start();
    expect((await put(harness, { version: 0, widget: { title: 'First' }, forms: {} })).status).toBe(200);
    const { readSettings } = store;
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: mayGo, resolve: go } = Promise.withResolvers<void>();
    store.readSettings = async (...version) => {
      store.readSettings = readSettings;
      const found = await readSettings(...version);
      hold();
      await mayGo;
      return found;
    };
    const late = read(harness);
    await isHeld;
    expect((await put(harness, { version: 1, widget: { title: 'Second' }, forms: {} })).status).toBe(200);
    go();
    expect((await late).applies.widget).toEqual({ title: 'Second' });
    expect((await (await harness.get('/config')).json()).widget).toMatchObject({ title: 'Second' });
  });

  it('are refused to those who have not seen the newest version', async () => {
    const harness = await start();
    expect((await put(harness, { version: 0, widget: { title: 'Mine' }, by: 'Ada' })).status).toBe(200);
    const late = await put(harness, { version: 0, widget: { title: 'Theirs' }, by: 'Grace' });
    expect(late).toMatchObject({ status: 409, body: { code: 'changed', version: 1, by: 'Ada' } });
    expect((await read(harness)).applies.widget.title).toBe('Mine');
    expect((await restore(harness, { version: 0, current: 0 })).body.code).toBe('changed');
  });

  it('have a history, and each version can be restored', async () => {
    const harness = await start();
    await put(harness, { version: 0, widget: { title: 'First' }, by: 'Ada' });
    await put(harness, { version: 1, widget: { title: 'Second', theme: 'dark' } });
    const back = await restore(harness, { version: 1, current: 2, by: 'Grace' });
    expect([back.status, back.body.version, back.body.applies.widget]).toEqual([200, 3, { title: 'First' }]);
    const history = async () =>
      settingsHistory.parse(await (await harness.get('/admin/api/settings/history', bearer)).json()).versions;
    const both = ['widget.title', 'widget.theme'];
    const at = expect.any(String);
    expect(await history()).toEqual([
      { version: 3, at, by: 'Grace', restored: 1, changed: both, values: { 'widget.title': 'First' } },
      { version: 2, at, by: '192.0.2.7', changed: both, values: { 'widget.title': 'Second', 'widget.theme': 'dark' } },
      { version: 1, at, by: 'Ada', changed: ['widget.title'], values: { 'widget.title': 'First' } },
    ]);
    const none = await restore(harness, { version: 0 });
    expect([none.body.version, none.body.applies.widget]).toEqual([4, { title: 'From the file' }]);
    expect((await restore(harness, { version: 9 })).status).toBe(404);
  });

  it('say what each version saves under the keys that it changes, forms included', async () => {
    const harness = await start();
    await put(harness, { version: 0, forms: { prices: { tags: ['a'] }, default: { tags: ['b'] } } });
    await put(harness, {
      version: 1,
      widget: { form: 'prices' },
      forms: { prices: { tags: ['a', 'c'] }, default: null },
    });
    await put(harness, { version: 2, widget: { form: 'prices' }, forms: { prices: { tags: ['a', 'c'], callback } } });
    const body = await (await harness.get('/admin/api/settings/history', bearer)).json();
    const values = settingsHistory.parse(body).versions.map((version) => version.values);
    expect(values).toEqual([
      { 'forms.prices.callback': callback },
      { 'widget.form': 'prices', 'forms.prices.tags': ['a', 'c'], 'forms.default': null },
      { 'forms.prices.tags': ['a'], 'forms.default.tags': ['b'] },
    ]);
  });

  it('that this leadchat does not understand are ignored with a line in log and dashboard', async () => {
    const harness = await start();
    // A newer build has saved them.
    const settings = { widget: { hologram: 'on', theme: 'dark' }, forms: {} };
    await harness.store.saveSettings({ settings, version: 0, at: Date.now(), by: 'Ada' });
    const found = await read(harness);
    expect(found.ignored).toEqual([{ path: 'widget.hologram', message: 'is unknown.' }]);
    expect(found.applies.widget).toEqual({ title: 'From the file', theme: 'dark' });
    expect(harness.log.lines).toContainEqual({
      level: 'warn',
      event: 'setting-ignored',
      facts: { setting: 'widget.hologram', problem: 'is unknown.' },
    });
    const overview = await (await harness.get('/admin/api/overview', bearer)).json();
    expect(adminOverview.parse(overview).settings).toEqual({ ignored: 1 });
  });

  // The proxy refused to start with a format that named a saved field, and a removed one left an empty text without a word.
  it('can add fields that the format of a webhook names, and say which of them no form has any more', async () => {
    const format = { budget: '{budget}', text: '{first_name} has {team_size?}' };
    const webhooks = [{ name: 'crm', url: 'https://crm.example.com/hook?key=canary', format }];
    const harness = await start({ webhooks });
    const missing = () => harness.log.lines.filter(({ event }) => event === 'webhook-format');
    expect((await read(harness)).warnings).toMatchObject([
      { path: 'webhooks.0.format.budget', message: expect.stringContaining('receiver crm contains {budget}') },
      { path: 'webhooks.0.format.text', message: expect.stringContaining('{team_size} is empty') },
    ]);
    expect(missing()).toHaveLength(2);

    const fields = ['first_name', 'budget', 'team_size'].map((name) => ({ name, type: 'text' }));
    const saved = await put(harness, { version: 0, forms: { default: { fields } } });
    expect([saved.status, saved.body.warnings]).toEqual([200, []]);
    const started = await startHarness({ adminToken, webhooks }, { store: harness.store });
    expect((await read(started)).warnings).toEqual([]);
    expect(started.log.events()).not.toContain('webhook-format');

    const removed = await put(harness, { version: 1, forms: { default: { fields: fields.slice(0, 2) } } });
    expect(removed.body.warnings).toMatchObject([{ path: 'webhooks.0.format.text' }]);
    expect(missing()).toHaveLength(3);
    expect(missing().at(-1)?.facts).toEqual({
      receiver: 'crm',
      problem: expect.stringContaining('contains {team_size}, which no lead has; use one of type,'),
    });
    await put(harness, { version: 2, widget: { title: 'Other' }, forms: { default: { fields: fields.slice(0, 2) } } });
    expect(missing()).toHaveLength(3);
    expect(JSON.stringify([missing(), removed.body.warnings])).not.toContain('canary');
  });

  it('can remove a form that a page of the file names, with a line in the log', async () => {
    const harness = await start({ widget: { pages: [{ url: '/prices', form: 'prices' }] } });
    const lines = () => harness.log.lines.filter(({ event }) => event === 'widget-option');
    await read(harness);
    expect(lines()).toHaveLength(1);
    await put(harness, { version: 0, forms: { prices: { fields: [email] } } });
    expect(lines()).toHaveLength(1);
    await put(harness, { version: 1, forms: {} });
    expect(lines()).toHaveLength(2);
    expect(lines()[1]?.facts).toEqual({ problem: expect.stringContaining('`widget.pages.0.form` must name a form') });
  });

  it('do not exist with adminSettings: false, and what was saved has no effect', async () => {
    const first = await start();
    await put(first, { version: 0, widget: { title: 'Saved' } });
    const harness = await startHarness(
      { adminToken, adminSettings: false, widget: { title: 'From the file' } },
      { store: first.store },
    );
    for (const path of ['', '/history']) {
      expect((await harness.get(`/admin/api/settings${path}`, bearer)).status).toBe(404);
    }
    expect((await put(harness, { version: 1, widget: {} })).status).toBe(404);
    expect((await (await harness.get('/config')).json()).widget).toEqual({ title: 'From the file' });
    expect(harness.log.events()).toContain('settings-off');
    const overview = await (await harness.get('/admin/api/overview', bearer)).json();
    expect(overview.settings).toBeUndefined();
  });

  it('need the token, and may be larger than a lead, but not huge', async () => {
    const harness = await start();
    expect((await put(harness, { version: 0 }, {})).status).toBe(401);
    const field = (index: number) => ({
      ...{ name: `field_${index}`, type: 'select', label: 'x'.repeat(200) },
      options: Array.from({ length: 20 }, (_, number) => ({ value: String(number), label: 'a' })),
    });
    const fields = Array.from({ length: 30 }, (_, index) => field(index));
    expect((await put(harness, { version: 0, forms: { default: { fields } } })).body).toMatchObject({ version: 1 });
    const huge = { version: 1, widget: { greeting: 'x'.repeat(140_000) } };
    expect((await put(harness, huge)).body.code).toBe('too-large');
    const deep = { version: 1, widget: { title: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) } };
    expect((await put(harness, deep)).status).toBe(400);
    const polluting = { version: 1, widget: JSON.parse('{"__proto__": {"title": "x"}}') };
    expect((await put(harness, polluting)).status).toBe(400);
  });
});
