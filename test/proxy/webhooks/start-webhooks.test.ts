import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { type WebhookEvent, webhookEvent, webhookTypes } from '../../../src/protocol/proxy/webhook.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { type PostWebhook, WebhookError, type WebhookRequest } from '../../../src/proxy/webhooks/post-webhook.ts';
import { startWebhooks } from '../../../src/proxy/webhooks/start-webhooks.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { stored } from '../store/contract.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { secret } from './receiver.ts';

const [crm, slow] = ['https://crm.example.com/hook?key=secret', 'https://slow.example.com/'];

type Posted = WebhookRequest & {
  event: WebhookEvent;
  respond(status: number, retryAfterMs?: number): void;
  fail(error: unknown): void;
};

let file: string;
let store: LeadStore;
let clock: ManualClock;
let log: MemoryLog;
/** Requests without a response so far, in order. */
let posted: Posted[];
let signals: AbortSignal[];
let isOver: boolean;
let stop: () => Promise<void>;

const post: PostWebhook = (request, signal) =>
  new Promise((resolve, reject) => {
    if (isOver) resolve({ status: 204 });
    signals.push(signal);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    const event = webhookEvent.parse(JSON.parse(request.body));
    posted.push({
      ...request,
      event,
      respond: (status, retryAfterMs) => resolve({ status, ...(retryAfterMs !== undefined && { retryAfterMs }) }),
      fail: reject,
    });
  });

/** Opens a store that writes webhooks for these receivers. */
async function open(...urls: string[]) {
  const receivers = urls.map((url) => ({ url, events: [...webhookTypes] }));
  store = await openSqliteStore(file, { minFreeBytes: 0, now: clock.now, receivers });
}

function startPosting(...urls: string[]) {
  const receivers = urls.map((url) => ({
    url,
    secret,
    format: 'standard' as const,
    acceptRedirect: url.includes('accepting'),
  }));
  stop = startWebhooks(() => ({ posted: receivers }), {
    store,
    post,
    clock,
    random: () => 0.5,
    log,
    timeZoneOf: () => undefined,
  });
}

/** Opens the store and starts posting, as a proxy does. */
async function start(...urls: string[]) {
  await open(...urls);
  startPosting(...urls);
}

/** The next request, without a response yet. */
async function next(): Promise<Posted> {
  await until('a webhook is posted', () => posted.length > 0);
  const request = posted.shift();
  if (request === undefined) throw new Error('nothing was posted');
  return request;
}

const states = async () =>
  (await store.listWebhooks({})).map(({ facts, state, answer }) => [facts.type, state, answer]);

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-webhooks-'));
  clock = manualClock();
  log = new MemoryLog();
  isOver = false;
  posted = [];
  signals = [];
  file = join(folder, 'leads.db');
  return async () => {
    isOver = true;
    for (const { respond } of posted) respond(204);
    await stop();
    await store.close();
    await rm(folder, { recursive: true });
  };
});

describe('webhooks', () => {
  it("post a lead with its fields, signed so that the library's receiver accepts it and refuses anything else", async () => {
    await start(crm);
    const acceptedAt = clock.now();
    const lead = await stored(store, {
      acceptedAt,
      phone: '14155552671',
      record: { phone: '14155552671', first_name: 'Ada', utm_source: 'mail' },
      tokenHash: 'hash-of-the-token',
    });
    const { url, body, headers, event, respond } = await next();
    respond(200);
    expect(url).toBe(crm);
    expect(event).toEqual({
      type: 'lead.accepted',
      timestamp: new Date(acceptedAt).toISOString(),
      data: {
        lead,
        form: 'default',
        tags: ['web_lead'],
        state: 'pending',
        phone: '14155552671',
        fields: { first_name: 'Ada', utm_source: 'mail' },
        acceptedAt: new Date(acceptedAt).toISOString(),
      },
    });
    expect(body).not.toContain('hash-of-the-token');
    // The library compares the time of the signature with its own clock.
    const webhook = new Webhook(secret);
    const now = new Date();
    const sent = { ...headers, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)) };
    const signed = { ...sent, 'webhook-signature': webhook.sign(headers['webhook-id'] ?? '', now, body) };
    expect(webhook.verify(body, signed)).toEqual(JSON.parse(body));
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(webhook.sign(headers['webhook-id'] ?? '', sentAt, body)).toBe(headers['webhook-signature']);
    expect(() => webhook.verify(`${body} `, signed)).toThrow('No matching signature found');
    expect(() => webhook.verify(body, sent)).toThrow();
    await until('it is settled', async () => (await states())[0]?.[1] === 'delivered');
  });

  it('keep the order of a lead: what follows waits until the first was accepted, however long that takes', async () => {
    await start(crm);
    const lead = await stored(store, { acceptedAt: clock.now(), held: 'honeypot' });
    for (const [attempt, delayMs] of [5_000, 30_000].entries()) {
      const { event, respond } = await next();
      expect(event).toMatchObject({ type: 'lead.accepted', data: { lead, state: 'held' } });
      respond(503);
      await until('it waits', async () => (await store.listWebhooks({}))[1]?.attempts === attempt + 1);
      await clock.advance(delayMs - 1);
      expect(posted).toEqual([]);
      await clock.advance(1);
    }
    const again = await next();
    expect(again.event.type).toBe('lead.accepted');
    again.respond(200);
    const held = await next();
    expect(held.event.type).toBe('lead.held');
    held.respond(200);
  });

  it('have one ID for all attempts, and a new signature for each', async () => {
    await start(crm);
    await stored(store, { acceptedAt: clock.now() });
    const first = await next();
    first.respond(500);
    await until('it waits', async () => (await states())[0]?.[2] === '500');
    await clock.advance(5_000);
    const second = await next();
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
    expect(second.body).toBe(first.body);
    second.respond(200);
  });

  it('are dead after the last retry, and can be replayed', async () => {
    await start(crm);
    await stored(store, { acceptedAt: clock.now() });
    for (let attempt = 1; attempt <= 11; attempt++) {
      (await next()).respond(500);
      await until('it is settled', async () => (await store.listWebhooks({}))[0]?.attempts === attempt);
      await clock.sleep(24 * 3_600_000);
    }
    expect(await states()).toEqual([['lead.accepted', 'dead', '500']]);
    expect(log.lines).toContainEqual({
      level: 'warn',
      event: 'webhook-dead',
      facts: expect.objectContaining({
        event: 'lead.accepted',
        receiver: 'crm.example.com',
        attempt: 11,
        cause: '500',
      }),
    });
    const [dead] = await store.listWebhooks({});
    expect(await store.replayWebhook(dead?.id ?? '', clock.now())).toBe(true);
    (await next()).respond(200);
    await until('it is delivered', async () => (await states())[0]?.[1] === 'delivered');
  });

  // After an outage each webhook waited for its own next attempt, minutes or hours after the receiver was back.
  it('are posted soon after the first success that ends an outage, one after the other', async () => {
    await start(crm);
    for (let lead = 0; lead < 4; lead++) await stored(store, { acceptedAt: clock.now() });
    for (let attempt = 1; attempt <= 4; attempt++) {
      for (let lead = 0; lead < 4; lead++) (await next()).respond(503);
      const isSettled = ({ attempts }: { attempts: number }) => attempts === attempt;
      await until('all wait', async () => (await store.listWebhooks({})).every(isSettled));
      if (attempt < 4) await clock.sleep(3_600_000);
    }
    await stored(store, { acceptedAt: clock.now() });
    (await next()).respond(200);
    const recoveredAt = clock.now();
    for (let lead = 0; lead < 4; lead++) {
      await until('the next one is posted', async () => {
        if (posted.length === 0) await clock.advance(10);
        return posted.length > 0;
      });
      (await next()).respond(200);
    }
    await until('all are delivered', async () => (await states()).every(([, state]) => state === 'delivered'));
    expect(clock.now() - recoveredAt).toBeLessThan(1_000);
    expect(log.lines).toContainEqual({
      level: 'info',
      event: 'webhooks-recovered',
      facts: { receiver: 'crm.example.com', webhooks: 4 },
    });
  });

  it.each([400, 401, 403, 404])('are retried after a %i, which a mistake in the receiver may cause', async (status) => {
    await start(crm);
    await stored(store, { acceptedAt: clock.now() });
    (await next()).respond(status);
    await until('it waits', async () => (await states())[0]?.[2] === String(status));
    await clock.advance(5_000);
    (await next()).respond(200);
    await until('it is delivered', async () => (await states())[0]?.[1] === 'delivered');
    // It was the only one.
    const recovered = { level: 'info', event: 'webhooks-recovered', facts: { receiver: 'crm.example.com' } };
    await until('the recovery is logged', () => log.events().includes('webhooks-recovered'));
    expect(log.lines).toContainEqual(recovered);
  });

  it('are dead at once after a 410, and wait as long as Retry-After says when the receiver is busy', async () => {
    await start(crm);
    await stored(store, { acceptedAt: clock.now() });
    (await next()).respond(410);
    await until('it is dead', async () => (await states())[0]?.[1] === 'dead');
    await stored(store, { acceptedAt: clock.now() });
    (await next()).respond(429, 60_000);
    await until('it waits', async () => (await states())[0]?.[2] === '429');
    expect((await store.listWebhooks({}))[0]?.nextAt).toBe(clock.now() + 60_000);
  });

  it('follow no redirect: it ends the delivery, unless the receiver accepts it', async () => {
    const accepting = 'https://accepting.example.com/hook';
    await start(crm, accepting);
    await stored(store, { acceptedAt: clock.now() });
    for (let count = 0; count < 2; count++) (await next()).respond(302);
    await until('both have ended', async () =>
      (await store.listWebhooks({})).every(({ answer }) => answer === '302 redirect'),
    );
    const ended = (await store.listWebhooks({})).map(({ receiver, state }) => [receiver, state]);
    expect(new Map(ended.map(([receiver = '', state = '']) => [receiver, state]))).toEqual(
      new Map([
        [crm, 'dead'],
        [accepting, 'delivered'],
      ]),
    );
    expect(posted).toEqual([]);
  });

  it('time out after 15 seconds without a response', async () => {
    await start(crm);
    await stored(store, { acceptedAt: clock.now() });
    await next();
    await clock.advance(14_999);
    expect(signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    await until('it waits', async () => (await states())[0]?.[2] === 'timeout');
  });

  it('go to each receiver at its own pace: one that hangs delays no other', async () => {
    await start(crm, slow);
    for (let count = 0; count < 10; count++) await stored(store, { acceptedAt: clock.now() });
    const hanging: Posted[] = [];
    for (let received = 0; received < 10; ) {
      const request = await next();
      if (request.url === slow) {
        hanging.push(request);
        continue;
      }
      request.respond(200);
      received++;
    }
    expect(hanging).toHaveLength(4);
    posted.push(...hanging);
  });

  it('go one at a time to a receiver that fails, until it accepts one', async () => {
    await start(crm);
    for (let count = 0; count < 12; count++) await stored(store, { acceptedAt: clock.now() });
    const settled = async (count: number) =>
      (await store.listWebhooks({})).filter(({ answer }) => answer !== undefined).length === count;
    for (let count = 1; count <= 6; count++) {
      (await next()).respond(500);
      await until('it is settled', () => settled(count));
    }
    await until('another one is posted', () => posted.length === 1);
    const probe = await next();
    await clock.advance(2_000);
    expect(posted).toEqual([]);
    probe.respond(200);
    await until('it is fast again', () => posted.length === 4);
    expect(log.events()).toEqual(['webhook-retried', 'webhooks-recovered']);
  });

  it('log a receiver whose name has a private address, without its URL', async () => {
    await start(crm);
    await stored(store, { acceptedAt: clock.now() });
    (await next()).fail(new WebhookError());
    await until('it waits', async () => (await states())[0]?.[2] === 'private-address');
    expect(log.lines).toMatchObject([
      { level: 'warn', event: 'webhook-retried', facts: { receiver: 'crm.example.com', cause: 'private-address' } },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('secret');
  });

  it('finish what is in flight when they stop, and post nothing more', async () => {
    await start(crm);
    await stored(store, { acceptedAt: clock.now(), held: 'honeypot' });
    const request = await next();
    const stopped = stop();
    request.respond(200);
    await stopped;
    expect(await states()).toMatchObject([
      ['lead.held', 'pending', undefined],
      ['lead.accepted', 'delivered', '200'],
    ]);
    expect(posted).toEqual([]);
  });

  it('interrupt a request that hangs when they stop; the next process posts the webhook at once', async () => {
    await start(crm);
    await stored(store, { acceptedAt: clock.now() });
    await next();
    const stopped = stop();
    await clock.advance(3_000);
    await stopped;
    expect(await states()).toEqual([['lead.accepted', 'pending', 'interrupted']]);
    startPosting(crm);
    (await next()).respond(200);
    await until('it is delivered', async () => (await states())[0]?.[1] === 'delivered');
  });

  it('end after four days without a configured receiver, with a line in the log', async () => {
    await open(crm);
    await stored(store, { acceptedAt: clock.now() });
    startPosting();
    await clock.sleep(4 * 24 * 3_600_000 - 3_600_000);
    expect((await store.webhookCounts()).pending).toBe(1);
    await clock.sleep(2 * 3_600_000);
    await until('they are dead', async () => (await store.webhookCounts()).dead === 1);
    expect(log.events()).toContain('webhooks-without-receiver');
  });

  it('wait without an end for a receiver that cannot be read, and go to it once it can', async () => {
    await open(crm);
    await stored(store, { acceptedAt: clock.now() });
    const isReadable = signal(false);
    const posted = [{ url: crm, secret, format: 'standard' as const, acceptRedirect: false }];
    stop = startWebhooks(() => (isReadable.value ? { posted } : { posted: [], waiting: [crm] }), {
      ...{ store, post, clock, random: () => 0.5, log, timeZoneOf: () => undefined },
    });
    await clock.sleep(5 * 24 * 3_600_000);
    expect(await store.webhookCounts()).toMatchObject({ pending: 1, dead: 0 });
    isReadable.value = true;
    (await next()).respond(204);
    await until('it is delivered', async () => (await states())[0]?.[1] === 'delivered');
    expect(log.events()).not.toContain('webhooks-without-receiver');
  });

  it('continue after the store was unreachable', async () => {
    await open(crm);
    const { claimWebhooks } = store;
    let claims = 0;
    store.claimWebhooks = (claim) => (++claims < 3 ? Promise.reject(new Error('away')) : claimWebhooks(claim));
    startPosting(crm);
    await stored(store, { acceptedAt: clock.now() });
    await clock.advance(4_000);
    (await next()).respond(200);
    expect(log.events()).toContain('webhooks-failed');
  });
});
