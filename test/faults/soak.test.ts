import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { type LoadedProxy, startLoadedProxy } from '../proxy/defences/start-loaded-proxy.ts';
import { sendAtRate } from '../proxy/defences/visitors.ts';
import { runChild } from '../support/child-process.ts';
import { isFullSize, isMeasuring, recordFigure } from '../support/figures.ts';

const perSecond = 20;
/** The proxy fills its caches and compiles its code first. */
const warmUpSeconds = isFullSize ? 300 : 5;
const seconds = isFullSize ? 3600 : 8;
/** In bytes. An hour may add 1 MB; a few seconds are too short for a slope, and only a large leak shows. */
const mayGrow = isFullSize ? 1_000_000 : 4_000_000;

// Open files are read from Linux's /proc. `npm run faults` runs it, which needs half a minute even in its short form.
it.runIf(isMeasuring && existsSync('/proc/self/fd'))(
  `R11: memory, open files and sockets of the proxy stay flat in ${seconds} s at ${perSecond} leads per second`,
  { timeout: (warmUpSeconds + seconds + 120) * 1000 },
  async ({ task }) => {
    const service = runChild('test/support/fake-service-process.ts');
    onTestFinished(() => service.kill('SIGKILL'));
    const { url } = z.object({ url: z.string() }).parse(await service.ready);
    const proxy = await startLoadedProxy({ service: url });
    const load = async (duration: number) => {
      const responses = await sendAtRate(proxy.port, { perSecond, seconds: duration, connections: 10 });
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
      return responses.length;
    };
    const warmUp = await load(warmUpSeconds);
    const before = await measureAtRest(proxy);
    const leads = await load(seconds);
    const after = await measureAtRest(proxy);
    expect(proxy.countLeads()).toBe(warmUp + leads);
    expect(after.heap - before.heap).toBeLessThan(mayGrow);
    expect(after.files).toBeLessThanOrEqual(before.files);
    expect(after.sockets).toBeLessThanOrEqual(before.sockets);
    const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
    recordFigure(task, {
      did: `${perSecond} leads per second for ${seconds} s, delivered to the service`,
      times: leads,
      found: `heap ${megabytes(before.heap)} → ${megabytes(after.heap)} MB, resident ${megabytes(before.resident)} → ${megabytes(after.resident)} MB, open files ${before.files} → ${after.files}, sockets ${before.sockets} → ${after.sockets}`,
    });
  },
);

/** Once idle connections are closed, in both directions: then only what the process holds for good is left. */
async function measureAtRest(proxy: LoadedProxy) {
  let last = openFiles(proxy.pid);
  for (let sameFor = 0; sameFor < 7; sameFor++) {
    await wait(1000);
    const now = openFiles(proxy.pid);
    if (now.files !== last.files) sameFor = 0;
    last = now;
  }
  const heap = await proxy.usedHeap();
  const status = readFileSync(`/proc/${proxy.pid}/status`, 'utf8');
  return { heap, resident: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024, ...last };
}

function openFiles(pid: number): { files: number; sockets: number } {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    return existsSync(path) ? [readlinkSync(path)] : [];
  });
  return { files: targets.length, sockets: targets.filter((target) => target.startsWith('socket:')).length };
}
