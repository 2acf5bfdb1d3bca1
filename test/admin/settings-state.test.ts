import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { AdminClient } from '../../src/admin/admin-client.ts';
import { isSameSettings, withName, withoutIgnored, withSetting } from '../../src/admin/settings/draft.ts';
import { mergeSettings } from '../../src/admin/settings/merge/merge-settings.ts';
import { createSettingsState } from '../../src/admin/settings/settings-state.ts';
import { fakeSettingsClient } from './fake-settings-client.ts';

async function open(file: Record<string, unknown> = {}) {
  const client = fakeSettingsClient(file);
  const notice = signal('');
  const session = {
    status: signal('signed-in' as const),
    notice,
    signIn: async () => {},
    signOut: () => {},
    async request<T>(send: (client: AdminClient) => Promise<{ ok: true; value: T } | { ok: false; message: string }>) {
      // The other methods are not called here.
      const result = await send(Object.assign(Object.create(null), client));
      if (result.ok) return result.value;
      notice.value = result.message;
      return undefined;
    },
  };
  let check = () => {};
  const clock = {
    now: () => 0,
    after: (_: number, task: () => void) => {
      check = task;
      return () => {};
    },
  };
  const state = createSettingsState({ session, operatorName: signal('Ada'), clock });
  await state.load();
  return { state, client, notice, check: () => check() };
}

describe('a draft of what was saved before', () => {
  const nothing = {
    version: 1,
    applies: { widget: {}, forms: {} },
    file: { widget: {}, forms: {} },
    sources: {},
    warnings: [],
  };
  const message = 'can be set in the configuration file only.';

  it('keeps the pages and variants around a key that only the file may set', () => {
    const pages = [{ url: '/', title: 'P', wssUrl: 'wss://evil.example' }];
    const saved = { widget: { pages, flowId: 'x', color: 5 }, forms: {} };
    const paths = ['widget.pages.0.wssUrl', 'widget.flowId', 'widget.color'];
    const ignored = paths.map((path) => ({ path, message }));
    expect(withoutIgnored({ ...nothing, saved, ignored }).widget).toEqual({ pages: [{ url: '/', title: 'P' }] });
  });
});

describe('the tab "Settings"', () => {
  it('saves a change, and undoes it with the version before', async () => {
    const { state, notice } = await open({ title: 'File' });
    expect(state.isChanged.value).toBe(false);
    state.set({}, 'title', 'Mine');
    expect([state.isChanged.value, state.draft.value.widget]).toEqual([true, { title: 'Mine' }]);
    await state.loadHistory();
    await state.save();
    expect(state.isChanged.value).toBe(false);
    expect(state.loaded.value).toMatchObject({ version: 1, by: 'Ada', applies: { widget: { title: 'Mine' } } });
    expect(notice.value).toBe('Saved. It is on your site within five seconds.');
    expect(state.history.value?.map(({ version }) => version)).toEqual([1]);
    await state.restore(0);
    expect(state.loaded.value?.applies.widget).toEqual({ title: 'File' });
    expect(notice.value).toBe('The configuration file applies again.');
  });

  it('keeps what is refused, and says what is wrong', async () => {
    const { state, notice, check } = await open();
    state.set({}, 'title', 'bad');
    check();
    await expect.poll(() => state.issues.value).toEqual([{ path: 'widget.title', message: 'must be another text.' }]);
    await state.save();
    expect(notice.value).toBe('Nothing is saved yet: correct the marked settings.');
    expect(state.draft.value.widget).toEqual({ title: 'bad' });
    state.discard();
    expect([state.isChanged.value, state.issues.value]).toEqual([false, []]);
  });

  it('loses nothing when somebody else has saved meanwhile', async () => {
    const { state, client, notice } = await open();
    state.set({}, 'title', 'Mine');
    client.saveElsewhere({ greeting: 'Theirs', title: 'Theirs' });
    await state.save();
    expect([state.newer.value?.by, notice.value]).toEqual(['Grace', '']);
    expect(state.draft.value.widget).toEqual({ title: 'Mine' });
    state.takeNewer(true);
    expect(state.draft.value.widget).toEqual({ greeting: 'Theirs', title: 'Mine' });
    await state.save();
    expect(state.loaded.value).toMatchObject({ version: 2, saved: { widget: { greeting: 'Theirs', title: 'Mine' } } });

    state.set({}, 'title', 'Again mine');
    client.saveElsewhere({ title: 'Again theirs' });
    await state.load();
    state.takeNewer(false);
    expect([state.isChanged.value, state.loaded.value?.applies.widget]).toEqual([false, { title: 'Again theirs' }]);
  });
});

describe('changes that are discarded', () => {
  // Cause: the version that they began with was said to apply, though a newer one was known already.
  it('leave what somebody else has saved meanwhile, and come back onto it', async () => {
    const { state, client } = await open({ title: 'File' });
    state.set({}, 'title', 'Mine');
    client.saveElsewhere({ greeting: 'Theirs', title: 'Theirs' });
    await state.load();
    state.discard();
    expect([state.newer.value, state.isChanged.value, state.loaded.value?.version]).toEqual([null, false, 1]);
    await state.load();
    expect(state.isDiscarded.value).toBe(true);
    state.undoDiscard();
    expect(state.draft.value.widget).toEqual({ greeting: 'Theirs', title: 'Mine' });
    await state.save();
    expect(state.loaded.value?.saved.widget).toEqual({ greeting: 'Theirs', title: 'Mine' });
  });

  it('come back onto what somebody else has saved since', async () => {
    const { state, client } = await open({ starters: ['Prices?'] });
    state.set({}, 'starters', ['Prices?', 'Demo?']);
    state.discard();
    client.saveElsewhere({ starters: ['Prices?', 'Jobs?'], color: 'red' });
    await state.load();
    expect([state.isDiscarded.value, state.loaded.value?.version]).toEqual([true, 1]);
    state.undoDiscard();
    const { starters, color } = state.draft.value.widget;
    expect([Array.from(Object(starters)).sort(), color]).toEqual([['Demo?', 'Jobs?', 'Prices?'], 'red']);
    expect(state.isDiscarded.value).toBe(false);
  });

  it('come back as they were where nobody has saved anything, and to nobody else', async () => {
    const { state } = await open({ title: 'File', starters: ['Prices?'] });
    state.set({}, 'title', null);
    state.set({}, 'starters', ['Demo?']);
    const { value: mine } = state.draft;
    state.discard();
    state.undoDiscard();
    expect(state.draft.value).toEqual(mine);
    state.discard();
    state.clear();
    await state.load();
    expect(state.isDiscarded.value).toBe(false);
  });
});

/** Holds the responses of a method back, as a slow network does, until `release`. */
function holdBack<Request extends unknown[], Response>(send: (...request: Request) => Promise<Response>) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const held = async (...request: Request) => {
    const response = await send(...request);
    await promise;
    return response;
  };
  return { held, release };
}

describe('settings on a slow network', () => {
  it('keep what is typed while they are saved', async () => {
    const { state, client } = await open();
    state.set({}, 'title', 'Mine');
    const { held, release } = holdBack(client.saveSettings);
    client.saveSettings = held;
    const saved = state.save();
    state.set({}, 'greeting', 'Typed meanwhile');
    state.set({}, 'title', 'Mine, and more');
    release();
    await saved;
    expect(state.loaded.value?.saved.widget).toEqual({ title: 'Mine' });
    expect(state.draft.value.widget).toEqual({ title: 'Mine, and more', greeting: 'Typed meanwhile' });
    expect(state.isChanged.value).toBe(true);
  });

  it('do not go back to what a refresh has read before they were saved', async () => {
    const { state, client } = await open();
    const { held, release } = holdBack(client.settings);
    client.settings = held;
    const refreshed = state.load();
    state.set({}, 'title', 'Mine');
    await state.save();
    release();
    await refreshed;
    expect(state.loaded.value?.version).toBe(1);
    expect(state.draft.value.widget).toEqual({ title: 'Mine' });
  });

  it('are not reported as those of somebody else by a refresh that overtakes the response', async () => {
    const { state, client } = await open();
    state.set({}, 'title', 'Mine');
    const { held, release } = holdBack(client.saveSettings);
    client.saveSettings = held;
    const saved = state.save();
    await state.load();
    expect(state.newer.value).toBeNull();
    release();
    await saved;
    expect([state.newer.value, state.isChanged.value, state.loaded.value?.version]).toEqual([null, false, 1]);
  });

  it('say when a version is not restored because of somebody else', async () => {
    const { state, client, notice } = await open();
    state.set({}, 'title', 'Mine');
    await state.save();
    client.saveElsewhere({ title: 'Theirs' });
    await state.restore(0);
    expect(state.loaded.value?.applies.widget).toEqual({ title: 'Theirs' });
    expect(notice.value).toBe('Somebody has saved other settings meanwhile, so nothing is restored yet.');
  });
});

describe('an experiment that ends', () => {
  const experiment = (short: string) => ({
    name: 'greeting',
    variants: [{ name: 'plain' }, { name: 'short', greeting: short }],
  });

  it('is over in changes that are not saved yet, too', async () => {
    const { state } = await open({ experiments: [experiment('Questions?')] });
    state.set({}, 'experiments', [experiment('Any questions?'), { ...experiment('Hi'), name: 'other' }]);
    state.set({}, 'title', 'Mine');
    await state.endExperiment('greeting', 'short');
    expect(state.loaded.value?.applies.widget).toMatchObject({ greeting: 'Questions?' });
    expect(state.draft.value.widget).toMatchObject({
      title: 'Mine',
      experiments: [{ name: 'other' }],
    });
  });
});

describe('changes that are carried over', () => {
  const nothing = { widget: {}, forms: {} };
  const of = (greeting: Record<string, string>) => ({ ...nothing, widget: { greeting } });

  it('keep what somebody else has written in another language', () => {
    const base = of({ en: 'Hello', de: 'Hallo', fr: 'Salut' });
    const mine = of({ en: 'Good morning', de: 'Hallo' });
    const theirs = of({ en: 'Hello', de: 'Moin', fr: 'Salut', it: 'Ciao' });
    expect(mergeSettings({ base, mine, theirs })).toEqual(of({ en: 'Good morning', de: 'Moin', it: 'Ciao' }));
  });

  it('keep other texts of the chat, and other parts of a form', () => {
    const base = {
      widget: { texts: { send: 'Go' } },
      forms: { default: { consent: { text: 'Yes', version: '1' } } },
    };
    const mine = {
      widget: { texts: { send: 'Send' } },
      forms: { default: { consent: { text: 'I agree', version: '2' } } },
    };
    const theirs = {
      widget: { texts: { send: 'Go', retry: 'Again' } },
      forms: { default: { consent: { text: 'Yes', version: '1', required: false } } },
    };
    expect(mergeSettings({ base, mine, theirs })).toEqual({
      widget: { texts: { send: 'Send', retry: 'Again' } },
      forms: { default: { consent: { text: 'I agree', version: '2', required: false } } },
    });
  });
});

describe('the names of a draft', () => {
  const file = { widget: {}, forms: {}, names: { a: 'File' } };
  const empty = { widget: {}, forms: {} };

  it('contain only what differs from the file', () => {
    expect(withName(empty, file, 'b', 'Mine')).toEqual({ ...empty, names: { b: 'Mine' } });
    expect(withName(withName(empty, file, 'b', 'Mine'), file, 'b', undefined)).toEqual(empty);
    expect(withName(empty, file, 'a', undefined)).toEqual({ ...empty, names: { a: null } });
    expect(withName({ ...empty, names: { a: 'Mine' } }, file, 'a', 'File')).toEqual(empty);
  });

  it('are a change, and are carried over to what somebody else has saved', () => {
    const base = { ...empty, names: { a: 'A', b: 'B' } };
    const draft = { ...empty, names: { a: 'Mine' } };
    expect(isSameSettings(base, draft)).toBe(false);
    expect(mergeSettings({ base, mine: draft, theirs: { ...empty, names: { a: 'A', b: 'B', c: 'Theirs' } } })).toEqual({
      ...empty,
      names: { a: 'Mine', c: 'Theirs' },
    });
    expect(mergeSettings({ base, mine: empty, theirs: base })).toEqual(empty);
  });

  it('stay beside a setting that is ignored', () => {
    const saved = { widget: { old: 1 }, forms: {}, names: { a: 'A' } };
    const ignored = [{ path: 'widget.old', message: 'is unknown.' }];
    expect(withoutIgnored({ version: 1, applies: empty, file, saved, sources: {}, ignored, warnings: [] })).toEqual({
      ...empty,
      names: { a: 'A' },
    });
  });
});

describe('a draft', () => {
  const file = { widget: { title: 'File' }, forms: { default: { tags: ['website'] } } };
  const empty = { widget: {}, forms: {} };

  it('contains only what differs from the file', () => {
    const changed = withSetting(empty, file, { key: 'title', value: 'Mine' });
    expect(changed).toEqual({ widget: { title: 'Mine' }, forms: {} });
    expect(withSetting(changed, file, { key: 'title', value: 'File' })).toEqual(empty);
    expect(withSetting(changed, file, { key: 'title', value: undefined })).toEqual(empty);
    expect(withSetting(empty, file, { key: 'title', value: null }).widget).toEqual({ title: null });
    expect(withSetting(empty, file, { key: 'hours', value: null })).toEqual(empty);
    const form = withSetting(empty, file, { form: 'default', key: 'tags', value: [] });
    expect(form.forms).toEqual({ default: { tags: [] } });
    expect(withSetting(form, file, { form: 'default', key: 'tags', value: ['website'] })).toEqual(empty);
  });

  it('is carried over to a newer version, change by change', () => {
    const base = { widget: { title: 'A', theme: 'dark' }, forms: { default: { tags: ['a'] } } };
    const draft = { widget: { title: 'B' }, forms: { default: { tags: ['b'] } } };
    const onto = { widget: { title: 'A', theme: 'dark', color: 'red' }, forms: { sales: { tags: ['s'] } } };
    expect(mergeSettings({ base, mine: draft, theirs: onto })).toEqual({
      widget: { title: 'B', color: 'red' },
      forms: { sales: { tags: ['s'] }, default: { tags: ['b'] } },
    });
  });
});
