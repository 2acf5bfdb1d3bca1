import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createWebSocketConnection } from '../../../src/core/connection/web-socket-connection.ts';
import { seed, seededRandom } from '../../support/figures.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { startSocketService } from '../connection/socket-service.ts';
import { anonymous, type Fault, resumed, soon, within, withRelay, withRig } from './fault.ts';

export const networkFaults: Fault[] = [
  {
    id: 'F8',
    fault: 'the network drops all packets for 60 s while a socket is open',
    promise: 'checks the socket 20 s after a message without a reply; reconnects within 5 s after the network recovers',
    async run() {
      for (const path of [anonymous, resumed]) {
        await withRelay(
          async (rig, relay) => {
            rig.connection.open();
            await soon(() => rig.opens() === 1);
            relay.mode = 'swallow';
            rig.connection.send('into the void');
            await rig.within(20_100, () => rig.connection.send('doubted') === false);
            await rig.within(10_100, () => rig.drops().length > 0);
            expect(rig.drops()[0]).toMatchObject({ wasOpen: true, isDelivered: false });
            await rig.clock.advance(37_000);
            relay.mode = 'pass';
            await rig.within(5_000, () => rig.opens() === 2);
          },
          { path: () => path },
        );
      }
    },
  },
  {
    id: 'F9',
    guarantee: 'G3',
    fault: 'the network drops the handshake',
    promise: 'tries again after 10 s, without an uncaught error; reconnects within 5 s after the network recovers',
    run: () =>
      withRelay(async (rig, relay) => {
        relay.mode = 'swallow';
        rig.connection.open();
        await soon(() => relay.clients === 1);
        await rig.clock.advance(9_900);
        expect(rig.drops()).toEqual([]);
        await rig.clock.advance(200);
        expect(rig.drops()).toHaveLength(1);
        relay.mode = 'pass';
        await rig.within(5_000, () => rig.opens() === 1);
      }),
  },
  {
    id: 'F10',
    fault: 'a reset in the middle of a frame',
    promise: 'reports no partial frame; reconnects within 5 s',
    run: () =>
      withRelay(async (rig, relay) => {
        rig.connection.open();
        await soon(() => rig.opens() === 1);
        relay.resetAfter(20);
        rig.service.sockets[0]?.socket.send('x'.repeat(1000));
        await rig.within(5_000, () => rig.opens() === 2);
        expect(rig.frames()).toEqual([]);
      }),
  },
  {
    id: 'F11',
    fault: 'the service closes with 4001, 1008, 1000, 1011, 1012',
    promise: 'stays closed after 1008 and 4400-4499; reconnects within 5 s after the others',
    async run() {
      for (const code of [4001, 1000, 1011, 1012]) {
        await withRig(async (rig) => {
          rig.connection.open();
          await soon(() => rig.opens() === 1);
          rig.service.sockets[0]?.socket.close(code);
          await rig.within(5_000, () => rig.opens() === 2);
          expect(rig.drops()[0]).toMatchObject({ code, isRefused: false });
        });
      }
      await withRig(async (rig) => {
        rig.service.onSocket = ({ socket }) => socket.close(1008);
        rig.connection.open();
        await soon(() => rig.log.at(-1) === 'closed');
        await rig.clock.advance(120_000);
        expect(rig.service.sockets).toHaveLength(1);
      });
    },
  },
  {
    id: 'F12',
    fault: 'the service accepts each connection and closes it at once',
    promise: 'at most 20 attempts in 60 s, then one in 30 to 60 s',
    run: () =>
      withRig(async (rig) => {
        rig.service.onSocket = ({ socket }) => socket.close(1011);
        rig.connection.open();
        const until = rig.clock.now() + 60_000;
        await rig.within(61_000, () => rig.clock.now() >= until);
        expect(rig.service.sockets.length).toBeGreaterThan(4);
        expect(rig.service.sockets.length).toBeLessThanOrEqual(20);
      }),
  },
  {
    id: 'F14',
    fault: 'the browser goes offline and online 50 times in 5 s',
    promise: 'one socket',
    run: () =>
      withRig(async (rig) => {
        rig.connection.open();
        await soon(() => rig.opens() === 1);
        for (let count = 0; count < 50; count++) {
          rig.pageLifecycle.emit('offline');
          await rig.clock.advance(50);
          rig.pageLifecycle.emit('online');
          await rig.clock.advance(50);
        }
        await rig.within(5_000, () => rig.log.at(-1) === 'on-open');
        await soon(() => rig.service.live().length === 1);
        expect(rig.service.sockets.length).toBeLessThanOrEqual(5);
      }),
  },
  {
    id: 'F15',
    fault: 'the page is hidden for 6 minutes, its timers run once a minute',
    promise: 'keeps its socket and receives what arrives',
    run: () =>
      withRig(async (rig) => {
        rig.connection.open();
        await soon(() => rig.opens() === 1);
        rig.pageLifecycle.emit('hidden');
        for (let minute = 0; minute < 6; minute++) await rig.clock.sleep(60_000);
        rig.service.sockets[0]?.socket.send('meanwhile');
        await soon(() => rig.frames().includes('meanwhile'));
        rig.pageLifecycle.emit('visible');
        expect(rig.service.sockets).toHaveLength(1);
      }),
  },
  {
    id: 'F16',
    fault: 'the machine sleeps for an hour',
    promise: 'replaces its socket on waking; reconnects within 5 s',
    run: () =>
      withRelay(async (rig, relay) => {
        rig.connection.open();
        await soon(() => rig.opens() === 1);
        relay.mode = 'swallow';
        await rig.clock.sleep(3_600_000);
        relay.mode = 'pass';
        await rig.within(5_000, () => rig.opens() === 2);
      }),
  },
  {
    id: 'F17',
    fault: 'the page enters the back/forward cache and comes back',
    promise: 'closes its socket on leaving; reconnects within 5 s of the return',
    run: () =>
      withRig(async (rig) => {
        rig.connection.open();
        await soon(() => rig.opens() === 1);
        rig.pageLifecycle.emit('leave');
        await soon(() => rig.service.live().length === 0);
        await rig.clock.advance(60_000);
        expect(rig.service.sockets).toHaveLength(1);
        rig.pageLifecycle.emit('return');
        await rig.within(5_000, () => rig.opens() === 2);
        expect(rig.service.live()).toHaveLength(1);
      }),
  },
];

/** Apart from the others: it needs many clients. */
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

/** Restarts a service, which is away for three seconds, under many idle connections with real sockets. */
export async function restartUnder(count: number): Promise<Restart> {
  const service = await startSocketService();
  const clock = manualClock();
  const attempts: number[] = [];
  class CountedWebSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      attempts.push(clock.now());
    }
  }
  const createConnection = createWebSocketConnection({
    wssUrl: service.url,
    webSocket: CountedWebSocket,
    clock,
    random: seededRandom(seed),
    pageLifecycle: manualPageLifecycle(),
  });
  const clients = Array.from({ length: count }, () =>
    createConnection(
      { path: () => anonymous, isUrgent: () => false, isAnswerDue: () => false },
      { onStatus() {}, onOpen() {}, onFrame() {}, onDrop() {} },
    ),
  );
  try {
    for (const client of clients) client.open();
    await soon(() => service.live().length === count);
    await clock.advance(60_000);
    attempts.length = 0;
    const droppedAt = clock.now();
    await service.down();
    await within(clock, 3_100, () => clock.now() - droppedAt >= 3_000);
    await service.up();
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
    for (const client of clients) client.close();
    expect(clock.pending).toBe(0);
    await service.stop();
  }
}
