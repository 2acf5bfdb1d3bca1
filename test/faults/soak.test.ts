import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { openSqliteStore } from '../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { type LoadedProxy, startLoadedProxy, type Usage } from '../proxy/defences/start-loaded-proxy.ts';
import { type LeadResponse, sendAtRate, type Visitor } from '../proxy/defences/visitors.ts';
import { runChild } from '../support/child-process.ts';
import { assertsTimes, isFullSize, isMeasuring, recordFigure } from '../support/figures.ts';
import { until } from '../support/until.ts';

const perSecond = 20;
const [rounds, roundSeconds] = isFullSize ? [60, 60] : [2, 3];
/** At first the process compiles its code and fills its database's page cache of 16 MB. */
const warmUpPerSecond = 50;
const [warmUpRounds, warmUpSeconds] = isFullSize ? [40, 10] : [1, 3];
/** Each with its own phone, which differs in each round. */
const visitorsPerRound = 10;
/**
 * Per hour, in bytes. A few seconds are too short for a slope, so the short run detects only a large leak by its
 * growth.
 */
const mayGrow = isFullSize ? 1_000_000 : 4_000_000;

type Sample = Usage & { hours: number };

// Open files are read from Linux's /proc. `npm run faults` runs it, which needs half a minute even in its short form.
it.runIf(isMeasuring && existsSync('/proc/self/fd'))(
  `R11: memory, timers, open files and sockets of the proxy stay flat in ${rounds * roundSeconds} s at ${perSecond} leads per second`,
  { timeout: (warmUpRounds * warmUpSeconds + rounds * roundSeconds) * 3000 + 300_000 },
  async ({ annotate, task }) => {
    const service = runChild('test/support/fake-service-process.ts');
    onTestFinished(() => service.kill('SIGKILL'));
    const { url } = z.object({ url: z.string() }).parse(await service.ready);
    const proxy = await startLoadedProxy({ service: url, isDeployed: true });
    const store = await openSqliteStore(proxy.file, { minFreeBytes: 0 });
    onTestFinished(() => store.close());
    let leads = 0;
    let phones = 0;
    let retries = 0;
    /** Like a browser: with the same key until the lead is accepted. */
    const send = async (visitor: Visitor): Promise<LeadResponse> => {
      const key = crypto.randomUUID();
      for (;;) {
        const response = await visitor.sendLead(key).catch(() => undefined);
        if (response?.status === 202) return response;
        if (response !== undefined) expect(response.status).toBe(503);
        retries++;
        await wait(1000);
      }
    };
    const load = async (perSecond: number, seconds: number) => {
      const rate = { perSecond, seconds, connections: visitorsPerRound, firstPhone: phones, send };
      leads += (await sendAtRate(proxy.port, rate)).length;
      phones += visitorsPerRound;
    };
    const rest = async () => {
      await until('all leads are delivered', async () => (await store.counts()).pending === 0, 300_000, 200);
      return measureAtRest(proxy);
    };

    for (let round = 0; round < warmUpRounds; round++) await load(warmUpPerSecond, warmUpSeconds);
    const before = await rest();
    const leadsBefore = leads;
    const startedAt = performance.now();
    const samples: Sample[] = [];
    for (let round = 1; round <= rounds; round++) {
      await load(perSecond, roundSeconds);
      const usage = await proxy.usage();
      samples.push({ ...usage, hours: (performance.now() - startedAt) / 3_600_000 });
      await annotate(`round ${round} of ${rounds}: ${leads} leads, ${describeUsage(usage)}`);
    }
    const after = await rest();
    const slope = (of: (sample: Sample) => number) => (isFullSize ? slopePerHour(samples, of) : undefined);
    const heap = slope((sample) => sample.heap) ?? after.heap - before.heap;
    const resident = slope((sample) => sample.resident) ?? after.resident - before.resident;
    const growth = isFullSize ? `slope per hour, over ${rounds} samples` : 'growth';
    recordFigure(task, {
      did: `${perSecond} leads per second for ${rounds * roundSeconds} s, all delivered to the service, after ${leadsBefore} leads to warm up; ${retries} had to be sent again`,
      times: leads - leadsBefore,
      found: `at rest: ${describeUsage(before)} → ${describeUsage(after)}, open files ${before.files} → ${after.files}, sockets ${before.sockets} → ${after.sockets}; ${growth}: heap ${megabytes(heap)}, resident ${megabytes(resident)} MB`,
    });
    expect(proxy.countLeads()).toBe(leads);
    if (assertsTimes) expect(retries).toBe(0);
    expect(heap).toBeLessThan(mayGrow);
    if (isFullSize) expect(resident).toBeLessThan(mayGrow);
    expect(after.files).toBeLessThanOrEqual(before.files);
    expect(after.sockets).toBeLessThanOrEqual(before.sockets);
    expect(after.timers).toBeLessThanOrEqual(before.timers);
  },
);

/** The median of the slopes between all pairs of samples (Theil-Sen), which a few outliers do not move. */
function slopePerHour(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const slopes = samples.flatMap((first, index) =>
    samples.slice(index + 1).map((second) => (of(second) - of(first)) / (second.hours - first.hours)),
  );
  return slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? Number.NaN;
}

/** After idle connections in both directions are closed, so only permanent memory is left. */
async function measureAtRest(proxy: LoadedProxy) {
  let last = openFiles(proxy.pid);
  for (let sameFor = 0; sameFor < 7; sameFor++) {
    await wait(1000);
    const now = openFiles(proxy.pid);
    if (now.files !== last.files) sameFor = 0;
    last = now;
  }
  return { ...(await proxy.usage()), ...last };
}

function openFiles(pid: number): { files: number; sockets: number } {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    return existsSync(path) ? [readlinkSync(path)] : [];
  });
  return { files: targets.length, sockets: targets.filter((target) => target.startsWith('socket:')).length };
}

function describeUsage({ heap, resident, timers }: Usage): string {
  return `heap ${megabytes(heap)} MB, resident ${megabytes(resident)} MB, ${timers} timers`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
