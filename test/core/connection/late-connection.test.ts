import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { CreateConnection } from '../../../src/core/connection/connection.ts';
import { createLateConnection } from '../../../src/core/connection/late-connection.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { logged, testConnection } from './connection-contract.ts';
import { inMemory } from './in-memory.ts';
import { manualPageLifecycle } from './manual-page-lifecycle.ts';
import { createMemoryService } from './memory-service.ts';

testConnection('whose code comes late', async () =>
  inMemory((create) =>
    createLateConnection({
      load: async () => create,
      clock: systemClock,
      pageLifecycle: manualPageLifecycle(),
    }),
  ),
);

/** A connection whose code the test delivers, or not. */
function start() {
  const { createConnection } = createMemoryService();
  const clock = manualClock();
  const pageLifecycle = manualPageLifecycle();
  const loads: PromiseWithResolvers<CreateConnection>[] = [];
  const load = vi.fn(() => {
    const loading = Promise.withResolvers<CreateConnection>();
    loads.push(loading);
    return loading.promise;
  });
  const created = logged(createLateConnection({ load, clock, pageLifecycle }));
  const settle = () => clock.advance(0);
  return {
    ...created,
    clock,
    pageLifecycle,
    load,
    settle,
    async deliver() {
      loads.at(-1)?.resolve(createConnection);
      await settle();
    },
    async fail() {
      loads.at(-1)?.reject(new TypeError('Failed to fetch dynamically imported module'));
      await settle();
    },
  };
}

it('requests its code at once, and opens only when the chat needs a connection', async () => {
  const { connection, load, log, deliver } = start();
  expect(load).toHaveBeenCalledOnce();
  await deliver();
  expect(log).toEqual([]);
  connection.open();
  expect(log[0]).toBe('connecting');
});

it('opens as soon as its code is there, once, and sends nothing before', async () => {
  const { connection, log, deliver } = start();
  connection.open();
  connection.open();
  expect([connection.send('{}'), log]).toEqual([false, ['connecting']]);
  await deliver();
  await waitFor(() => expect(log).toEqual(['connecting', 'open', 'on-open']));
});

it('does not open what was closed while its code was loading', async () => {
  const { connection, log, deliver, clock, pageLifecycle } = start();
  connection.open();
  connection.close();
  await deliver();
  expect(log).toEqual(['connecting', 'closed']);
  expect([clock.pending, pageLifecycle.listeners]).toEqual([0, 0]);
});

it('tries again after pauses that grow while somebody needs it, and not before', async () => {
  const { connection, load, log, fail, deliver, clock } = start();
  await fail();
  await clock.advance(600_000);
  expect([load.mock.calls.length, log]).toEqual([1, []]);
  connection.open();
  for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await fail();
    expect(log.at(-1)).toBe('waiting');
    const { length } = load.mock.calls;
    await clock.advance(pauseMs - 1);
    expect(load).toHaveBeenCalledTimes(length);
    await clock.advance(1);
    expect(load).toHaveBeenCalledTimes(length + 1);
    expect(log.at(-1)).toBe('connecting');
  }
  await deliver();
  await waitFor(() => expect(log.at(-1)).toBe('on-open'));
  expect(clock.pending).toBe(0);
});

it('tries again at once when the visitor writes, and when the page is online again or visible', async () => {
  const { connection, load, log, fail, pageLifecycle } = start();
  connection.open();
  await fail();
  connection.wake();
  connection.wake();
  expect(load).toHaveBeenCalledTimes(2);
  await fail();
  pageLifecycle.emit('offline');
  expect(log.at(-1)).toBe('offline');
  pageLifecycle.emit('online');
  expect([load.mock.calls.length, log.at(-1)]).toEqual([3, 'connecting']);
  await fail();
  pageLifecycle.emit('visible');
  expect(load).toHaveBeenCalledTimes(4);
});

// Cause: each message of the visitor doubled the pause, so that after some of them the next attempt came a minute later.
it('does not wait longer for the next attempt because the visitor has written often', async () => {
  const { connection, load, fail, clock } = start();
  connection.open();
  for (let count = 0; count < 10; count++) {
    await fail();
    connection.wake();
  }
  await fail();
  await clock.advance(1_999);
  expect(load).toHaveBeenCalledTimes(11);
  await clock.advance(1);
  expect(load).toHaveBeenCalledTimes(12);
});

it('says that it is connecting when the page is online again before the load has settled', async () => {
  const { connection, load, log, pageLifecycle } = start();
  connection.open();
  pageLifecycle.emit('offline');
  pageLifecycle.emit('online');
  expect([load.mock.calls.length, log]).toEqual([1, ['connecting', 'offline', 'connecting']]);
});

it('stops trying when it is closed', async () => {
  const { connection, load, fail, clock, pageLifecycle } = start();
  connection.open();
  await fail();
  connection.close();
  expect([clock.pending, pageLifecycle.listeners]).toEqual([0, 0]);
  connection.open();
  expect(load).toHaveBeenCalledTimes(2);
});
