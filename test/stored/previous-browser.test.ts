import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createProxyGateway } from '../../src/core/leads/proxy-gateway.ts';
import { conversationKey, leadsKey, tabsChannel } from '../../src/options/storage-keys.ts';
import { memoryStorage } from '../core/conversation/memory-storage.ts';
import { createSite, flowId, texts } from '../core/conversation/site.ts';
import { fakeGateway } from '../core/leads/fake-gateway.ts';
import { fakeProxy } from '../core/leads/fake-proxy.ts';
import { fakeVisitor } from '../core/leads/fake-visitor.ts';
import { manualClock } from '../support/manual-clock.ts';
import { waitFor } from '../support/wait-for.ts';

/*
 * What a page of commit 9e9fc86e left in Chromium, and what its tabs said to each other: `conversation` after a lead and a chat,
 * `draft` while the form was filled in, `queued` with a lead that the proxy did not take, `tabs` as a second tab heard and said
 * it. Taken with the build of that commit. The file is never changed.
 */
const left = JSON.parse(readFileSync('test/stored/build-9e9fc86e/browser.json', 'utf8'));

type Stored = { local: Record<string, unknown>; session: Record<string, unknown> };
const asStorage = (values: Record<string, unknown>) =>
  memoryStorage(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])));

/** The browser, and the service that knows the conversation. */
function returnTo({ local }: Stored) {
  const site = createSite();
  for (const [key, value] of asStorage(local).entries) site.area.setItem(key, value);
  const session = String(Object(local[conversationKey(flowId)]).session_id);
  site.service.conversations.set(session, { received: [], said: [] });
  return { ...site, session };
}
const conversation = [
  'Hi there, good to have you here! What can we do for you?',
  'Before the upgrade',
  'Thank you. When would suit you best?',
  'From the other tab',
  'And is there anything we should know beforehand?',
];

describe('a visitor of an earlier build who returns', () => {
  it('finds the conversation, and continues it in its session', async () => {
    const { open, settle, service, session } = returnTo(left.conversation);
    const page = open({ tabStorage: asStorage(left.conversation.session) });
    page.chat.start();
    await settle();
    expect(texts(page)).toEqual(conversation);
    page.chat.sendMessage('After the upgrade');
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: true });
    expect(service.conversations.get(session)?.received).toEqual(['After the upgrade']);
  });

  it('finds the form as it was typed', async () => {
    const { open, settle } = createSite();
    const tabStorage = asStorage(left.draft.session);
    const { chat } = open({ gateway: fakeGateway(), leadForm: 'required', tabStorage });
    chat.start();
    await settle();
    expect(chat.leadForm?.values.value).toMatchObject({ phone: '(415) 555-2621', first_name: 'Joan' });
  });

  it('has the lead sent that waited, as it was and with its key', async () => {
    const proxy = fakeProxy();
    const gateway = createProxyGateway('http://127.0.0.1:4751', {
      fetch: proxy.fetch,
      storage: asStorage(left.queued.local),
      storageConsent: 'granted',
      ...fakeVisitor(),
      clock: manualClock(),
      random: () => 1,
      createId: () => 'another',
      onWake: () => () => {},
    });
    gateway.flush();
    const [lead] = left.queued.local[leadsKey].leads;
    await waitFor(() => expect(proxy.requests).toMatchObject([{ key: lead.key, body: lead.request }]));
    await waitFor(() => expect(gateway.hasQueued()).toBe(false));
    gateway.destroy();
  });
});

describe('a tab beside an open one of an earlier build', () => {
  type TabMessage = { type: string; event?: { type: string; message: object }; conversation?: object };
  const said: TabMessage[] = left.tabs;
  const states = said.filter(({ type }) => type === 'state');
  const written = said.find(({ event }) => event?.type === 'message-written');
  /** The open tab: what it says and hears is data. */
  const openTab = ({ channels }: Pick<ReturnType<typeof createSite>, 'channels'>, page: object) => {
    const heard: TabMessage[] = [];
    const channel = channels.of(page)(tabsChannel(flowId));
    channel.onmessage = ({ data }: { data: TabMessage }) => heard.push(data);
    return { channel, heard };
  };

  it('shows the conversation that the other one leads, and what it writes arrives there as that build reads it', async () => {
    const site = returnTo(left.conversation);
    const old = {};
    void site.locks.of(old).request(tabsChannel(flowId), { steal: false }, () => new Promise(() => {}));
    const { channel, heard } = openTab(site, old);
    const page = site.open();
    page.chat.start();
    await site.settle();
    expect(heard).toContainEqual({ type: 'hello' });
    channel.postMessage({ ...states[0], isNew: false });
    await site.settle();
    expect(texts(page)).toEqual(conversation.slice(0, 3));
    page.chat.sendMessage('From the next build');
    await site.settle();
    const event = heard.find((message) => message.event?.type === 'message-written');
    expect(Object.keys(event?.event ?? {}).sort()).toEqual(Object.keys(written?.event ?? {}).sort());
    expect(Object.keys(event?.event?.message ?? {}).sort()).toEqual(Object.keys(written?.event?.message ?? {}).sort());
    expect(site.service.live()).toHaveLength(0);
    // The leader closes: this tab continues, and sends what the other one may not have sent.
    site.locks.release(old);
    site.channels.release(old);
    await site.settle();
    expect(site.service.conversations.get(site.session)?.received).toEqual(['From the next build']);
  });

  it('leads it, sends what the other one writes once, and says everything that that build reads', async () => {
    const site = returnTo(left.conversation);
    const page = site.open();
    page.chat.start();
    await site.settle();
    const { channel, heard } = openTab(site, {});
    channel.postMessage({ type: 'hello' });
    // As that build wrote it, but not the message that is in the conversation already.
    const message = { ...written?.event?.message, id: 'm6', text: 'After the upgrade' };
    const event = { ...written, id: 'old-tab.3', event: { ...written?.event, message } };
    channel.postMessage(event);
    channel.postMessage(event);
    await site.settle();
    await site.settle();
    expect(site.service.conversations.get(site.session)?.received).toEqual(['After the upgrade']);
    const state = heard.findLast(({ type }) => type === 'state');
    expect(Object.keys(state?.conversation ?? {})).toEqual(
      expect.arrayContaining(Object.keys(states.at(-1)?.conversation ?? {})),
    );
  });
});
