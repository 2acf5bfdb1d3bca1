import { describe, expect, it, onTestFinished } from 'vitest';
import { type CoreOptions, createCoreWith } from '../../../src/core/create-core-with.ts';
import * as leadsModule from '../../../src/core/leads/create-leads.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { createMemoryService } from '../connection/memory-service.ts';
import { accepted, fakeProxy, leadId, unreachable } from '../leads/fake-proxy.ts';
import { createFakeChatService } from './fake-chat-service.ts';
import { FakeChannels, FakeLocks } from './fake-tabs.ts';
import { type MemoryStorage, memoryStorage } from './memory-storage.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';
const key = `leadchat:${flowId}`;
const formKey = `leadchat-form:${flowId}`;
const thanksKey = `leadchat-thanks:${flowId}`;
const leadsKey = 'leadchat:leads';

type StorageOption = NonNullable<CoreOptions['storage']>;
const transitions: [StorageOption, StorageOption][] = [
  ['local', 'session'],
  ['local', 'none'],
  ['session', 'local'],
  ['session', 'none'],
  ['none', 'local'],
  ['none', 'session'],
];

/** One browser. Its tabs share the local storage, the service, and a proxy that cannot be reached. */
function createBrowser() {
  const network = createMemoryService();
  const service = createFakeChatService(network);
  const proxy = fakeProxy();
  proxy.respond = unreachable;
  const clock = manualClock();
  const local = memoryStorage();
  const locks = new FakeLocks();
  const channels = new FakeChannels();
  let ids = 0;

  function open(options: Partial<CoreOptions> = {}, session = memoryStorage()) {
    const page = {};
    const pageLifecycle = manualPageLifecycle();
    const chat = createCoreWith(
      {
        ...{ flowId, wssUrl: 'wss://chat.example', proxyUrl: 'https://proxy.example', leadForm: 'later' },
        ...options,
        environment: {
          ...{ localStorage: local, sessionStorage: session, clock, pageLifecycle, fetch: proxy.fetch },
          ...{ locks: locks.of(page), openChannel: channels.of(page), WebSocket: class {} as never },
          ...{ random: () => 1, createId: () => `id-${++ids}` },
        },
      },
      leadsModule,
      () => network.connect({ clock, pageLifecycle }),
    );
    onTestFinished(() => chat.destroy());
    return { chat, session, keys: () => keysOf(local, session) };
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      for (let count = 0; count < 40; count++) await Promise.resolve();
      clock.advanceNow(60);
    }
    for (let count = 0; count < 40; count++) await Promise.resolve();
  }

  return { service, proxy, clock, local, open, settle };
}

/** What is stored where, without the values. */
function keysOf(local: MemoryStorage, session: MemoryStorage) {
  return { local: [...local.entries.keys()].sort(), session: [...session.entries.keys()].sort() };
}

/** What a conversation with a text that is typed, a form that was shown, and a lead that waits leaves in the browser. */
function allOf(storage: StorageOption) {
  const own = [`${key}:outbox`, formKey];
  const shared = [key, leadsKey];
  return {
    local: storage === 'local' ? [...shared].sort() : [],
    session: (storage === 'none' ? [] : storage === 'local' ? own : [...own, ...shared]).sort(),
  };
}

type Browser = ReturnType<typeof createBrowser>;
type Tab = ReturnType<Browser['open']>;

/** A conversation with everything that is stored of one. */
async function converse({ settle }: Browser, { chat }: Tab): Promise<void> {
  chat.start();
  chat.sendMessage('Hello');
  await settle();
  chat.showForm();
  chat.leadForm?.set('phone', '+1 415 555 2671');
  await chat.leadForm?.submit();
  chat.setTypedText('And');
  await settle();
}

const textsOf = ({ chat }: Pick<Tab, 'chat'>) => chat.state.messages.value.map(({ text }) => text);

describe.each(transitions)('a conversation on a page whose storage "%s" becomes "%s"', (before, next) => {
  async function begin(options: Partial<CoreOptions> = {}) {
    const browser = createBrowser();
    const tab = browser.open({ storage: before, ...options });
    await converse(browser, tab);
    return { ...browser, ...tab, tab };
  }

  it('leaves nothing where it was stored, is stored whole where the page stores now, and goes on', async () => {
    const { chat, tab, keys, service, settle } = await begin();
    expect(keys()).toEqual(allOf(before));
    chat.setStorage(next);
    expect(keys()).toEqual(allOf(next));
    chat.sendMessage('Again');
    await settle();
    expect(keys()).toEqual(allOf(next));
    expect(textsOf(tab)).toEqual(['Hello', 're: Hello', 'Again', 're: Again']);
    expect(chat.state.typedText.value).toBe('And');
    expect(service.live()).toHaveLength(1);
  });

  it('goes on with its lead on the next page that stores there, which sends it once', async () => {
    const { chat, session, open, proxy, settle } = await begin();
    chat.setStorage(next);
    expect(chat.state.lead.value).toEqual({ status: 'queued', kept: next === 'none' ? 'memory' : 'storage' });
    await settle();
    chat.destroy();
    proxy.requests.length = 0;
    proxy.respond = accepted;
    const later = open({ storage: next }, session);
    later.chat.start();
    await settle();
    const isStored = next !== 'none';
    expect(textsOf(later)).toEqual(isStored ? ['Hello', 're: Hello'] : []);
    expect(later.chat.state.typedText.value).toBe(isStored ? 'And' : '');
    expect(proxy.requests.filter(({ address }) => address.endsWith('/leads'))).toHaveLength(isStored ? 1 : 0);
    if (isStored) expect(later.chat.state.lead.value).toEqual({ status: 'accepted', lead: leadId });
  });

  it('stores nothing where the visitor has denied it, and is stored there once they agree', async () => {
    const { chat, keys, settle } = await begin();
    chat.setStorageConsent('denied');
    expect(keys()).toEqual(allOf('none'));
    chat.setStorage(next);
    chat.sendMessage('Again');
    await settle();
    expect(keys()).toEqual(allOf('none'));
    expect(chat.state.lead.value).toMatchObject({ kept: 'memory' });
    chat.setStorageConsent('granted');
    expect(keys()).toEqual(allOf(next));
    expect(chat.state.lead.value).toMatchObject({ kept: next === 'none' ? 'memory' : 'storage' });
  });

  it('deletes it there when they deny it afterwards', async () => {
    const { chat, keys } = await begin();
    chat.setStorage(next);
    chat.setStorageConsent('denied');
    expect(keys()).toEqual(allOf('none'));
    expect(chat.state.lead.value).toMatchObject({ kept: 'memory' });
  });

  it('is stored in no third place when the page changes its mind', async () => {
    const { chat, keys } = await begin();
    chat.setStorage(next);
    chat.setStorage(before);
    expect(keys()).toEqual(allOf(before));
    chat.setStorage(before);
    expect(keys()).toEqual(allOf(before));
  });

  it('is stored there when the visitor agrees only now, and was nowhere before', async () => {
    const { chat, keys } = await begin({ storageConsent: 'required' });
    expect(keys()).toEqual(allOf('none'));
    chat.setStorage(next);
    expect(keys()).toEqual(allOf('none'));
    chat.setStorageConsent('granted');
    expect(keys()).toEqual(allOf(next));
  });

  it('is forgotten there', async () => {
    const { chat, keys, settle } = await begin();
    chat.setStorage(next);
    chat.forget();
    await settle();
    expect(keys()).toEqual(allOf('none'));
    expect(chat.state.lead.value).toEqual({ status: 'none' });
  });
});

describe.each(transitions)('thanks for a lead on a page whose storage "%s" becomes "%s"', (before, next) => {
  it('stay, and move with the lead', async () => {
    const { open, settle } = createBrowser();
    const { chat, keys } = open({ storage: before, leadForm: 'required', afterLead: () => 'thanks' });
    chat.start();
    await settle();
    chat.leadForm?.set('phone', '+1 415 555 2671');
    await chat.leadForm?.submit();
    await settle();
    chat.setStorage(next);
    await settle();
    expect(chat.state.phase.value).toBe('thanks');
    const { local, session } = keys();
    const where = { local, session: session.filter((name) => name !== formKey), none: [] };
    expect(where[next]).toEqual(next === 'none' ? [] : [leadsKey, thanksKey].sort());
    expect(where[before]).toEqual([]);
  });
});

describe.each(transitions)('a form on a page whose storage "%s" becomes "%s"', (before, next) => {
  it('stays as it is typed, and is stored in the tab unless nothing is', async () => {
    const { open, settle } = createBrowser();
    const { chat, keys } = open({ storage: before, leadForm: 'required' });
    chat.start();
    await settle();
    chat.leadForm?.set('phone', '+1 415');
    await settle();
    chat.setStorage(next);
    expect(keys()).toEqual({ local: [], session: next === 'none' ? [] : [formKey] });
    expect(chat.leadForm?.values.value).toMatchObject({ phone: '+1 415' });
    expect(chat.state.phase.value).toBe('asking-lead');
  });
});

describe('what earlier pages have stored', () => {
  /** A browser whose earlier page has stored a conversation and a lead, with the tab's own storage. */
  async function earlier(storage: StorageOption) {
    const browser = createBrowser();
    const tab = browser.open({ storage });
    await converse(browser, tab);
    tab.chat.destroy();
    return { ...browser, session: tab.session, left: { ...tab.keys() } };
  }

  // Cause: what was deleted was all under the keys of this chat, whoever had stored it.
  it.each(['session', 'none'] as const)(
    'stays where it is when a page that has not begun stores in "%s"',
    async (next) => {
      const { open, settle, session, left } = await earlier('local');
      const { chat, keys } = open({}, session);
      await settle();
      chat.setStorage(next);
      expect(keys()).toEqual(left);
    },
  );

  it.each(['session', 'none'] as const)(
    'stays where it is when a page without an answer of the visitor stores in "%s"',
    async (next) => {
      const { open, settle, session, left } = await earlier('local');
      const { chat, keys } = open({ storageConsent: 'required' }, session);
      chat.start();
      chat.sendMessage('Hello');
      await settle();
      chat.setStorage(next);
      await settle();
      expect(keys()).toEqual(left);
    },
  );

  it.each([
    ['local', 'session'],
    ['session', 'local'],
  ] as const)('in "%s" goes on when a page of "%s" stores there, before it has begun', async (stored, before) => {
    const { open, settle, session } = await earlier(stored);
    const { chat } = open({ storage: before }, session);
    expect(chat.hasConversation()).toBe(false);
    chat.setStorage(stored);
    expect(chat.hasConversation()).toBe(true);
    chat.start();
    await settle();
    expect(textsOf({ chat })).toEqual(['Hello', 're: Hello']);
    expect(chat.state.typedText.value).toBe('And');
  });

  it.each(['local', 'session'] as const)(
    'in "%s" goes on in place of a conversation without a word',
    async (stored) => {
      const { open, settle, session } = await earlier(stored);
      const { chat } = open({ storage: 'none' }, session);
      chat.start();
      await settle();
      expect(textsOf({ chat })).toEqual([]);
      chat.setStorage(stored);
      await settle();
      expect(textsOf({ chat })).toEqual(['Hello', 're: Hello']);
      expect(chat.state.lead.value).toMatchObject({ status: 'queued', kept: 'storage' });
    },
  );
});

// Cause: only the storage that the page names was looked at.
describe.each(transitions)('what a page of storage "%s" has stored, on a page of storage "%s"', (before, next) => {
  async function visit() {
    const browser = createBrowser();
    const tab = browser.open({ storage: before });
    await converse(browser, tab);
    tab.chat.destroy();
    return browser.open({ storage: next }, tab.session);
  }

  it.each(['forget', 'reset'] as const)('is deleted by %s()', async (method) => {
    const { chat, keys } = await visit();
    chat[method]();
    expect(keys()).toEqual(allOf('none'));
  });

  it('is deleted by a denial, but for leads, which the next page of that storage sends', async () => {
    const { chat, keys } = await visit();
    chat.setStorageConsent('denied');
    const { local, session } = keys();
    expect([...local, ...session].filter((name) => name !== leadsKey)).toEqual([]);
  });
});

describe('beside another tab', () => {
  /** Without the form, which each tab stores for itself. */
  function visitKeys({ keys }: Tab) {
    const { local, session } = keys();
    return { local, session: session.filter((name) => name !== formKey) };
  }

  async function openTwo(storage: StorageOption) {
    const browser = createBrowser();
    const leader = browser.open({ storage });
    leader.chat.start();
    await browser.settle();
    const follower = browser.open({ storage });
    follower.chat.start();
    await browser.settle();
    leader.chat.sendMessage('Hello');
    await browser.settle();
    follower.chat.setTypedText('Mine');
    await browser.settle();
    return { ...browser, leader, follower };
  }

  it('a tab that follows moves what is its own, and leaves to the leading one what the tabs share', async () => {
    const { leader, follower, settle } = await openTwo('local');
    follower.chat.setStorage('session');
    await settle();
    expect(visitKeys(follower)).toEqual({ local: [key], session: [`${key}:outbox`] });
    follower.chat.setStorage('none');
    await settle();
    expect(visitKeys(follower)).toEqual({ local: [key], session: [] });
    leader.chat.sendMessage('Again');
    await settle();
    expect(textsOf(follower)).toEqual(['Hello', 're: Hello', 'Again', 're: Again']);
    expect(visitKeys(follower)).toEqual({ local: [key], session: [] });
  });

  it('the leading tab moves what the tabs share, and the other one goes on', async () => {
    const { leader, follower, settle } = await openTwo('local');
    leader.chat.setStorage('session');
    await settle();
    expect(visitKeys(leader)).toEqual({ local: [], session: [key] });
    expect(visitKeys(follower)).toEqual({ local: [], session: [`${key}:outbox`] });
    leader.chat.destroy();
    await settle();
    follower.chat.sendMessage('Again');
    await settle();
    expect(textsOf(follower)).toContain('re: Again');
    // It leads now, and its page stores in the local storage.
    expect(visitKeys(follower)).toEqual({ local: [key], session: [`${key}:outbox`] });
  });

  // Cause: a tab that followed took them along, and they ended with it.
  it.each(['session', 'none'] as const)(
    'a tab that follows, and stores in "%s" from now on, leaves leads to the tabs that come after it',
    async (next) => {
      const { follower, open, proxy, settle } = await openTwo('local');
      follower.chat.showForm();
      follower.chat.leadForm?.set('phone', '+1 415 555 2671');
      await follower.chat.leadForm?.submit();
      await settle();
      follower.chat.setStorage(next);
      await settle();
      expect(follower.keys().local).toContain(leadsKey);
      expect(follower.chat.state.lead.value).toEqual({ status: 'queued', kept: 'storage' });
      follower.chat.destroy();
      proxy.respond = accepted;
      const later = open();
      later.chat.start();
      await settle();
      expect(later.keys().local).not.toContain(leadsKey);
      expect(later.chat.state.lead.value).toEqual({ status: 'accepted', lead: leadId });
    },
  );

  it.each(['session', 'none'] as const)(
    'a tab that follows, and stores in "%s" from now on, goes on sending the lead that it has left',
    async (next) => {
      const { clock, follower, proxy, settle } = await openTwo('local');
      follower.chat.showForm();
      follower.chat.leadForm?.set('phone', '+1 415 555 2671');
      await follower.chat.leadForm?.submit();
      await settle();
      follower.chat.setStorage(next);
      await settle();
      proxy.respond = accepted;
      clock.advanceNow(60_000);
      await settle();
      expect(follower.chat.state.lead.value).toEqual({ status: 'accepted', lead: leadId });
      expect(follower.keys().local).not.toContain(leadsKey);
    },
  );

  it('a tab that has left its lead to the others takes it back when the visitor denies storing', async () => {
    const { leader, follower, settle } = await openTwo('local');
    follower.chat.showForm();
    follower.chat.leadForm?.set('phone', '+1 415 555 2671');
    await follower.chat.leadForm?.submit();
    follower.chat.setStorage('none');
    leader.chat.destroy();
    await settle();
    follower.chat.setStorageConsent('denied');
    await settle();
    expect(follower.keys()).toEqual(allOf('none'));
    expect(follower.chat.state.lead.value).toEqual({ status: 'queued', kept: 'memory' });
  });
});
