import { describe, expect, it } from 'vitest';
import { readAttribution } from '../../src/core/leads/attribution.ts';
import { createProxyGateway } from '../../src/core/leads/proxy-gateway.ts';
import { tabsChannel } from '../../src/options/storage-keys.ts';
import { memoryStorage } from '../core/conversation/memory-storage.ts';
import { createSite, flowId, texts } from '../core/conversation/site.ts';
import { fakeGateway } from '../core/leads/fake-gateway.ts';
import { fakeProxy, unreachable } from '../core/leads/fake-proxy.ts';
import { fakeVisitor } from '../core/leads/fake-visitor.ts';
import { manualClock } from '../support/manual-clock.ts';

/** A made-up next version: everything has moved, and only a build that knows the version can read it. */
const ofNextVersion = JSON.stringify({ version: 2, session_id: 'webchat-session.next', everything: { has: 'moved' } });

describe('a browser with data of the next version', () => {
  it('keeps it, while this version chats in a conversation that is not stored', async () => {
    const { open, area, service, settle } = createSite();
    const keys = [`leadchat:${flowId}`, `leadchat-thanks:${flowId}`, `leadchat:${flowId}:call`];
    for (const key of keys) area.setItem(key, ofNextVersion);
    const tabStorage = memoryStorage({ [`leadchat:${flowId}:outbox`]: ofNextVersion });
    const { chat, close } = open({ tabStorage, gateway: fakeGateway(), leadForm: 'optional' });
    expect(chat.hasConversation()).toBe(false);
    chat.start();
    expect(chat.state.phase.value).toBe('asking-lead');
    chat.leadForm?.set('phone', '+1 415 555 2671');
    await chat.leadForm?.submit();
    chat.sendMessage('Hello');
    await settle();
    chat.requestCall();
    chat.newConversation();
    chat.sendMessage('Hello again');
    await settle();
    expect(texts({ chat })).toEqual(['Hello again', 're: Hello again']);
    expect(service.last()?.path.session).toBeNull();
    expect(chat.state.notice.value).not.toBe('storage-unavailable');
    close();
    for (const key of keys) expect(area.getItem(key)).toBe(ofNextVersion);
    expect(tabStorage.getItem(`leadchat:${flowId}:outbox`)).toBe(ofNextVersion);
  });

  it('keeps its leads, while those of this version wait in memory', async () => {
    const proxy = fakeProxy();
    const storage = memoryStorage({ 'leadchat:leads': ofNextVersion });
    const gateway = createProxyGateway('https://proxy.example', {
      fetch: proxy.fetch,
      area: () => storage,
      ...fakeVisitor(),
      clock: manualClock(),
      random: () => 1,
      createId: () => 'key',
      onWake: () => () => {},
    });
    expect(gateway.hasQueued()).toBe(false);
    proxy.respond = unreachable;
    const request = { form: 'default', fields: { phone: '+14155552671' } };
    expect(await gateway.submit(request)).toEqual({ status: 'queued', kept: 'memory' });
    gateway.forget();
    expect(storage.getItem('leadchat:leads')).toBe(ofNextVersion);
    gateway.destroy();
  });

  it('keeps its attribution', () => {
    const storage = memoryStorage({ 'leadchat-attribution': ofNextVersion });
    const page = {
      url: 'https://example.com/?utm_source=ads',
      referrer: '',
      rules: { keep: [], dropsClickIds: false },
      earlierPages: [],
    };
    expect(readAttribution({ ...page, storage }).first).toMatchObject({ utm_source: 'ads' });
    expect(storage.getItem('leadchat-attribution')).toBe(ofNextVersion);
  });

  it('loses it all when the visitor wants to be forgotten', () => {
    const { open, area } = createSite();
    area.setItem(`leadchat:${flowId}`, ofNextVersion);
    const { chat } = open();
    chat.start();
    chat.forget();
    expect(area.entries.size).toBe(0);
  });
});

describe('a tab beside one of the next version', () => {
  it('works by itself, and does not wait for a leader that it cannot understand', async () => {
    const { open, locks, channels, service, settle } = createSite();
    const other = {};
    const name = tabsChannel(flowId, 3);
    expect(name).not.toBe(tabsChannel(flowId));
    // The other tab leads the tabs of its version, and posts what this one could not read.
    void locks.of(other).request(name, { steal: false }, () => new Promise(() => {}));
    const channel = channels.of(other)(name);
    const page = open();
    page.chat.sendMessage('Hello');
    channel.postMessage({ type: 'state', everything: { has: 'moved' } });
    await settle();
    expect(texts(page)).toEqual(['Hello', 're: Hello']);
    expect(service.live()).toHaveLength(1);
  });
});
