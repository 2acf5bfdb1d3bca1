import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { seed, seededRandom } from '../../support/figures.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { startSocketNetwork } from '../connection/chat-network.ts';
import { manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { createFakeChatService } from '../conversation/fake-chat-service.ts';
import { memoryStorage } from '../conversation/memory-storage.ts';
import { type CoreSite, countOpenings, createCore, flowId, isConnected, texts, withCoreSite } from './core-site.ts';
import { type Fault, soon, within } from './fault.ts';

/** The visitor's messages that the service has received. */
function received({ service }: CoreSite): string[] {
  return [...service.conversations.values()].flatMap((conversation) => conversation.received);
}

function currentSession({ service }: CoreSite): string {
  return [...service.conversations.keys()].at(-1) ?? '';
}

export const networkFaults: Fault[] = [
  {
    id: 'F8',
    fault: 'the network drops all packets for 60 s while a socket is open',
    promise:
      'checks the socket 20 s after a message without a reply; reconnects within 5 s after the network recovers, and sends the message once',
    run: () =>
      withCoreSite(async (site) => {
        const { clock, openConnected, relay, until, within } = site;
        const page = await openConnected();
        relay.mode = 'swallow';
        const droppedAt = clock.now();
        page.chat.sendMessage('into the void');
        // A second socket to the same session gets 10 s for its handshake.
        const noticedAfter = await within(31_000, () => !isConnected(page));
        expect(noticedAfter).toBeGreaterThanOrEqual(20_000);
        await clock.advance(60_000 - (clock.now() - droppedAt));
        expect(received(site)).toEqual([]);
        relay.mode = 'pass';
        await within(5_000, () => isConnected(page));
        await until(() => texts(page).includes('re: into the void'));
        expect(received(site)).toEqual(['into the void']);
      }),
  },
  {
    id: 'F9',
    guarantee: 'G3',
    fault: 'the network drops the handshake',
    promise: 'tries again after 10 s, without an uncaught error; reconnects within 5 s after the network recovers',
    run: () =>
      withCoreSite(async ({ clock, open, relay, within }) => {
        relay.mode = 'swallow';
        const page = open();
        page.chat.start();
        await soon(() => relay.clients === 1);
        await clock.advance(9_900);
        expect(page.connections.at(-1)).toBe('connecting');
        await clock.advance(200);
        expect(page.connections.at(-1)).not.toBe('open');
        expect(page.connections).toContain('waiting');
        relay.mode = 'pass';
        await within(5_000, () => isConnected(page));
      }),
  },
  {
    id: 'F10',
    fault: 'a reset in the middle of a frame',
    promise: 'shows no partial message; reconnects within 5 s, and shows the whole one once',
    run: () =>
      withCoreSite(async (site) => {
        const { openConnected, relay, service, until, within } = site;
        const page = await openConnected();
        relay.resetAfter(20);
        service.say(currentSession(site), 'x'.repeat(1000));
        await within(5_000, () => countOpenings(page) === 2);
        await until(() => texts(page).length > 0);
        expect(texts(page)).toEqual(['x'.repeat(1000)]);
      }),
  },
  {
    id: 'F11',
    fault: 'the service closes with 4001, 1008, 1000, 1011, 1012',
    promise: 'stays closed after 1008 and 4400-4499; reconnects within 5 s after the others',
    async run() {
      for (const code of [4001, 1000, 1011, 1012]) {
        await withCoreSite(async ({ openConnected, service, within }) => {
          const page = await openConnected();
          service.last()?.close(code);
          await within(5_000, () => countOpenings(page) === 2);
          expect(service.live()).toHaveLength(1);
        });
      }
      for (const code of [1008, 4404]) {
        await withCoreSite(async ({ clock, open, service }) => {
          service.network.onSocket = (socket) => socket.close(code);
          const page = open();
          page.chat.start();
          await soon(() => page.connections.at(-1) === 'closed');
          await clock.advance(120_000);
          expect(page.connections.at(-1)).toBe('closed');
          expect(service.network.sockets).toHaveLength(1);
        });
      }
    },
  },
  {
    id: 'F12',
    fault: 'the service accepts each connection and closes it at once',
    promise: 'at most 20 attempts in 60 s, then one in 30 to 60 s',
    run: () =>
      withCoreSite(async ({ clock, open, service, within }) => {
        service.network.onSocket = (socket) => socket.close(1011);
        open().chat.start();
        const until = clock.now() + 60_000;
        await within(61_000, () => clock.now() >= until);
        expect(service.network.sockets.length).toBeGreaterThan(4);
        expect(service.network.sockets.length).toBeLessThanOrEqual(20);
      }),
  },
  {
    id: 'F14',
    fault: 'the browser goes offline and online 50 times in 5 s',
    promise: 'one socket',
    run: () =>
      withCoreSite(async ({ clock, openConnected, service, within }) => {
        const page = await openConnected();
        for (let count = 0; count < 50; count++) {
          page.pageLifecycle.emit('offline');
          await clock.advance(50);
          page.pageLifecycle.emit('online');
          await clock.advance(50);
        }
        await within(5_000, () => isConnected(page));
        await soon(() => service.live().length === 1);
        expect(service.network.sockets.length).toBeLessThanOrEqual(5);
      }),
  },
  {
    id: 'F15',
    fault: 'the page is hidden for 6 minutes, its timers run once a minute',
    promise: 'keeps its socket and receives what arrives',
    run: () =>
      withCoreSite(async (site) => {
        const { clock, openConnected, service, until } = site;
        const page = await openConnected();
        page.pageLifecycle.emit('hidden');
        for (let minute = 0; minute < 6; minute++) await clock.sleep(60_000);
        service.say(currentSession(site), 'meanwhile');
        await until(() => texts(page).includes('meanwhile'));
        page.pageLifecycle.emit('visible');
        expect(service.network.sockets).toHaveLength(1);
      }),
  },
  {
    id: 'F16',
    fault: 'the machine sleeps for an hour',
    promise: 'replaces its socket on waking; reconnects within 5 s',
    run: () =>
      withCoreSite(async ({ clock, openConnected, relay, service, within }) => {
        const page = await openConnected();
        relay.mode = 'swallow';
        await clock.sleep(3_600_000);
        relay.mode = 'pass';
        await within(5_000, () => service.network.sockets.length === 2 && isConnected(page));
      }),
  },
  {
    id: 'F17',
    fault: 'the page enters the back/forward cache and comes back',
    promise: 'closes its socket on leaving; reconnects within 5 s of the return',
    run: () =>
      withCoreSite(async ({ clock, openConnected, service, within }) => {
        const page = await openConnected();
        page.pageLifecycle.emit('leave');
        await soon(() => service.live().length === 0);
        await clock.advance(60_000);
        expect(service.network.sockets).toHaveLength(1);
        page.pageLifecycle.emit('return');
        await within(5_000, () => service.network.sockets.length === 2 && isConnected(page));
        expect(service.live()).toHaveLength(1);
      }),
  },
];

/** Separate from the others, because it needs many clients. */
export const herdFault: Fault = {
  id: 'F13',
  fault: 'the service restarts under 500 idle clients',
  promise: 'all back within 30 s, spread over more than 10 s, at most 15 % of them in any second',
  async run() {
    const { backMs, peak, spreadMs } = await restartUnder(500);
    expect(backMs).toBeLessThanOrEqual(30_000);
    expect(peak).toBeLessThanOrEqual(75);
    expect(spreadMs).toBeGreaterThan(10_000);
  },
};

export type Restart = {
  /** When 99 % of the clients were back, and when all were: milliseconds of the test clock after the drop. */
  mostBackMs: number;
  backMs: number;
  /** The most attempts in any second. */
  peak: number;
  /** Between the first attempt and the last one. */
  spreadMs: number;
};

/** Restarts a service with many idle chats over real sockets. It is down for three seconds. */
export async function restartUnder(count: number): Promise<Restart> {
  const network = await startSocketNetwork();
  const service = createFakeChatService(network);
  const clock = manualClock();
  const random = seededRandom(seed);
  const attempts: number[] = [];
  class CountedWebSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      attempts.push(clock.now());
    }
  }
  const chats = Array.from({ length: count }, () =>
    createCore({
      flowId,
      wssUrl: network.server.url,
      environment: {
        WebSocket: CountedWebSocket,
        localStorage: memoryStorage(),
        sessionStorage: memoryStorage(),
        locks: null,
        openChannel: null,
        clock,
        random,
        pageLifecycle: manualPageLifecycle(),
      },
    }),
  );
  const countConnected = () => chats.filter(({ state }) => state.connection.value === 'open').length;
  try {
    for (const chat of chats) chat.start();
    await until('all are connected', () => service.conversations.size === count && countConnected() === count, 60_000);
    await clock.advance(60_000);
    attempts.length = 0;
    const droppedAt = clock.now();
    await network.server.down();
    await within(clock, 3_100, () => clock.now() - droppedAt >= 3_000);
    await network.server.up();
    const elapsed = () => clock.now() - droppedAt;
    await within(clock, 60_000, () => service.live().length >= count * 0.99);
    const mostBackMs = elapsed();
    await within(clock, 60_000, () => service.live().length === count);
    const peaks = attempts.map((at) => attempts.filter((time) => time >= at && time < at + 1_000).length);
    return {
      mostBackMs,
      backMs: elapsed(),
      peak: Math.max(...peaks),
      spreadMs: Math.max(...attempts) - Math.min(...attempts),
    };
  } finally {
    for (const chat of chats) chat.destroy();
    await network.server.stop();
    expect(clock.pending).toBe(0);
  }
}
