import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { runChild } from '../../support/child-process.ts';

export type LoadedProxy = {
  port: number;
  pid: number;
  /** Its database, which the test may read. */
  file: string;
  countLeads(): number;
  /** Bytes in use after garbage collection. */
  usedHeap(): Promise<number>;
  kill(): Promise<void>;
};

export type LoadedProxyOptions = {
  storeDelayMs?: number;
  /** Where leads are delivered to. @default nowhere */
  service?: string;
};

const ready = z.object({ port: z.number(), memoryPort: z.number(), pid: z.number() });

/** The proxy in a separate process, so that it does not wait for this one. It ends with the test. */
export async function startLoadedProxy({ storeDelayMs = 0, service }: LoadedProxyOptions = {}): Promise<LoadedProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-overload-'));
  const file = join(folder, 'leads.db');
  const child = runChild('test/proxy/defences/overload-server.ts', [
    file,
    String(storeDelayMs),
    ...(service === undefined ? [] : [service]),
  ]);
  const kill = async () => {
    child.kill('SIGKILL');
    await child.ended;
  };
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  const { port, memoryPort, pid } = ready.parse(await child.ready);
  return {
    port,
    pid,
    file,
    countLeads() {
      const db = new DatabaseSync(file, { readOnly: true });
      const row = db.prepare('SELECT count(*) AS n FROM leads').get();
      db.close();
      return Number(row?.n);
    },
    usedHeap: async () => Number(await (await fetch(`http://127.0.0.1:${memoryPort}`)).text()),
    kill,
  };
}
