import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { runChild } from '../../support/child-process.ts';
import { createVisitor, type LeadResponse, percentile, startSlowClients } from './visitors.ts';

/** LEADCHAT_LONG=1 also measures the published figures, on a machine that does nothing else. */
const isLong = process.env.LEADCHAT_LONG === '1';

let folder = '';
let databases = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-overload-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The proxy in a separate process, so that it does not wait for this one. */
async function startProxy(storeDelayMs = 0) {
  const file = join(folder, `${++databases}.db`);
  const child = runChild('test/proxy/defences/overload-server.ts', [file, String(storeDelayMs)]);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child.ended;
  });
  const { port } = z.object({ port: z.number() }).parse(await child.ready);
  return {
    port,
    countLeads() {
      const db = new DatabaseSync(file, { readOnly: true });
      const row = db.prepare('SELECT count(*) AS n FROM leads').get();
      db.close();
      return Number(row?.n);
    },
  };
}

const phoneOf = (index: number) => `+1415${String(2_010_000 + index)}`;

/** Sends one lead as a browser does: after a refusal it waits for its Retry-After, and sends it again. */
async function sendUntilAccepted(port: number, index: number): Promise<LeadResponse[]> {
  const visitor = createVisitor(port, phoneOf(index));
  const key = crypto.randomUUID();
  const responses: LeadResponse[] = [];
  for (;;) {
    const response = await visitor.sendLead(key);
    responses.push(response);
    if (response.status !== 503 || responses.length > 20) break;
    // Browsers do not come back at the same moment.
    await wait(response.retryAfterSeconds * 1000 * (1 + Math.random()));
  }
  visitor.leave();
  return responses;
}

describe('more leads than the store can take', () => {
  it('are refused at once with a Retry-After that holds, and all arrive in the end', { timeout: 60_000 }, async () => {
    // At most 500 leads per second: 256 wait for the store at first, and the others are refused.
    const { port, countLeads } = await startProxy(2);
    const visitors = await Promise.all(Array.from({ length: 450 }, (_, index) => sendUntilAccepted(port, index)));
    const responses = visitors.flat();
    const refused = responses.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(100);
    for (const { retryAfterSeconds } of refused) {
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
      expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    }
    // A client that honors Retry-After is usually accepted then.
    expect(responses.length / visitors.length).toBeLessThan(4);
    expect(new Set(visitors.map((attempts) => attempts.at(-1)?.status))).toEqual(new Set([202]));
    expect(countLeads()).toBe(450);
  });

  it('are refused in less time than the accepted ones take', { timeout: 60_000 }, async () => {
    const { port } = await startProxy(2);
    const visitors = Array.from({ length: 400 }, (_, index) => createVisitor(port, phoneOf(index)));
    await Promise.all(visitors.map((visitor) => visitor.connect()));
    const responses = await Promise.all(visitors.map((visitor) => visitor.sendLead()));
    for (const visitor of visitors) visitor.leave();
    const times = (status: number) => responses.filter((response) => response.status === status).map(({ ms }) => ms);
    expect(times(202).length + times(503).length).toBe(400);
    expect(times(503).length).toBeGreaterThan(50);
    expect(percentile(times(503), 0.5)).toBeLessThan(percentile(times(202), 0.5));
  });
});

describe('1,000 clients that send byte by byte and connect again whenever they are cut off', () => {
  it('do not keep a lead of others from being accepted', { timeout: 60_000 }, async () => {
    const { port } = await startProxy();
    const slow = startSlowClients(port, 1000);
    try {
      await expect.poll(slow.countConnected, { timeout: 20_000 }).toBeGreaterThan(500);
      const statuses: number[] = [];
      // Each with a new connection, and for longer than a round of cuts takes.
      while (statuses.length < 40 || slow.cuts() < 1000) {
        const visitor = createVisitor(port, phoneOf(statuses.length % 1000));
        statuses.push((await visitor.sendLead()).status);
        visitor.leave();
      }
      expect(new Set(statuses)).toEqual(new Set([202]));
    } finally {
      slow.stop();
    }
  });
});

describe.runIf(isLong)('the published figures of an overload', () => {
  it('900 connections: accepted leads take less than 500 ms (p99)', { timeout: 300_000 }, async () => {
    const { port, countLeads } = await startProxy();
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
    const accepted = responses.filter(({ status }) => status === 202).map(({ ms }) => ms);
    const refused = responses.filter(({ status }) => status === 503);
    console.log(
      `900 connections: ${Math.round(accepted.length / seconds)} leads/s accepted, p50 ${percentile(accepted, 0.5).toFixed(0)} ms, ` +
        `p99 ${percentile(accepted, 0.99).toFixed(0)} ms; ${Math.round(refused.length / seconds)}/s refused, p99 ${percentile(
          refused.map(({ ms }) => ms),
          0.99,
        ).toFixed(0)} ms`,
    );
    expect(accepted.length + refused.length).toBe(responses.length);
    expect(countLeads()).toBe(accepted.length);
    expect(percentile(accepted, 0.99)).toBeLessThan(500);
  });

  it('1,000 slow clients: other leads take less than five times as long (p99)', { timeout: 300_000 }, async () => {
    const { port } = await startProxy();
    const measure = async () => {
      const times: number[] = [];
      for (let index = 0; index < 500; index++) {
        const visitor = createVisitor(port, phoneOf(index));
        const { status, ms } = await visitor.sendLead();
        visitor.leave();
        expect(status).toBe(202);
        times.push(ms);
      }
      return percentile(times, 0.99);
    };
    await measure();
    const unloaded = await measure();
    const slow = startSlowClients(port, 1000);
    try {
      await expect.poll(slow.countConnected, { timeout: 20_000 }).toBeGreaterThan(500);
      const loaded = await measure();
      console.log(
        `1,000 slow clients: p99 ${loaded.toFixed(1)} ms, ${(loaded / unloaded).toFixed(1)} times the unloaded ${unloaded.toFixed(1)} ms; ${slow.cuts()} cut off`,
      );
      expect(loaded / unloaded).toBeLessThan(5);
    } finally {
      slow.stop();
    }
  });
});
