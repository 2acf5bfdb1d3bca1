import { expect } from 'vitest';
import { createCore } from '../../../src/core/index.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { memoryStorage } from '../conversation/memory-storage.ts';
import { createSite, flowId, type Page, texts } from '../conversation/site.ts';
import { type Fault, type RealSite, withRealSite } from './fault.ts';
import { usedHeap } from './used-heap.ts';

/** Whether each of the visitor's messages is confirmed. */
function isAllConfirmed({ chat }: Page): boolean {
  const own = chat.state.messages.value.filter(({ from }) => from === 'visitor');
  return own.every(({ delivery }) => delivery === 'confirmed');
}

function received({ service }: RealSite): string[] {
  return [...service.conversations.values()].flatMap((conversation) => conversation.received);
}

export const chatFaults: Fault[] = [
  {
    id: 'F18',
    fault: 'two tabs',
    promise: 'one socket, the same messages in both; the second takes over when the first is killed',
    run: () =>
      withRealSite(async (site) => {
        const { open, service, until } = site;
        const [first, second] = [open(), open()];
        for (const { chat } of [first, second]) chat.start();
        second.chat.sendMessage('Hello');
        await until(() => texts(first).length === 2 && texts(second).length === 2);
        expect(texts(first)).toEqual(['Hello', 're: Hello']);
        expect(texts(second)).toEqual(['Hello', 're: Hello']);
        expect(service.network.sockets).toHaveLength(1);
        first.crash();
        second.chat.sendMessage('Again');
        await until(() => texts(second).length === 4);
        expect(texts(second)).toEqual(['Hello', 're: Hello', 'Again', 're: Again']);
        await until(() => service.live().length === 1);
      }),
  },
  {
    id: 'F19',
    fault: 'the service replays the history after each of two drops',
    promise: 'each message is shown once',
    run: () =>
      withRealSite(async ({ open, service, until }) => {
        const page = open();
        page.chat.setVisible(true);
        for (const text of ['a', 'b', 'c']) page.chat.sendMessage(text);
        await until(() => texts(page).length === 6);
        const shown = texts(page);
        for (const sockets of [2, 3]) {
          service.last()?.cut();
          await until(() => service.network.sockets.length === sockets);
          // The reply to a new message arrives after the replay.
          page.chat.sendMessage(`after drop ${sockets}`);
          shown.push(`after drop ${sockets}`, `re: after drop ${sockets}`);
          await until(() => texts(page).at(-1) === shown.at(-1));
          expect(texts(page)).toEqual(shown);
        }
      }),
  },
  {
    id: 'F20',
    fault: 'the visitor writes while the socket is connecting, open, closing and closed',
    promise: 'all messages arrive once and in order; each shows its state',
    run: () =>
      withRealSite(async (site) => {
        const { open, service, until } = site;
        const page = open();
        page.chat.start();
        page.chat.sendMessage('connecting');
        await until(() => texts(page).includes('re: connecting'));
        page.chat.sendMessage('open');
        await until(() => texts(page).includes('re: open'));
        service.last()?.close(1012);
        page.chat.sendMessage('closing');
        await service.network.server.down();
        await until(() => page.chat.state.connection.value === 'waiting');
        page.chat.sendMessage('closed');
        expect(page.chat.state.messages.value.at(-1)?.delivery).toBe('queued');
        await service.network.server.up();
        await until(() => texts(page).includes('re: closed') && isAllConfirmed(page));
        expect(received(site)).toEqual(['connecting', 'open', 'closing', 'closed']);
      }),
  },
  {
    id: 'F21',
    fault: 'the visitor writes more offline than the outbox holds',
    promise: '100 messages or 64 K characters wait; the next one shows "not delivered" at once and can be sent again',
    run: () =>
      withRealSite(async (site) => {
        const { open, service, until } = site;
        const page = open();
        const { chat } = page;
        chat.start();
        await until(() => chat.state.connection.value === 'open');
        await service.network.server.down();
        await until(() => chat.state.connection.value !== 'open');
        for (let count = 0; count < 101; count++) chat.sendMessage(`${count}`);
        const last = chat.state.messages.value.at(-1);
        expect(last).toMatchObject({ text: '100', delivery: 'not-delivered' });
        await service.network.server.up();
        await until(() => received(site).length === 100);
        chat.retry(last?.id ?? '');
        await until(() => received(site).length === 101 && isAllConfirmed(page));
        expect(received(site)).toEqual(Array.from({ length: 101 }, (_, index) => `${index}`));
        await service.network.server.down();
        await until(() => chat.state.connection.value !== 'open');
        for (let count = 0; count < 9; count++) chat.sendMessage('x'.repeat(8000));
        const deliveries = chat.state.messages.value.slice(-9).map(({ delivery }) => delivery);
        expect(deliveries).toEqual([...Array.from({ length: 8 }, () => 'queued'), 'not-delivered']);
      }),
  },
  {
    id: 'F22',
    fault: 'the service no longer accepts the session',
    promise: 'one new conversation, with a notice; the old messages are not sent into it',
    async run() {
      for (const refusesWith of [4404, 1008, undefined]) {
        await withRealSite(async (site) => {
          const { open, service, until } = site;
          service.refusesWith = refusesWith;
          const page = open();
          page.chat.sendMessage('Hello');
          await until(() => texts(page).includes('re: Hello'));
          await service.network.server.down();
          await until(() => page.chat.state.connection.value !== 'open');
          page.chat.sendMessage('For the old one');
          for (const session of [...service.conversations.keys()]) service.forget(session);
          await service.network.server.up();
          await until(() => page.chat.state.notice.value === 'session-replaced');
          page.chat.sendMessage('For the new one');
          await until(() => texts(page).includes('re: For the new one'));
          expect(received(site)).toEqual(['For the new one']);
          expect(page.chat.state.messages.value[0]).toMatchObject({
            text: 'For the old one',
            delivery: 'not-delivered',
          });
          expect(service.conversations.size).toBe(1);
          await until(() => service.live().length === 1);
        });
      }
    },
  },
  {
    id: 'F23',
    fault: 'malformed, huge, binary and deeply nested frames, and 10,000 at once',
    promise: 'drops them, and the chat goes on; of a flood, 2,000 are read and 500 shown',
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
    guarantee: 'G9',
    fault: 'created and destroyed 1,000 times',
    promise: 'leaves no timer, listener, socket or channel; the heap grows by less than 1 MB',
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
        // The fake service records every socket, which would distort the measurement.
        site.service.network.forgetClosed();
        site.service.conversations.clear();
        site.area.entries.clear();
        expect(page.pageLifecycle.listeners).toBe(0);
      };
      for (let count = 0; count < 100; count++) await once();
      const before = usedHeap();
      for (let count = 0; count < 1_000; count++) await once();
      // Some resources are released in a later turn of the event loop.
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
    guarantee: 'G11',
    fault: 'a listener of the host page throws',
    promise: 'reports it once as the page’s own error; the chat and the other listeners go on',
    run: () =>
      withRealSite(async ({ open, until }) => {
        const page = open();
        const received: string[] = [];
        page.chat.on('message:received', () => {
          throw new Error('the page throws');
        });
        page.chat.on('message:received', ({ message }) => received.push(message.text));
        page.chat.sendMessage('Hello');
        await until(() => received.length === 1);
        expect(received).toEqual(['re: Hello']);
        expect(page.errors).toEqual([new Error('the page throws')]);
        expect(texts(page)).toEqual(['Hello', 're: Hello']);
      }),
  },
];
