import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { maxWaitMs } from '../../../src/proxy/http/overload-guard.ts';
import { runChild } from '../../support/child-process.ts';
import { assertsTimes, isBusy, isLong, isMeasuring, patience, recordFigure } from '../../support/figures.ts';
import { sampleOf } from '../../support/sample.ts';
import { until } from '../../support/until.ts';
import { startLoadedProxy } from './start-loaded-proxy.ts';
import { createVisitor, type LeadResponse, percentile, sendAtRate, startFlood, startSlowClients } from './visitors.ts';

const phoneOf = (index: number) => `+1415${String(2_010_000 + index)}`;

/** Leads that wait for the store at first; the others are refused. */
const maxWaiting = 256;

/** A request that takes longer is answered with 503. */
const requestLimitMs = 20_000;

/**
 * Sends a lead as a browser does: after a refusal it waits for the Retry-After and tries again. Adds each response to
 * `responses`, and resolves with the last status.
 */
async function sendUntilAccepted(
  port: number,
  index: number,
  responses: LeadResponse[],
  address?: string,
): Promise<number> {
  const visitor = createVisitor(port, phoneOf(index), {}, address);
  const key = crypto.randomUUID();
  let status = 503;
  for (let tries = 0; status === 503 && tries <= 20; tries++) {
    const response = await visitor.sendLead(key);
    responses.push(response);
    status = response.status;
    if (status !== 503) break;
    // Browsers do not retry at the same moment.
    await wait(response.retryAfterSeconds * 1000 * (1 + Math.random()));
  }
  visitor.leave();
  return status;
}

describe('more leads than the store can take', () => {
  it('are refused at once with a Retry-After that holds, and all arrive in the end', { timeout: 300_000 }, async () => {
    const { port, countLeads, release } = await startLoadedProxy({ storeDelayMs: 2, isHeld: true });
    const responses: LeadResponse[] = [];
    const visitors = Array.from({ length: 450 }, (_, index) => sendUntilAccepted(port, index, responses));
    await until('all others are refused', () => responses.length >= 450 - maxWaiting);
    expect(countLeads()).toBe(0);
    release();
    const statuses = await Promise.all(visitors);
    const refused = responses.filter(({ status }) => status === 503);
    for (const { retryAfterSeconds } of refused) {
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
      expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    }
    // A client that honors Retry-After is usually accepted then.
    expect(responses.length / visitors.length).toBeLessThan(4);
    expect(new Set(statuses)).toEqual(new Set([202]));
    expect(countLeads()).toBe(450);
  });

  it('are refused while the accepted ones wait for the store', { timeout: 300_000 }, async () => {
    const { port, countLeads, release } = await startLoadedProxy({ storeDelayMs: 2, isHeld: true });
    const visitors = Array.from({ length: 400 }, (_, index) => createVisitor(port, phoneOf(index)));
    await Promise.all(visitors.map((visitor) => visitor.connect()));
    const responses: LeadResponse[] = [];
    const sending = visitors.map(async (visitor) => void responses.push(await visitor.sendLead()));
    await until('all others are refused', () => responses.length >= 400 - maxWaiting);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
    release();
    await Promise.all(sending);
    for (const visitor of visitors) visitor.leave();
    const accepted = responses.filter(({ status }) => status === 202).length;
    // Of a lead that a busy machine keeps waiting for so long, the visitor hears 503 and sends it again, although it is stored later.
    const overdue = responses.filter(({ status, ms }) => status === 503 && ms >= requestLimitMs).length;
    expect(countLeads()).toBeGreaterThanOrEqual(accepted);
    expect(countLeads()).toBeLessThanOrEqual(accepted + overdue);
    if (assertsTimes) expect(accepted).toBe(maxWaiting);
    else expect(accepted + overdue).toBeGreaterThan(0);
  });
});

describe('R6: leads at a constant rate', () => {
  const perSecond = 200;
  const seconds = isLong ? 600 : 5;

  // When other tests use the same cores, 200 may be too many.
  it.runIf(isMeasuring)(
    `${perSecond} per second are all accepted, soon`,
    { timeout: (seconds + 240) * 1000 * patience },
    async ({ task }) => {
      const { port, countLeads } = await startLoadedProxy();
      const responses = await sendAtRate(port, { perSecond, seconds, connections: 100 });
      const accepted = responses.filter(({ status }) => status === 202);
      expect(countLeads()).toBe(accepted.length);
      if (assertsTimes) expect(accepted).toHaveLength(perSecond * seconds);
      else
        expect([...new Set(responses.map(({ status }) => status))].filter((status) => status !== 503)).toEqual([202]);
      const times = responses.map(({ ms }) => ms);
      const p99 = percentile(times, 0.99);
      if (assertsTimes) expect(p99).toBeLessThan(150);
      recordFigure(task, {
        did: `${perSecond} leads per second for ${seconds} s`,
        times: responses.length,
        found: `${accepted.length} accepted and all in the database, ${responses.length - accepted.length} refused; median ${percentile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      });
    },
  );
});

describe('R7: five times the load that fits', () => {
  const fits = 100;
  const seconds = isLong ? 60 : 4;

  it('is refused with 503 only, no accepted lead is lost, and leads are accepted again at once', {
    timeout: (seconds + 240) * 1000 * patience,
  }, async ({ task }) => {
    const { port, countLeads } = await startLoadedProxy({ storeDelayMs: 1000 / fits });
    const startedAt = performance.now();
    const responses = await sendAtRate(port, { perSecond: 5 * fits, seconds, connections: 900 });
    const endedAt = performance.now();
    const accepted = responses.filter(({ status }) => status === 202);
    const refused = responses.filter(({ status }) => status === 503);
    expect(accepted.length + refused.length).toBe(5 * fits * seconds);
    // On a busy machine it takes longer to send them, and meanwhile more fit.
    const fitting = maxWaiting + (fits * (endedAt - startedAt)) / 1000;
    expect(refused.length).toBeGreaterThanOrEqual(5 * fits * seconds - fitting);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(accepted.map(({ lead }) => lead)).size).toBe(accepted.length);
    expect(countLeads()).toBe(accepted.length);
    const visitor = createVisitor(port, phoneOf(900_000));
    const limitMs = 5000 * patience;
    while ((await visitor.sendLead()).status !== 202) expect(performance.now() - endedAt).toBeLessThan(limitMs);
    const recoveredMs = performance.now() - endedAt;
    visitor.leave();
    expect(recoveredMs).toBeLessThan(limitMs);
    recordFigure(task, {
      did: `${5 * fits} leads per second over 900 connections for ${seconds} s, to a store that takes ${fits}`,
      times: responses.length,
      found: `${accepted.length} accepted and all in the database, ${refused.length} refused with 503, nothing else; accepted again ${recoveredMs.toFixed(0)} ms after the end`,
    });
  });
});

const slowClients = isLong ? 2000 : 1000;

describe(`R8: ${slowClients} clients that send byte by byte and connect again whenever they are cut off`, () => {
  it("do not prevent others' leads from being accepted", { timeout: isLong ? 600_000 : 180_000 }, async ({ task }) => {
    const { port, countLeads } = await startLoadedProxy();
    const slow = startSlowClients(port, slowClients);
    try {
      await expect.poll(slow.countConnected).toBeGreaterThan(500);
      const leads = isLong ? 500 : 40;
      const responses: LeadResponse[] = [];
      // Each on a new connection. The long run lasts longer than a round of closing takes.
      while (responses.length < leads || (isLong && slow.cuts() < slowClients)) {
        const visitor = createVisitor(port, phoneOf(responses.length));
        const response = await visitor.sendLead();
        visitor.leave();
        // A process that gets too little of a busy machine's processors refuses for a moment, and browsers send again.
        if (response.status === 503 && !assertsTimes) await wait(response.retryAfterSeconds * 1000);
        else responses.push(response);
      }
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
      expect(countLeads()).toBe(responses.length);
      const times = responses.map(({ ms }) => ms);
      recordFigure(task, {
        did: `${slowClients} slow clients from 40 addresses beside visitors who send leads, each over a new connection`,
        times: responses.length,
        found: `every lead accepted and in the database, p99 ${percentile(times, 0.99).toFixed(0)} ms; ${slow.cuts()} slow connections cut off`,
      });
    } finally {
      slow.stop();
    }
  });
});

describe('one address that repeats a request over 1,500 kept-alive connections', () => {
  // Node accepts one connection per turn of its event loop, and a turn first answers every request that has arrived. The
  // connections stayed open after a 429, so each visitor waited half a minute for the responses to all others.
  it.each(sampleOf(['/leads', '/config'], 1))(
    'does not keep visitors from other addresses waiting (%s)',
    { timeout: 300_000 * patience },
    async (path) => {
      const { port, countLeads } = await startLoadedProxy({ isLimited: true });
      const flood = startFlood(port, 1500, path);
      try {
        const startedAt = performance.now();
        await until('the flood runs', () => flood.responses() > 3000, 60_000);
        const startMs = performance.now() - startedAt;
        const storedBefore = countLeads();
        const sentAt = performance.now();
        const statuses = await Promise.all(
          Array.from({ length: 159 }, (_, index) => sendUntilAccepted(port, index, [], `127.0.3.${1 + index}`)),
        );
        expect(new Set(statuses)).toEqual(new Set([202]));
        expect(countLeads() - storedBefore).toBe(statuses.length);
        // A machine with other work takes longer for the flood's start, too.
        expect(performance.now() - sentAt).toBeLessThan(Math.max(10_000, 5 * startMs) * (isBusy ? 10 : 1));
      } finally {
        flood.stop();
      }
    },
  );
});

const average = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length;

describe.runIf(isLong)('the figures of an overload', () => {
  it('900 connections: accepted leads wait for nobody who connects (p99)', { timeout: 300_000 }, async () => {
    const { port, countLeads } = await startLoadedProxy();
    const visitors = Array.from({ length: 900 }, (_, index) => createVisitor(port, phoneOf(index)));
    await Promise.all(visitors.map((visitor) => visitor.connect()));
    const responses: LeadResponse[] = [];
    const seconds = 15;
    const end = performance.now() + seconds * 1000;
    await Promise.all(
      visitors.map(async (visitor) => {
        while (performance.now() < end) responses.push(await visitor.sendLead());
        visitor.leave();
      }),
    );
    const timesOf = (some: readonly LeadResponse[]) => some.map(({ ms }) => ms);
    const stored = responses.filter(({ status }) => status === 202);
    const accepted = timesOf(stored);
    const connected = timesOf(stored.filter(({ wasConnected }) => wasConnected));
    const refused = responses.filter(({ status }) => status === 503);
    console.log(
      `900 connections: ${Math.round(accepted.length / seconds)} leads/s accepted, p50 ${percentile(accepted, 0.5).toFixed(0)} ms, ` +
        `p99 ${percentile(accepted, 0.99).toFixed(0)} ms, over open connections ${percentile(connected, 0.99).toFixed(0)} ms; ${Math.round(refused.length / seconds)}/s refused, p99 ${percentile(
          refused.map(({ ms }) => ms),
          0.99,
        ).toFixed(0)} ms`,
    );
    expect(accepted.length + refused.length).toBe(responses.length);
    expect(countLeads()).toBe(accepted.length);
    // A machine with other work takes longer for each.
    expect(percentile(connected, 0.99)).toBeLessThan(Math.max(500, 3 * average(timesOf(responses))));
    // Who repeats a refused lead at once connects again, and waits behind others until the process refuses leads.
    expect(percentile(accepted, 0.99)).toBeLessThan(maxWaitMs + 3 * average(timesOf(responses)));
  });

  it.each([1000, 2000])(
    '%i slow clients: other leads take less than five times as long (p99)',
    {
      timeout: 300_000,
    },
    async (clients) => {
      const loaded = await startLoadedProxy();
      const proxy = await measureBesideSlowClients(loaded.port, clients);
      await loaded.kill();
      // The same clients with a server that only reads the body, because they use CPU themselves.
      const child = runChild('test/proxy/defences/bare-server.ts');
      const bare = await measureBesideSlowClients(
        z.object({ port: z.number() }).parse(await child.ready).port,
        clients,
      );
      child.kill('SIGKILL');
      const describeTimes = ({ before, beside, cuts }: typeof proxy) =>
        `p99 ${beside.toFixed(1)} ms, ${(beside / before).toFixed(1)} times the unloaded ${before.toFixed(1)} ms; ${cuts} cut off`;
      console.log(`${clients} slow clients, the proxy: ${describeTimes(proxy)}`);
      console.log(`${clients} slow clients, a bare node:http server: ${describeTimes(bare)}`);
      expect(proxy.beside / proxy.before).toBeLessThan(5);
    },
  );
});

/**
 * The 99th percentile of leads, each on a new connection, without and with slow clients whose connections are closed
 * meanwhile.
 */
async function measureBesideSlowClients(port: number, clients: number) {
  const measure = async () => {
    const times: number[] = [];
    for (let index = 0; index < 1000; index++) {
      const visitor = createVisitor(port, phoneOf(index));
      const { status, ms } = await visitor.sendLead();
      visitor.leave();
      expect(status).toBe(202);
      times.push(ms);
      await wait(20);
    }
    return percentile(times, 0.99);
  };
  const before = await measure();
  const slow = startSlowClients(port, clients);
  try {
    await expect.poll(slow.countConnected).toBe(clients);
    return { before, beside: await measure(), cuts: slow.cuts() };
  } finally {
    slow.stop();
  }
}
