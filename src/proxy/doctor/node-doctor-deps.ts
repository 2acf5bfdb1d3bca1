import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WebSocket } from 'ws';
import type { ProxyConfig } from '../config/schema.ts';
import { withStore } from '../server/open-store.ts';
import { createConnectionProbe } from '../server/webhook-poster.ts';
import { readSaved } from '../settings/live-config.ts';
import { createCapacityGuard } from '../store/capacity-guard.ts';
import { describeStore } from '../store/describe-store.ts';
import { databaseDisk } from '../store/sqlite/database-disk.ts';
import { openingError } from '../store/sqlite/open-database.ts';
import type { ProbeMessage, SocketProbeResult } from './check-socket.ts';
import { reasonOf } from './probe.ts';
import type { DoctorDeps } from './run-doctor.ts';

/** The doctor's dependencies on Node. */
export function createNodeDoctorDeps(config: ProxyConfig): DoctorDeps {
  return {
    fetch: (url, init) => globalThis.fetch(url, init),
    openSocket,
    now: Date.now,
    env: process.env,
    unknownId: randomUUID,
    connect: createConnectionProbe({ allowPrivate: config.allowPrivateWebhooks }),
    async readSaved(live) {
      if (storeExists(config)) await withStore(config, { mustExist: true }, (store) => readSaved(live, store));
    },
    async checkStore() {
      // The doctor must not create the file: it would belong to the operator's user, and the service could not write
      // it.
      if (!storeExists(config)) {
        // The slash makes a file in place of the folder an error.
        const file = describeStore(config.store);
        await access(`${dirname(file)}/`, constants.W_OK).catch((error: unknown) => {
          throw openingError(file, error);
        });
        const deps = { now: Date.now, countWaiting: async () => 0, disk: databaseDisk(file) };
        await createCapacityGuard({}, deps).ensure();
        return 'absent';
      }
      const owner = { service: config.service.baseUrl, mode: 'check' } as const;
      await withStore(config, { owner }, (store) => store.check());
      return 'writable';
    },
  };
}

/** False only for a file that the proxy has not created yet. */
function storeExists({ store }: ProxyConfig): boolean {
  return !store.startsWith('sqlite:') || existsSync(describeStore(store));
}

/** Time limit of the handshake, and then of the first frame. */
const timeoutMs = 5000;
/** The service sends its first frames together. A message is sent after a pause, so that a late greeting does not count as an answer. */
const greetingPauseMs = 2500;
const answerTimeoutMs = 30_000;

function openSocket(url: string, message?: ProbeMessage): Promise<SocketProbeResult> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: timeoutMs, maxPayload: 1_048_576 });
    const settle = (result: SocketProbeResult) => {
      clearTimeout(timer);
      resolve(result);
      socket.terminate();
    };
    let timer = setTimeout(() => settle({ kind: 'silent' }), 2 * timeoutMs);
    const readAnswer = (first: string, { frame, isAnswer }: ProbeMessage) => {
      const finish = (isAnswered: boolean) => settle({ kind: 'frames', first, isAnswered });
      socket.removeAllListeners('message');
      socket.on('message', (data) => isAnswer(data.toString()) && finish(true));
      timer = setTimeout(() => finish(false), answerTimeoutMs);
      socket.send(frame);
    };
    socket.once('message', (data) => {
      const first = data.toString();
      if (message === undefined) return settle({ kind: 'frames', first });
      const waitForPause = () => {
        clearTimeout(timer);
        timer = setTimeout(() => readAnswer(first, message), greetingPauseMs);
      };
      waitForPause();
      socket.on('message', waitForPause);
    });
    socket.on('close', (code) => settle({ kind: 'closed', code }));
    socket.on('unexpected-response', (_, response) => settle({ kind: 'refused', status: response.statusCode ?? 0 }));
    // `terminate` during the handshake also emits an error, but the promise is already resolved.
    socket.on('error', (error) => settle({ kind: 'unreachable', reason: reasonOf(error) }));
  });
}
