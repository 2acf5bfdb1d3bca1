import { expect, it, vi } from 'vitest';
import type { CreateConnection } from '../../../src/core/connection/connection.ts';
import { deferConnection } from '../../../src/core/connection/defer-connection.ts';
import { createMemoryService } from '../../../src/core/connection/memory-connection.ts';
import { logged, testConnection } from './connection-contract.ts';
import { inMemory } from './in-memory.ts';
import { manualClock } from './manual-clock.ts';

testConnection('whose code is loaded when it is first opened', async () =>
  inMemory((create) => deferConnection(async () => create, manualClock())),
);

it('loads nothing before it is opened, and opens nothing that was closed meanwhile', async () => {
  const service = createMemoryService();
  const load = vi.fn(async () => service.createConnection);
  const { connection, log } = logged(deferConnection(load, manualClock()));
  connection.wake();
  connection.close();
  expect(load).not.toHaveBeenCalled();
  connection.open();
  connection.open();
  expect(connection.send('hello')).toBe(false);
  connection.close();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await load.mock.results[0]?.value;
  expect(log).toEqual(['connecting', 'closed']);
  expect(service.sockets).toEqual([]);
});

it('asks again for code that could not be loaded, after a while or when it is woken, until it is closed', async () => {
  const service = createMemoryService();
  const clock = manualClock();
  const load = vi.fn<() => Promise<CreateConnection>>().mockRejectedValue(new Error('no network'));
  const { connection, log } = logged(deferConnection(load, clock));
  connection.open();
  await vi.waitFor(() => expect(log).toEqual(['connecting', 'waiting']));
  await clock.advance(5_000);
  await vi.waitFor(() => expect(log).toEqual(['connecting', 'waiting', 'connecting', 'waiting']));
  connection.wake();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(3));
  await vi.waitFor(() => expect(clock.pending).toBe(1));
  load.mockResolvedValue(service.createConnection);
  await clock.advance(5_000);
  await vi.waitFor(() => expect(log).toContain('open'));
  connection.close();
  expect(clock.pending).toBe(0);
});
