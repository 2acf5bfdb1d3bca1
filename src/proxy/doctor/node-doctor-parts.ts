import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { ProxyConfig } from '../config/schema.ts';
import { openStore } from '../server/open-store.ts';
import type { SocketProbed } from './check-socket.ts';
import { reasonOf } from './probe.ts';
import type { DoctorDeps } from './run-doctor.ts';

/** The doctor's parts on Node. */
export function nodeDoctorParts(config: ProxyConfig): DoctorDeps {
  return {
    fetch: (url, init) => globalThis.fetch(url, init),
    openSocket,
    unknownId: randomUUID,
    async checkStore() {
      const store = await openStore(config.store);
      try {
        await store.check();
      } finally {
        await store.close();
      }
    },
  };
}

/** How long the handshake, and then the first frame, may take. */
const timeoutMs = 5000;

function openSocket(url: string): Promise<SocketProbed> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: timeoutMs, maxPayload: 1_048_576 });
    const settle = (probed: SocketProbed) => {
      clearTimeout(timer);
      resolve(probed);
      socket.terminate();
    };
    const timer = setTimeout(() => settle({ kind: 'silent' }), 2 * timeoutMs);
    socket.on('message', (data) => settle({ kind: 'frame', text: data.toString() }));
    socket.on('close', (code) => settle({ kind: 'closed', code }));
    socket.on('unexpected-response', (_, response) => settle({ kind: 'refused', status: response.statusCode ?? 0 }));
    // Also what `terminate` causes while connecting; the first to settle wins.
    socket.on('error', (error) => settle({ kind: 'unreachable', reason: reasonOf(error) }));
  });
}
