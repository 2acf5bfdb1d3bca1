import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { webhookTypes } from '../../../src/protocol/proxy/webhook.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import type { WebhookResponse } from '../../../src/proxy/webhooks/post-webhook.ts';
import { startWebhooks } from '../../../src/proxy/webhooks/start-webhooks.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { stored } from '../store/contract.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { secret } from './receiver.ts';

const url = 'https://busy.example.com/hook';
const second = 1_000;

let store: LeadStore;
let clock: ManualClock;
let log: MemoryLog;
/** What the receiver answers, at the time of the request. */
let respond: () => WebhookResponse;
/** The statuses of all requests, with their times. */
let requests: { at: number; status: number }[];

/** Takes one webhook per `everyMs`, and refuses the others with this Retry-After. */
function limited(everyMs: number, retryAfterMs?: number): () => WebhookResponse {
  let takenAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock.now() - takenAt < everyMs) return { status: 429, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    takenAt = clock.now();
    return { status: 204 };
  };
}

const pendingCount = async () => (await store.webhookCounts()).pending;

/** Moves the clock until all webhooks are delivered; resolves with how long that took. */
async function deliverAll(maxMs: number): Promise<number> {
  const from = clock.now();
  while ((await pendingCount()) > 0) {
    if (clock.now() - from > maxMs) throw new Error(`${await pendingCount()} are left after ${maxMs} ms`);
    await clock.advance(100);
  }
  return clock.now() - from;
}

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-busy-'));
  clock = manualClock();
  log = new MemoryLog();
  requests = [];
  store = await openSqliteStore(join(folder, 'leads.db'), {
    minFreeBytes: 0,
    now: clock.now,
    receivers: [{ url, events: [...webhookTypes] }],
  });
  const post = async () => {
    const response = respond();
    requests.push({ at: clock.now(), status: response.status });
    return response;
  };
  const receivers = [{ url, secret, format: 'standard' as const, acceptRedirect: false }];
  const stop = startWebhooks(() => ({ posted: receivers }), {
    store,
    post,
    clock,
    random: () => 0.5,
    log,
    timeZoneOf: () => undefined,
  });
  return async () => {
    await stop();
    await store.close();
    await rm(folder, { recursive: true });
  };
});

const count = (status: number) => requests.filter((request) => request.status === status).length;

describe('a receiver that takes only so many webhooks', () => {
  // Each 429 cost an attempt and the pause of a failure, so 15 leads at once took over an hour.
  it.each([
    ['one a second, with Retry-After', 1_000, 2 * second, 60 * second],
    ['one a second, without Retry-After', 1_000, undefined, 60 * second],
    ['one in five seconds, with Retry-After', 5_000, 5 * second, 150 * second],
    ['ten a second, with a long Retry-After', 100, 10 * second, 60 * second],
  ])('gets 16 at its own pace: %s', async (_, everyMs, retryAfterMs, maxMs) => {
    respond = limited(everyMs, retryAfterMs);
    for (let lead = 0; lead < 16; lead++) await stored(store, { acceptedAt: clock.now() });
    await deliverAll(maxMs);
    expect(count(204)).toBe(16);
    // It is asked too early less and less.
    expect(count(429)).toBeLessThanOrEqual(16);
  });

  it('gets what waited through an outage within two minutes', async () => {
    respond = () => ({ status: 503 });
    for (let lead = 0; lead < 41; lead++) await stored(store, { acceptedAt: clock.now() });
    await clock.advance(180 * second);
    respond = limited(1_000, 2 * second);
    await stored(store, { acceptedAt: clock.now() });
    await deliverAll(120 * second);
    expect((await store.webhookCounts()).dead).toBe(0);
  });

  it('gets nothing before the time that it has asked for, whatever else is waiting or succeeds', async () => {
    respond = () => ({ status: 503 });
    for (let lead = 0; lead < 3; lead++) await stored(store, { acceptedAt: clock.now() });
    await clock.advance(1_000);
    respond = () => ({ status: 204 });
    await stored(store, { acceptedAt: clock.now() });
    await clock.advance(100);
    respond = () => ({ status: 429, retryAfterMs: 300 * second });
    await stored(store, { acceptedAt: clock.now() });
    await clock.advance(5_000);
    const [asked] = requests.filter(({ status }) => status === 429);
    expect(asked).toBeDefined();
    respond = () => ({ status: 204 });
    await stored(store, { acceptedAt: clock.now() });
    await clock.advance(293 * second);
    const since = () => requests.filter(({ at }) => asked !== undefined && at > asked.at);
    expect(since()).toEqual([]);
    await deliverAll(10 * second);
    expect(since()[0]?.at).toBe((asked?.at ?? 0) + 300 * second);
  });

  // The time of the next attempt goes to a column of whole numbers: it was not stored, so nothing was counted, and the webhook came
  // again at the end of each lease.
  it('that fails, and asks to wait for part of a millisecond, gets the webhook again after that time, and not before', async () => {
    respond = () => ({ status: 500, retryAfterMs: 120_000.5 });
    await stored(store, { acceptedAt: clock.now() });
    await clock.advance(110 * second);
    expect(await store.listWebhooks({})).toMatchObject([{ state: 'pending', attempts: 1, answer: '500' }]);
    expect(count(500)).toBe(1);
    respond = () => ({ status: 204 });
    await deliverAll(20 * second);
    expect(log.events()).not.toContain('webhook-interrupted');
  });

  it('does not use up the attempts of a webhook, and is asked at most once a minute if it never takes one', async () => {
    respond = () => ({ status: 429, retryAfterMs: 1_000 });
    await stored(store, { acceptedAt: clock.now() });
    await clock.advance(3_600 * second);
    expect(await store.listWebhooks({})).toMatchObject([{ state: 'pending', attempts: 0, answer: '429' }]);
    expect(count(429)).toBeLessThan(90);
    respond = () => ({ status: 204 });
    await deliverAll(61 * second);
    expect(log.events().filter((event) => event === 'webhook-retried')).toHaveLength(1);
  });

  it('ends like one that fails when it has asked to wait for days', async () => {
    respond = () => ({ status: 429, retryAfterMs: 3_600 * second });
    await stored(store, { acceptedAt: clock.now() });
    for (let hour = 0; hour < 24 * 8; hour++) {
      await clock.sleep(3_600 * second);
      await until('the request of this hour is settled', async () => {
        const [webhook] = await store.listWebhooks({});
        return webhook?.state === 'dead' || (webhook?.nextAt ?? 0) > clock.now();
      });
    }
    expect(await store.listWebhooks({})).toMatchObject([{ state: 'dead', answer: '429' }]);
  });

  it('is fast again after it has taken many', async () => {
    respond = limited(1_000, 2 * second);
    for (let lead = 0; lead < 5; lead++) await stored(store, { acceptedAt: clock.now() });
    await deliverAll(60 * second);
    respond = () => ({ status: 204 });
    for (let lead = 0; lead < 150; lead++) await stored(store, { acceptedAt: clock.now() });
    await deliverAll(60 * second);
    for (let lead = 0; lead < 20; lead++) await stored(store, { acceptedAt: clock.now() });
    expect(await deliverAll(5 * second)).toBeLessThanOrEqual(1_000);
  });
});
