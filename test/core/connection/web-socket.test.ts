import { describe, expect, it, vi } from 'vitest';
import { createWebSocketConnection } from '../../../src/core/connection/web-socket-connection.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { anonymous, soon, withRelay, withRig } from '../faults/fault.ts';
import { logged } from './connection-contract.ts';
import { manualPageLifecycle } from './manual-page-lifecycle.ts';

/** The class with another constructor. */
const webSocketThat = (construct: () => object) => new Proxy(WebSocket, { construct });

describe('the connection over WebSocket', () => {
  // The library asks for a socket in a task of its own, before which a slow phone draws the chat.
  it('connects at once, and misses nothing of a service that is faster than the library', async () => {
    const sockets: EventTarget[] = [];
    const createConnection = createWebSocketConnection({
      wssUrl: 'wss://service.example',
      webSocket: webSocketThat(() => {
        const socket = Object.assign(new EventTarget(), { readyState: 1, send() {}, close() {} });
        sockets.push(socket);
        return socket;
      }),
      clock: manualClock(),
      random: () => 0,
      pageLifecycle: manualPageLifecycle(),
    });
    const { connection, log, frames } = logged(createConnection, () => anonymous);
    connection.open();
    expect(sockets).toHaveLength(1);
    for (const event of [new Event('open'), new MessageEvent('message', { data: 'Hello' })]) {
      sockets[0]?.dispatchEvent(event);
    }
    expect(log).toEqual(['connecting']);
    await soon(() => frames().length === 1);
    expect(log).toEqual(['connecting', 'open', 'on-open', { frame: 'Hello' }]);
    sockets[0]?.dispatchEvent(new MessageEvent('message', { data: 'Ada' }));
    expect(frames()).toEqual(['Hello', 'Ada']);
    connection.close();
  });

  it('closes a socket that the library has not asked for yet', () => {
    const close = vi.fn();
    const createConnection = createWebSocketConnection({
      wssUrl: 'wss://service.example',
      webSocket: webSocketThat(() => Object.assign(new EventTarget(), { readyState: 0, send() {}, close })),
      clock: manualClock(),
      random: () => 0,
      pageLifecycle: manualPageLifecycle(),
    });
    const { connection } = logged(createConnection, () => anonymous);
    connection.open();
    connection.close();
    expect(close).toHaveBeenCalledOnce();
  });

  it('G2: retries when the WebSocket constructor throws, for example because of a page’s policy', async () => {
    const clock = manualClock();
    let calls = 0;
    const createConnection = createWebSocketConnection({
      wssUrl: 'wss://service.example',
      webSocket: webSocketThat(() => {
        calls++;
        throw new DOMException('refused by a policy', 'SecurityError');
      }),
      clock,
      random: () => 1,
      pageLifecycle: manualPageLifecycle(),
    });
    const { connection, log } = logged(createConnection, () => anonymous);
    connection.open();
    for (const attempts of [1, 2, 3]) {
      await soon(() => calls >= attempts && log.at(-1) === 'waiting');
      await clock.advance(4_000);
    }
    connection.close();
    expect(clock.pending).toBe(0);
  });

  it.each(['http://service.example', 'service.example', '', 'javascript:alert(1)//'])(
    'never dials the address %j, and stays usable',
    async (wssUrl) => {
      let calls = 0;
      const createConnection = createWebSocketConnection({
        wssUrl,
        webSocket: webSocketThat(() => {
          calls++;
          return {};
        }),
        clock: manualClock(),
        random: () => 0,
        pageLifecycle: manualPageLifecycle(),
      });
      const { connection, log } = logged(createConnection, () => anonymous);
      connection.open();
      expect(log.at(-1)).toBe('waiting');
      expect(calls).toBe(0);
      connection.close();
    },
  );

  it('G4: replaces a silent socket 20 s after a message, and learns from its close handshake that the message has arrived', () =>
    withRig(async ({ connection, service, log, clock, opens, within }) => {
      connection.open();
      await soon(() => opens() === 1);
      connection.send('Hello');
      await soon(() => service.sockets[0]?.received.length === 1);
      await clock.advance(20_100);
      await within(5_000, () => opens() === 2);
      expect(log).toContainEqual({ drop: { wasOpen: true, isDelivered: true, isRefused: false, isAborted: false } });
    }));

  it('does not replace a socket that responds, or one without a sent message', () =>
    withRig(async ({ connection, service, clock, opens, frames }) => {
      connection.open();
      await soon(() => opens() === 1);
      await clock.advance(300_000);
      connection.send('Hello');
      await clock.advance(15_000);
      service.sockets[0]?.socket.send('anything');
      await soon(() => frames().length === 1);
      await clock.advance(300_000);
      expect(opens()).toBe(1);
    }));

  // Chromium reports so behind some VPNs, and the chat never tried.
  it('connects although the browser reports that it is offline', () =>
    withRig(async ({ connection, log, pageLifecycle, opens }) => {
      pageLifecycle.emit('offline');
      connection.open();
      expect(log).toEqual(['offline']);
      await soon(() => opens() === 1);
      expect(log).toEqual(['offline', 'open', 'on-open']);
    }));

  it('G6: tries seldom while the browser is offline, and soon when it is online again', async () => {
    const clock = manualClock();
    const pageLifecycle = manualPageLifecycle();
    let attemptCount = 0;
    const createConnection = createWebSocketConnection({
      wssUrl: 'wss://service.example',
      webSocket: webSocketThat(() => {
        attemptCount++;
        throw new DOMException('no network', 'NetworkError');
      }),
      clock,
      random: () => 0,
      pageLifecycle,
    });
    const { connection, log, drops } = logged(createConnection, () => anonymous);
    pageLifecycle.emit('offline');
    connection.open();
    for (const count of [1, 2, 3, 4]) {
      await soon(() => drops().length === count);
      await clock.advance(29_900);
      expect(attemptCount).toBe(count);
      await clock.advance(100);
    }
    await soon(() => drops().length === 5);
    expect(log.filter((entry) => typeof entry === 'string')).toEqual(['offline']);
    pageLifecycle.emit('online');
    await clock.advance(2_000);
    await soon(() => attemptCount >= 6);
    connection.close();
    expect(clock.pending).toBe(0);
  });

  it('G6: closes an open socket when the browser goes offline', () =>
    withRig(async ({ connection, service, log, clock, pageLifecycle, opens, within }) => {
      connection.open();
      await within(2_000, () => opens() === 1);
      pageLifecycle.emit('offline');
      await soon(() => service.live().length === 0);
      await clock.advance(3_000);
      expect(log.filter((entry) => typeof entry === 'string').at(-1)).toBe('offline');
    }));

  it.each(['offline', 'network-change', 'time-out'] as const)(
    'reports a handshake that it aborts, which the service has not refused: %s',
    (cause) =>
      withRelay(async ({ connection, clock, pageLifecycle, drops }, relay) => {
        relay.mode = 'swallow';
        connection.open();
        await soon(() => relay.clients === 1);
        if (cause === 'time-out') await clock.advance(10_000);
        else pageLifecycle.emit(cause);
        expect(drops()).toEqual([{ wasOpen: false, isDelivered: false, isRefused: false, isAborted: true }]);
      }),
  );

  it('G6: wakes at most every 2 s, and every 10 s while the service closes each socket at once', () =>
    withRig(async ({ connection, service, clock, opens, within }) => {
      service.onSocket = ({ socket }) => socket.close(1011);
      connection.open();
      await soon(() => opens() === 1);
      const since = clock.now();
      await within(61_000, () => {
        connection.wake();
        return clock.now() - since >= 60_000;
      });
      expect(service.sockets.length).toBeGreaterThan(5);
      expect(service.sockets.length).toBeLessThanOrEqual(14);
    }));
});
