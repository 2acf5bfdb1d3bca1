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
    const area = asStorage(left.queued.local);
    const gateway = createProxyGateway('http://127.0.0.1:4751', {
      fetch: proxy.fetch,
      area: () => area,
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
  it('works by itself in the same conversation, because the messages between tabs have changed since', async () => {
    const site = returnTo(left.conversation);
    const old = {};
    const name = `leadchat:${flowId}:tabs-1`;
    expect(tabsChannel(flowId)).not.toBe(name);
    void site.locks.of(old).request(name, { steal: false }, () => new Promise(() => {}));
    const channel = site.channels.of(old)(name);
    const heard: unknown[] = [];
    channel.onmessage = ({ data }) => heard.push(data);
    const page = site.open();
    page.chat.start();
    await site.settle();
    for (const message of left.tabs) channel.postMessage(message);
    page.chat.sendMessage('From the next build');
    await site.settle();
    expect(texts(page)).toEqual([...conversation, 'From the next build', 're: From the next build']);
    expect(site.service.conversations.get(site.session)?.received).toEqual(['From the next build']);
    expect(heard).toEqual([]);
  });
});
