import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { runChild } from '../../support/child-process.ts';
import { deployedEnvironment, deployedFlags } from '../../support/deployed-start.ts';

export type LoadedProxy = {
  port: number;
  pid: number;
  /** Its database, which the test may read. */
  file: string;
  countLeads(): number;
  /** Lets the store take leads, if `isHeld`. */
  release(): void;
  /** Memory of the process after garbage collection. */
  usage(): Promise<Usage>;
  kill(): Promise<void>;
};

export type LoadedProxyOptions = {
  storeDelayMs?: number;
  /** Whether the store takes no lead until `release`. Needs a delay. */
  isHeld?: boolean;
  /** Whether the default limits apply. */
  isLimited?: boolean;
  /** Address of the service that leads are delivered to. @default nowhere */
  service?: string;
  /** Leads that are delivered at the same time. @default 4, as in production */
  deliveriesAtOnce?: number;
  /** Its database. @default a new one, removed with the test */
  file?: string;
  /** Whether it is started as deploy/ does it, with what limits its memory. */
  isDeployed?: boolean;
};

const ready = z.object({ port: z.number(), usagePort: z.number(), pid: z.number() });
const usage = z.object({
  /** Bytes of the heap of the main thread. */
  heap: z.number(),
  /** Bytes of the whole process, with the thread and the page cache of the store. */
  resident: z.number(),
  timers: z.number(),
});
export type Usage = z.infer<typeof usage>;

/** Starts the proxy in a separate process, so that this one does not slow it down. It ends with the test. */
export async function startLoadedProxy(options: LoadedProxyOptions = {}): Promise<LoadedProxy> {
  const { storeDelayMs = 0, isHeld = false, isLimited = false, service, deliveriesAtOnce = 4 } = options;
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-overload-'));
  const file = options.file ?? join(folder, 'leads.db');
  const delivery = service === undefined ? [] : [service, String(deliveriesAtOnce)];
  const child = runChild('test/proxy/defences/overload-server.ts', [file, String(storeDelayMs), ...delivery], {
    ...(isHeld && { HOLD_STORE: '1' }),
    ...(isLimited && { LIMIT_ADDRESSES: '1' }),
    ...(options.isDeployed === true && { ...deployedEnvironment, NODE_OPTIONS: deployedFlags.join(' ') }),
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await child.ended;
  };
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  const { port, usagePort, pid } = ready.parse(await child.ready);
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
    release: () => void process.kill(pid, 'SIGUSR2'),
    usage: async () => usage.parse(await (await fetch(`http://127.0.0.1:${usagePort}`)).json()),
    kill,
  };
}
