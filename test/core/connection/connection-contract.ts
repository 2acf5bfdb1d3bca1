import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  Connection,
  ConnectionStatus,
  CreateConnection,
  Disconnect,
} from '../../../src/core/connection/connection.ts';
import type { SocketPath } from '../../../src/protocol/service/socket-address.ts';
import { waitLimitMs } from '../../support/time-limits.ts';

/** The service's end of a socket. */
export type HarnessSocket = { path: string; received: string[]; send(data: string): void; close(code: number): void };

/** The service behind an implementation, as the contract suite uses it. */
export type ConnectionHarness = {
  createConnection: CreateConnection;
  sockets(): HarnessSocket[];
  live(): number;
  /** No handshake succeeds, and every socket is cut without a close frame. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Advances the time until the condition is true. */
  until(condition: () => void): Promise<void>;
  stop(): Promise<void>;
};

export type Entry = ConnectionStatus | 'on-open' | { frame: unknown } | { drop: Disconnect };

const flowId = 'f1000000-0000-4000-8000-000000000001';

/** Opens a connection that logs everything it reports. */
export function logged(
  createConnection: CreateConnection,
  path: () => SocketPath = anonymous,
  isAnswerDue: () => boolean = () => false,
) {
  const log: Entry[] = [];
  const connection: Connection = createConnection(
    { path, isUrgent: () => true, isAnswerDue },
    {
      onStatus: (status) => log.push(status),
      onOpen: () => log.push('on-open'),
      onFrame: (frame) => log.push({ frame }),
      onDrop: (drop) => log.push({ drop }),
    },
  );
  const frames = () => log.flatMap((entry) => (typeof entry === 'object' && 'frame' in entry ? [entry.frame] : []));
  const drops = () => log.flatMap((entry) => (typeof entry === 'object' && 'drop' in entry ? [entry.drop] : []));
  return { connection, log, frames, drops };
}

function anonymous(): SocketPath {
  return { flowId, session: null, reconnect: false };
}

/** The tests that every implementation of Connection must pass. */
export function testConnection(name: string, start: () => Promise<ConnectionHarness>): void {
  describe(`a connection ${name}`, () => {
    let service: ConnectionHarness;
    const opened: Connection[] = [];

    beforeEach(async () => {
      service = await start();
    });

    afterEach(async () => {
      for (const connection of opened.splice(0)) connection.close();
      await service.stop();
    });

    function open(path?: () => SocketPath) {
      const created = logged(service.createConnection, path);
      opened.push(created.connection);
      created.connection.open();
      return created;
    }

    it('opens the address, and reports connecting, open, then frames in order', async () => {
      const { log, frames } = open();
      await service.until(() => expect(service.live()).toBe(1));
      for (const data of ['one', 'two', 'three']) service.sockets()[0]?.send(data);
      await service.until(() => expect(frames()).toEqual(['one', 'two', 'three']));
      expect(log.slice(0, 3)).toEqual(['connecting', 'open', 'on-open']);
      expect(service.sockets()[0]?.path).toBe(`/webchat/flow/${flowId}/session/null/r/false`);
    });

    it('sends frames in order while it is open, and returns false when it is not', async () => {
      const { connection, log } = open();
      expect(connection.send('too early')).toBe(false);
      await service.until(() => expect(log).toContain('on-open'));
      expect(['a', 'b', 'c'].map((data) => connection.send(data))).toEqual([true, true, true]);
      await service.until(() => expect(service.sockets()[0]?.received).toEqual(['a', 'b', 'c']));
      connection.close();
      expect(connection.send('too late')).toBe(false);
    });

    it('G2: asks for the address again for each attempt', async () => {
      let reconnect = false;
      const { log } = open(() => ({ flowId, session: reconnect ? 'webchat-session.x' : null, reconnect }));
      await service.until(() => expect(log).toContain('on-open'));
      reconnect = true;
      service.sockets()[0]?.close(1012);
      await service.until(() => expect(service.sockets()).toHaveLength(2));
      expect(service.sockets()[1]?.path).toBe(`/webchat/flow/${flowId}/session/webchat-session.x/r/true`);
    });

    it('G5: comes back by itself after a drop, and after an outage', async () => {
      const { log, drops } = open();
      await service.until(() => expect(log).toContain('on-open'));
      await service.down();
      await service.until(() =>
        expect(drops()[0]).toMatchObject({ wasOpen: true, isDelivered: false, isRefused: false }),
      );
      await service.up();
      await service.until(() => expect(log.filter((entry) => entry === 'on-open')).toHaveLength(2));
      expect(service.live()).toBe(1);
    });

    it('reports a failed handshake as a drop that was never open', async () => {
      await service.down();
      const { drops } = open();
      await service.until(() => expect(drops().length).toBeGreaterThan(0));
      expect(drops()[0]).toEqual({ wasOpen: false, isDelivered: false, isRefused: false, isAborted: false });
    });

    it.each([1008, 4400, 4404, 4499])('G5: stays closed after the service refused with %i', async (code) => {
      const { log, drops } = open();
      await service.until(() => expect(log).toContain('on-open'));
      service.sockets()[0]?.close(code);
      await service.until(() => expect(log.at(-1)).toBe('closed'));
      expect(drops()).toEqual([{ wasOpen: true, isDelivered: false, isRefused: true, isAborted: false }]);
    });

    it('opens again after a refusal', async () => {
      const { connection, log } = open();
      await service.until(() => expect(log).toContain('on-open'));
      service.sockets()[0]?.close(1008);
      await service.until(() => expect(log.at(-1)).toBe('closed'));
      connection.open();
      await service.until(() => expect(service.live()).toBe(1));
    });

    it('G1: reports no events of a closed socket, and opens again', async () => {
      const { connection, log, frames } = open();
      await service.until(() => expect(log).toContain('on-open'));
      service.sockets()[0]?.send('late');
      connection.close();
      const length = log.length;
      await service.until(() => expect(service.live()).toBe(0));
      expect(log.slice(length)).toEqual([]);
      expect(frames()).toEqual([]);
      connection.open();
      await service.until(() => expect(service.live()).toBe(1));
    });

    it('G1: has one socket after several open() and wake() calls', async () => {
      const { connection } = open();
      for (let count = 0; count < 5; count++) {
        connection.open();
        connection.wake();
      }
      await service.until(() => expect(service.live()).toBe(1));
      expect(service.sockets()).toHaveLength(1);
    });
  });
}

/** Polls a condition, for harnesses with a real network. */
export function poll(condition: () => void): Promise<void> {
  return vi.waitFor(condition, { timeout: waitLimitMs, interval: 5 });
}
