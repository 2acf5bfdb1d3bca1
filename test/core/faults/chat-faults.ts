import { expect } from 'vitest';
import { createCore } from '../../../src/core/index.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { memoryStorage } from '../conversation/memory-storage.ts';
import { createSite, flowId, texts } from '../conversation/site.ts';
import type { Fault } from './fault.ts';
import { usedHeap } from './used-heap.ts';

export const chatFaults: Fault[] = [
  {
    id: 'F18',
    fault: 'two tabs',
    promise: 'one socket, the same messages in both; the second takes over when the first is killed',
    async run() {
      const { open, service, settle } = createSite();
      const [first, second] = [open(), open()];
      for (const { chat } of [first, second]) chat.start();
      await settle();
      second.chat.sendMessage('Hello');
      await settle();
      expect([texts(first), texts(second)]).toEqual([
        ['Hello', 're: Hello'],
        ['Hello', 're: Hello'],
      ]);
      expect(service.live()).toHaveLength(1);
      first.crash();
      await settle();
      expect(service.live()).toHaveLength(1);
      second.chat.sendMessage('Again');
      await settle();
      expect(texts(second)).toEqual(['Hello', 're: Hello', 'Again', 're: Again']);
    },
  },
  {
    id: 'F19',
    fault: 'the history is replayed twice',
    promise: 'each message is shown once',
    async run() {
      const { open, service, settle } = createSite();
      const page = open();
      for (const text of ['a', 'b', 'c']) page.chat.sendMessage(text);
      await settle();
      const shown = texts(page);
      for (let time = 0; time < 2; time++) {
        service.last()?.cut();
        await settle();
      }
      expect(service.network.sockets).toHaveLength(3);
      expect(texts(page)).toEqual(shown);
    },
  },
  {
    id: 'F20',
    fault: 'messages while connecting, open, closing, closed',
    promise: 'all arrive once and in order; each shows how far it is',
    async run() {
      const { open, service, settle } = createSite();
      const page = open();
      page.chat.start();
      page.chat.sendMessage('connecting');
      await settle();
      page.chat.sendMessage('open');
      await settle();
      service.last()?.close(1012);
      page.chat.sendMessage('closing');
      service.network.setUp(false);
      await settle();
      page.chat.sendMessage('closed');
      expect(page.chat.state.messages.value.at(-1)?.delivery).toBe('queued');
      service.network.setUp(true);
      await settle();
      const [conversation] = service.conversations.values();
      expect(conversation?.received).toEqual(['connecting', 'open', 'closing', 'closed']);
      const own = page.chat.state.messages.value.filter(({ from }) => from === 'visitor');
      expect(own.map(({ delivery }) => delivery)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed']);
    },
  },
  {
    id: 'F21',
    fault: 'more is typed offline than the queue takes',
    promise: '100 messages or 64 K characters wait; the next says "not delivered" at once and can be retried',
    async run() {
      const { open, service, settle } = createSite();
      const { chat } = open();
      chat.start();
      await settle();
      service.network.setUp(false);
      await settle();
      for (let count = 0; count < 101; count++) chat.sendMessage(`${count}`);
      const last = chat.state.messages.value.at(-1);
      expect(last).toMatchObject({ text: '100', delivery: 'not-delivered' });
      service.network.setUp(true);
      await settle();
      chat.retry(last?.id ?? '');
      await settle();
      const [conversation] = service.conversations.values();
      expect(conversation?.received).toEqual(Array.from({ length: 101 }, (_, index) => `${index}`));
      service.network.setUp(false);
      await settle();
      for (let count = 0; count < 9; count++) chat.sendMessage('x'.repeat(8000));
      const deliveries = chat.state.messages.value.slice(-9).map(({ delivery }) => delivery);
      expect(deliveries).toEqual([...Array.from({ length: 8 }, () => 'queued'), 'not-delivered']);
    },
  },
  {
    id: 'F22',
    fault: 'the service no longer takes the session',
    promise: 'one new conversation, with a notice; the old queue is not sent into it',
    async run() {
      for (const refusesWith of [4404, 1008, undefined]) {
        const { open, service, settle } = createSite();
        service.refusesWith = refusesWith;
        const page = open();
        page.chat.sendMessage('Hello');
        await settle();
        service.network.setUp(false);
        await settle();
        page.chat.sendMessage('For the old one');
        const [old = ''] = service.conversations.keys();
        service.forget(old);
        service.network.setUp(true);
        await settle();
        expect(page.chat.state.notice.value).toBe('session-replaced');
        expect(service.conversations.size).toBe(1);
        expect([...service.conversations.values()][0]?.received).toEqual([]);
        expect(page.chat.state.messages.value).toMatchObject([{ text: 'For the old one', delivery: 'not-delivered' }]);
        page.chat.sendMessage('For the new one');
        await settle();
        expect([...service.conversations.values()][0]?.received).toEqual(['For the new one']);
        expect(service.live()).toHaveLength(1);
      }
    },
  },
  {
    id: 'F23',
    fault: 'malformed, huge, binary and deep frames, and 10,000 at once',
    promise: 'dropped unread, the chat goes on; of a flood 2,000 are read and 500 kept',
    async run() {
      const { open, service, settle } = createSite();
      const page = open();
      page.chat.start();
      await settle();
      const socket = service.last();
      const wrong = ['', '{', 'null', '[]', '{"type":1}', '{"type":"message"}', '{"__proto__":{"type":"message"}}'];
      const huge = JSON.stringify({ type: 'message', id: 'huge', content: 'x'.repeat(70_000) });
      for (const data of [...wrong, huge, '['.repeat(60_000), new Uint8Array(8).buffer]) socket?.send(data);
      await settle();
      expect(texts(page)).toEqual([]);
      const since = performance.now();
      for (let count = 0; count < 10_000; count++) {
        socket?.send(JSON.stringify({ type: 'message', id: `flood-${count}`, content: `${count}` }));
      }
      await settle();
      expect(performance.now() - since).toBeLessThan(2_000);
      expect(page.chat.state.messages.value.length).toBeLessThanOrEqual(500);
      page.chat.sendMessage('Still alive?');
      await settle();
      expect(service.conversations.values().next().value?.received).toEqual(['Still alive?']);
    },
  },
  {
    id: 'F24',
    fault: 'made and destroyed 1,000 times',
    promise: 'no timer, no listener, no socket, no channel is left; the heap grows by less than 1 MB',
    async run() {
      const site = createSite();
      const { settle } = site;
      const area = memoryStorage();
      const clock = manualClock();
      const pageLifecycle = manualPageLifecycle();
      const once = async () => {
        const page = site.open();
        page.chat.sendMessage('Hello');
        await settle();
        page.chat.destroy();
        page.chat.sendMessage('after the end');
        const core = createCore({
          flowId,
          wssUrl: 'ws://127.0.0.1:9',
          environment: { localStorage: area, sessionStorage: area, clock, pageLifecycle, locks: null },
        });
        core.start();
        core.destroy();
        // The fake service remembers every socket; it is not what is measured.
        site.service.network.forgetClosed();
        site.service.conversations.clear();
        site.area.entries.clear();
        expect(page.pageLifecycle.listeners).toBe(0);
      };
      for (let count = 0; count < 100; count++) await once();
      const before = usedHeap();
      for (let count = 0; count < 1_000; count++) await once();
      // What ends in a later turn of the event loop is let go of then.
      await until('the heap is back', () => usedHeap() - before < 1_000_000);
      expect(usedHeap() - before).toBeLessThan(1_000_000);
      expect(site.clock.pending).toBe(0);
      expect(clock.pending).toBe(0);
      expect(pageLifecycle.listeners).toBe(0);
      expect(site.channels.size).toBe(0);
      expect(site.service.live()).toHaveLength(0);
    },
  },
  {
    id: 'F25',
    fault: 'a listener of the page throws',
    promise: 'reported once as the page’s own error; the chat and the other listeners go on',
    async run() {
      const { open, settle } = createSite();
      const page = open();
      const heard: string[] = [];
      page.chat.on('message:received', () => {
        throw new Error('the page throws');
      });
      page.chat.on('message:received', ({ message }) => heard.push(message.text));
      page.chat.sendMessage('Hello');
      await settle();
      expect(heard).toEqual(['re: Hello']);
      expect(page.errors).toEqual([new Error('the page throws')]);
      expect(texts(page)).toEqual(['Hello', 're: Hello']);
    },
  },
];
