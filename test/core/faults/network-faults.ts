import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Disconnect } from '../../../src/core/connection/connection.ts';
import { createWebSocketConnection } from '../../../src/core/connection/web-socket-connection.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { type Relay, startRelay } from '../connection/relay.ts';
import { startSocketService } from '../connection/socket-service.ts';
import { anonymous, type Fault, type Rig, soon, within, withRig } from './fault.ts';

/** A rig whose network can fail. */
async function withRelay(run: (rig: Rig, relay: Relay) => Promise<void>): Promise<void> {
  let relay: Relay | undefined;
  const behind = await startSocketService();
  relay = await startRelay(behind.port);
  const { port } = relay;
  try {
    await withRig((rig) => run({ ...rig, service: behind }, relay), { port: () => port });
  } finally {
    await relay.stop();
    await behind.stop();
  }
}

function drops({ log }: Pick<Rig, 'log'>): Disconnect[] {
  return log.flatMap((entry) => (typeof entry === 'object' && 'drop' in entry ? [entry.drop] : []));
}

export const networkFaults: Fault[] = [
  {
    id: 'F8',
    fault: 'an open socket goes into a black hole for 60 s',
    promise:
      'doubts it 20 s after a message without an answer; back within 15 s of the heal, 5 s if the browser says online',
    async run() {
      for (const tellsOnline of [false, true]) {
        await withRelay(async (rig, relay) => {
          rig.connection.open();
          await soon(() => rig.opens() === 1);
          relay.mode = 'swallow';
          rig.connection.send('into the void');
          await rig.within(20_100, () => drops(rig).length === 0 && rig.connection.send('doubted') === false);
          await rig.within(3_100, () => drops(rig).length === 1);
          expect(drops(rig)[0]).toMatchObject({ wasOpen: true, isDelivered: false });
          await rig.clock.advance(37_000);
          relay.mode = 'pass';
          if (tellsOnline) rig.pageLifecycle.emit('online');
          await rig.within(tellsOnline ? 5_000 : 15_000, () => rig.opens() === 2);
        });
      }
    },
  },
  {
    id: 'F9',
    fault: 'a black hole in the handshake',
    promise: 'gives up after 10 s and tries again; nothing is uncaught',
    run: () =>
      withRelay(async (rig, relay) => {
        relay.mode = 'swallow';
        rig.connection.open();
        await soon(() => relay.clients === 1);
        await rig.clock.advance(9_900);
        expect(drops(rig)).toEqual([]);
        await rig.clock.advance(200);
        expect(drops(rig)).toHaveLength(1);
        relay.mode = 'pass';
        await rig.within(5_000, () => rig.opens() === 1);
      }),
  },
  {
    id: 'F10',
    fault: 'a reset in the middle of a frame',
    promise: 'hands on no half frame, back within 5 s',
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
    promise: 'stays closed after 1008 and 4400-4499; comes back within 5 s after the others',
    async run() {
      for (const code of [4001, 1000, 1011, 1012]) {
        await withRig(async (rig) => {
          rig.connection.open();
          await soon(() => rig.opens() === 1);
          rig.service.sockets[0]?.socket.close(code);
          await rig.within(5_000, () => rig.opens() === 2);
          expect(drops(rig)[0]).toMatchObject({ code, isRefused: false });
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
    fault: 'the service accepts and hangs up, again and again',
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
    fault: 'offline and online, 50 times in 5 s',
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
    fault: 'hidden for 6 minutes, timers throttled to one a minute',
    promise: 'keeps its socket and hears what arrives',
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
    promise: 'replaces its socket on waking, back within 5 s',
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
    fault: 'into the back/forward cache and out again',
    promise: 'closes its socket on leaving, back within 5 s of the return',
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

/** The herd is apart: it needs no network, only many clients. */
export const herdFault: Fault = {
  id: 'F13',
  fault: 'the service restarts under 500 idle clients',
  promise: 'all back within 30 s, spread over more than 10 s, at most 15 % of them in any second',
  async run() {
    const clock = manualClock();
    let up = true;
    const attempts: number[] = [];
    const live = new Set<FakeSocket>();
    class FakeSocket extends EventTarget {
      static readonly CLOSING = 2;
      readyState = 0;
      binaryType = 'blob';
      constructor() {
        super();
        attempts.push(clock.now());
        queueMicrotask(() => this.settle());
      }
      settle(): void {
        if (up) {
          this.readyState = WebSocket.OPEN;
          live.add(this);
          this.dispatchEvent(new Event('open'));
        } else this.end(1006);
      }
      end(code: number): void {
        this.readyState = WebSocket.CLOSED;
        live.delete(this);
        this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '', wasClean: code !== 1006 }));
      }
      close(): void {
        this.end(1000);
      }
    }
    const createConnection = createWebSocketConnection({
      wssUrl: 'ws://herd',
      webSocket: FakeSocket,
      clock,
      random: Math.random,
      pageLifecycle: manualPageLifecycle(),
    });
    const clients = Array.from({ length: 500 }, () =>
      createConnection(
        { path: () => anonymous, isUrgent: () => false, isAnswerDue: () => false },
        { onStatus() {}, onOpen() {}, onFrame() {}, onDrop() {} },
      ),
    );
    for (const client of clients) client.open();
    await within(clock, 1_000, () => live.size === 500);
    await clock.advance(60_000);
    up = false;
    attempts.length = 0;
    const droppedAt = clock.now();
    for (const socket of [...live]) socket.end(1006);
    await within(clock, 3_000, () => clock.now() - droppedAt >= 3_000);
    up = true;
    await within(clock, 30_000 - 3_000, () => live.size === 500);
    const peak = Math.max(...attempts.map((at) => attempts.filter((one) => one >= at && one < at + 1_000).length));
    expect(peak).toBeLessThanOrEqual(75);
    expect(Math.max(...attempts) - Math.min(...attempts)).toBeGreaterThan(10_000);
    for (const client of clients) client.close();
    expect(clock.pending).toBe(0);
  },
};
