import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Connection, Disconnect } from '../../../src/core/connection/connection.ts';
import { createWebSocketConnection } from '../../../src/core/connection/web-socket-connection.ts';
import type { SocketPath } from '../../../src/protocol/service/socket-address.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type Entry, logged } from '../connection/connection-contract.ts';
import { type ManualPageLifecycle, manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { type Relay, startRelay } from '../connection/relay.ts';
import { type SocketService, startSocketService } from '../connection/socket-service.ts';

/** A fault of reliability row F1-F25: the fault, the promised behavior, and its test. */
export type Fault = {
  id: string;
  /** The guarantee of the connection that the test also proves. */
  guarantee?: string;
  /** It needs the connection's interface, which the package does not export, so it runs only on the sources. */
  isInternal?: boolean;
  fault: string;
  promise: string;
  run(): Promise<void>;
};

/** A connection over real sockets, with a clock that the test controls. */
export type Rig = {
  service: SocketService;
  clock: ManualClock;
  pageLifecycle: ManualPageLifecycle;
  connection: Connection;
  log: Entry[];
  frames(): unknown[];
  drops(): Disconnect[];
  opens(): number;
  /** Advances the clock until the condition is true. Fails after the limit of that clock. Returns the elapsed time. */
  within(ms: number, condition: () => boolean): Promise<number>;
};

const flowId = 'f1000000-0000-4000-8000-000000000001';
export const anonymous: SocketPath = { flowId, session: null, reconnect: false };
export const resumed: SocketPath = {
  flowId,
  session: 'webchat-session.b1000000-0000-4000-8000-000000000001',
  reconnect: true,
};

export type RigOptions = {
  path?: () => SocketPath;
  isAnswerDue?: () => boolean;
  port?: (service: SocketService) => number;
};

export async function withRig(
  run: (rig: Rig) => Promise<void>,
  { path = () => anonymous, isAnswerDue = () => false, port }: RigOptions = {},
): Promise<void> {
  const service = await startSocketService();
  const clock = manualClock();
  const pageLifecycle = manualPageLifecycle();
  const createConnection = createWebSocketConnection({
    wssUrl: `ws://127.0.0.1:${port?.(service) ?? service.port}`,
    webSocket: WebSocket,
    clock,
    random: Math.random,
    pageLifecycle,
  });
  const rig = logged(createConnection, path, isAnswerDue);
  try {
    await run({
      ...rig,
      service,
      clock,
      pageLifecycle,
      opens: () => rig.log.filter((entry) => entry === 'on-open').length,
      within: (ms, condition) => within(clock, ms, condition),
    });
  } finally {
    rig.connection.close();
    expect(clock.pending).toBe(0);
    expect(pageLifecycle.listeners).toBe(0);
    await service.stop();
  }
}

/** Advances the clock in at least a hundred steps, each with some real time, in which real sockets make progress. */
export async function within(clock: ManualClock, ms: number, condition: () => boolean): Promise<number> {
  const since = clock.now();
  while (!condition()) {
    if (clock.now() - since >= ms) expect.fail(`not within ${ms} ms`);
    await clock.advance(Math.min(50, ms / 100));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return clock.now() - since;
}

/** A rig whose network can fail. */
export async function withRelay(
  run: (rig: Rig, relay: Relay) => Promise<void>,
  options: RigOptions = {},
): Promise<void> {
  const service = await startSocketService();
  const relay = await startRelay(service.port);
  try {
    await withRig((rig) => run({ ...rig, service }, relay), { ...options, port: () => relay.port });
  } finally {
    await relay.stop();
    await service.stop();
  }
}

/** Waits in real time, for events of the network. */
export async function soon(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 5 }).toBe(true);
}
