import { describe, expect, it } from 'vitest';
import type { ChatContext, ChatOptions } from '../../../src/core/effects/chat-context.ts';
import { leadsArea } from '../../../src/core/effects/storage-areas.ts';
import { createProxyGateway } from '../../../src/core/leads/proxy-gateway.ts';
import { createSite, texts } from '../conversation/site.ts';
import { accepted, fakeProxy, unreachable } from './fake-proxy.ts';

/** A browser whose pages ask for a lead. */
function createPages() {
  const site = createSite();
  const proxy = fakeProxy();
  let ids = 0;
  const wakes: (() => void)[] = [];
  const open = (
    storageConsent: 'granted' | 'required',
    { leadForm = 'required', isStarted = true }: { leadForm?: ChatOptions['leadForm']; isStarted?: boolean } = {},
  ) => {
    const gateway = (context: ChatContext) =>
      createProxyGateway('https://proxy.example', {
        ...context,
        fetch: (...request) => proxy.fetch(...request),
        area: () => leadsArea(context.storages, context.store.state.peek()),
        random: () => 1,
        createId: () => `key-${++ids}`,
        onWake(wake) {
          wakes.push(wake);
          return () => void wakes.splice(wakes.indexOf(wake), 1);
        },
      });
    const { chat } = site.open({ gateway, leadForm, storageConsent });
    if (isStarted) chat.start();
    return chat;
  };
  /** The browser is online again, which the pages hear in the order in which they began to listen. */
  const wake = () => {
    for (const listener of [...wakes]) listener();
  };
  return { ...site, proxy, open, wake };
}

/** A visitor whose lead waits in the browser, in two tabs. `fails`: storing is denied before its first attempt fails. */
async function queueLead(storageConsent: 'granted' | 'required', fails?: PromiseWithResolvers<Response>) {
  const { open, proxy, ...site } = createPages();
  proxy.respond = fails === undefined ? unreachable : () => fails.promise;
  const [first, second] = [open(storageConsent), open(storageConsent)];
  await site.settle();
  first.leadForm?.set('phone', '+1 415 555 2671');
  const submission = first.leadForm?.submit();
  if (fails !== undefined) {
    await site.settle();
    first.setStorageConsent('denied');
    fails.reject(new TypeError('Failed to fetch'));
  }
  await submission;
  await site.settle();
  const places = () => [first, second].map(({ state }) => Object(state.lead.value).kept);
  return { ...site, first, second, places };
}

// Cause: the state kept the place at which the lead was queued at first.
describe('the place of a lead that waits', () => {
  it('is the memory of its tab once the visitor allows no storing', async () => {
    const { first, second, settle, places } = await queueLead('granted');
    expect(places()).toEqual(['storage', 'storage']);
    first.setStorageConsent('denied');
    await settle();
    expect(places()).toEqual(['memory', 'memory']);
    for (const chat of [first, second]) chat.destroy();
  });

  it('is the memory of its tab once its page stores nothing, and the storage when that stores again', async () => {
    const { area, first, second, settle, places } = await queueLead('granted');
    first.setStorage('none');
    await settle();
    expect(places()[0]).toBe('memory');
    expect(area.entries.has('leadchat:leads')).toBe(false);
    first.setStorage('local');
    await settle();
    expect(places()[0]).toBe('storage');
    expect(area.entries.get('leadchat:leads')).toContain('+1 415 555 2671');
    for (const chat of [first, second]) chat.destroy();
  });

  it('is the memory of its tab if the visitor denies storing during its first attempt', async () => {
    const { first, second, places } = await queueLead('granted', Promise.withResolvers());
    expect(places()).toEqual(['memory', 'memory']);
    for (const chat of [first, second]) chat.destroy();
  });

  it('is the storage once the visitor allows it, in whichever tab', async () => {
    const { first, second, settle, places } = await queueLead('required');
    expect(places()).toEqual(['memory', 'memory']);
    second.setStorageConsent('granted');
    await settle();
    expect(places()).toEqual(['storage', 'storage']);
    for (const chat of [first, second]) chat.destroy();
  });

  it('stays the memory of its tab where the storage is full', async () => {
    const { area, first, second, settle, places } = await queueLead('required');
    area.capacity = 0;
    first.setStorageConsent('granted');
    await settle();
    expect(places()[0]).toBe('memory');
    for (const chat of [first, second]) chat.destroy();
  });
});

// Cause: without an answer the leads of earlier pages were not read, and the answer counted as no change of that.
describe('a lead that an earlier page has stored', () => {
  it.each(['denied', 'granted'] as const)('is sent once the visitor has answered "%s" on this page', async (answer) => {
    const { open, proxy, area, settle } = createPages();
    proxy.respond = unreachable;
    const earlier = open('granted');
    await settle();
    earlier.leadForm?.set('phone', '+1 415 555 2671');
    await earlier.leadForm?.submit();
    earlier.destroy();
    expect(area.getItem('leadchat:leads')).not.toBeNull();

    proxy.respond = () => accepted();
    const later = open('required');
    await settle();
    later.setStorageConsent(answer);
    await settle();
    expect(area.getItem('leadchat:leads')).toBeNull();
    expect(proxy.requests.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
    later.destroy();
  });

  // Cause: it was accepted before the chat had started, which therefore took itself for started.
  describe.each(['later', 'off'] as const)(
    'is answered for in a chat that nobody has opened (form: %s)',
    (leadForm) => {
      async function answer(consent: 'denied' | 'granted', respond: () => Response) {
        const { open, proxy, settle, ...site } = createPages();
        proxy.respond = unreachable;
        const earlier = open('granted');
        earlier.leadForm?.set('phone', '+1 415 555 2671');
        await earlier.leadForm?.submit();
        earlier.destroy();
        const chat = open('required', { leadForm, isStarted: false });
        await settle();
        const before = chat.state.phase.value;
        proxy.respond = respond;
        chat.setStorageConsent(consent);
        await settle();
        return { ...site, chat, settle, before };
      }

      it.each(['denied', 'granted'] as const)('and goes on there after "%s"', async (consent) => {
        const { chat, service, settle, before } = await answer(consent, accepted);
        expect(before).toBe('idle');
        expect(chat.state.phase.value).toBe('chatting');
        chat.start();
        chat.sendMessage('Hello');
        await settle();
        expect([...service.conversations.values()].flatMap(({ received }) => received)).toEqual(['Hello']);
        expect(texts({ chat })).toContain('re: Hello');
        chat.destroy();
      });

      it.each([
        ['denied', 'memory'],
        ['granted', 'storage'],
      ] as const)('and says where it waits after "%s"', async (consent, kept) => {
        const { chat } = await answer(consent, unreachable);
        expect(chat.state.lead.value).toEqual({ status: 'queued', kept });
        chat.destroy();
      });
    },
  );
});

// Cause: a tab went on to listen after its visitor was forgotten, and took the next one's lead, before its chat had started again.
it('a lead that the next visitor leaves in another tab is sent by that tab', async () => {
  const { open, proxy, settle, wake } = createPages();
  proxy.respond = unreachable;
  const [first, second] = [open('granted'), open('granted')];
  await settle();
  const submitIn = async ({ leadForm }: typeof first) => {
    leadForm?.set('phone', '+1 415 555 2671');
    await leadForm?.submit();
    await settle();
  };
  await submitIn(first);
  first.reset();
  await settle();
  second.start();
  await submitIn(second);
  proxy.respond = () => accepted();
  wake();
  await settle();
  expect([first, second].map(({ state }) => state.phase.value)).toEqual(['idle', 'chatting']);
  expect(second.state.lead.value).toMatchObject({ status: 'accepted' });
  for (const chat of [first, second]) chat.destroy();
});
