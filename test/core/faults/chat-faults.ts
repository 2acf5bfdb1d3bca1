import { expect } from 'vitest';
import { until } from '../../support/until.ts';
import { type CorePage, type CoreSite, isConnected, texts, withCoreSite } from './core-site.ts';
import type { Fault } from './fault.ts';
import { usedHeap } from './used-heap.ts';

/** Whether each of the visitor's messages is confirmed. */
function isAllConfirmed({ chat }: CorePage): boolean {
  const own = chat.state.messages.value.filter(({ from }) => from === 'visitor');
  return own.every(({ delivery }) => delivery === 'confirmed');
}

function received({ service }: CoreSite): string[] {
  return [...service.conversations.values()].flatMap((conversation) => conversation.received);
}

export const chatFaults: Fault[] = [
  {
    id: 'F18',
    fault: 'two tabs',
    promise: 'one socket, the same messages in both; the second takes over when the first is killed',
    run: () =>
      withCoreSite(async (site) => {
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
      withCoreSite(async ({ open, service, until }) => {
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
      withCoreSite(async (site) => {
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
      withCoreSite(async (site) => {
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
        await withCoreSite(async (site) => {
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
    run: () =>
      withCoreSite(async (site) => {
        const { openConnected, service, until } = site;
        const page = await openConnected();
        const socket = service.last();
        const say = (id: string) => socket?.send(JSON.stringify({ type: 'message', id, content: id }));
        const wrong = ['', '{', 'null', '[]', '{"type":1}', '{"type":"message"}', '{"__proto__":{"type":"message"}}'];
        const huge = JSON.stringify({ type: 'message', id: 'huge', content: 'x'.repeat(70_000) });
        for (const data of [...wrong, huge, '['.repeat(60_000), new Uint8Array(8).buffer]) socket?.send(data);
        say('after them');
        await until(() => texts(page).length > 0);
        expect(texts(page)).toEqual(['after them']);

        const startedAt = process.cpuUsage();
        for (let count = 0; count < 10_000; count++) say(`flood-${count}`);
        page.chat.sendMessage('Still alive?');
        await until(() => received(site).length === 1);
        const { user, system } = process.cpuUsage(startedAt);
        expect((user + system) / 1000).toBeLessThan(2_000);
        expect(page.chat.state.messages.value.length).toBeLessThanOrEqual(500);
        expect(received(site)).toEqual(['Still alive?']);
        expect(isConnected(page)).toBe(true);
      }),
  },
  {
    id: 'F24',
    guarantee: 'G9',
    fault: 'created and destroyed 1,000 times',
    promise: 'leaves no timer, listener, socket or channel; the heap grows by less than 1 MB',
    run: () =>
      withCoreSite(async ({ channels, clock, open, relay, service, storage }) => {
        const once = async (isConnecting: boolean) => {
          const page = open();
          page.chat.sendMessage('Hello');
          if (!isConnecting) await until('it is connected', () => isConnected(page));
          page.close();
          page.chat.sendMessage('after the end');
          storage.entries.clear();
        };
        const many = async (count: number) => {
          for (let index = 0; index < count; index++) await once(index % 10 !== 0);
          await until('the sockets are closed', () => relay.clients === 0);
          // Otherwise the sockets that the fake service records would distort the measurement.
          service.network.forgetClosed();
          service.conversations.clear();
        };
        await many(100);
        const before = usedHeap();
        await many(1_000);
        // Some resources are released in a later turn of the event loop.
        await until('the heap is back', () => usedHeap() - before < 1_000_000);
        expect(usedHeap() - before).toBeLessThan(1_000_000);
        expect(clock.pending).toBe(0);
        expect(channels.size).toBe(0);
        expect(service.live()).toHaveLength(0);
      }),
  },
  {
    id: 'F25',
    guarantee: 'G11',
    fault: 'a listener of the host page throws',
    promise: 'reports it once as the page’s own error; the chat and the other listeners go on',
    run: () =>
      withCoreSite(async ({ open, until }) => {
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
