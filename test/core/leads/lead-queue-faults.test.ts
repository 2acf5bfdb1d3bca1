import { expect, it } from 'vitest';
import { createProxyGateway } from '../../../src/core/leads/proxy-gateway.ts';
import { recordFigure, seed, seededRandom } from '../../support/figures.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { memoryStorage } from '../conversation/memory-storage.ts';
import { accepted, failed, fakeProxy, unreachable } from './fake-proxy.ts';
import { fakeVisitor } from './fake-visitor.ts';

const faults = 500;
const kinds = ['reload', 'close', 'offline', 'lost response', 'no response', 'outage', 'full storage'] as const;

it(`R10: ${faults} random reloads, closed pages, outages, lost responses and full storages lose no lead and repeat none`, async ({
  task,
}) => {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const proxy = fakeProxy();
  const storage = memoryStorage();
  const clock = manualClock();
  let keys = 0;
  /** The proxy's record: the leads that arrived, by key. */
  const arrived = new Map<string, string[]>();
  const receive = (body: unknown, key: string | null) => {
    arrived.set(String(key), [...(arrived.get(String(key)) ?? []), JSON.stringify(body)]);
  };
  const fetch: typeof globalThis.fetch = (input, init) => {
    const respond = proxy.respond;
    const key = new Headers(init?.headers).get('idempotency-key');
    proxy.respond = (address, body) => {
      proxy.respond = respond;
      if (reachesProxy) receive(body, key);
      return respond(address, body);
    };
    return proxy.fetch(input, init);
  };
  let reachesProxy = true;
  let wake = () => {};
  const openPage = () =>
    createProxyGateway('https://proxy.example/', {
      fetch,
      area: () => storage,
      ...fakeVisitor(),
      clock,
      random,
      createId: () => `key-${++keys}`,
      onWake: (listener) => {
        wake = listener;
        return () => {};
      },
    });
  let page = openPage();
  const reload = () => {
    page.destroy();
    page = openPage();
    page.flush();
  };
  const heal = async () => {
    proxy.respond = accepted;
    reachesProxy = true;
    storage.capacity = Number.POSITIVE_INFINITY;
    // A page tries ten times by itself, and again whenever the browser is online or the page is visible again.
    while (page.hasQueued()) {
      wake();
      await clock.advance(60_000);
    }
  };

  /** The client's record: every phone that a visitor submitted. */
  const submitted: string[] = [];
  const counts = new Map<string, number>();
  for (let index = 0; index < faults; index++) {
    const kind = pick(kinds);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    // Lost responses reach the proxy; in an outage nothing does.
    reachesProxy = kind !== 'offline' && kind !== 'outage' && (kind !== 'no response' || random() < 0.5);
    proxy.respond = {
      reload: accepted,
      close: accepted,
      offline: unreachable,
      'lost response': unreachable,
      'no response': () => undefined,
      outage: () => failed(pick([500, 502, 503, 504]), 'store-unavailable'),
      'full storage': unreachable,
    }[kind];
    if (kind === 'full storage') {
      storage.capacity = 0;
      reachesProxy = false;
    }
    const phone = `+1415${2_010_000 + index}`;
    submitted.push(phone);
    const outcome = page.submit({ form: 'default', fields: { phone } });
    if (kind === 'reload' || kind === 'close') reload();
    if (kind === 'close') await clock.advance(random() * 3_600_000);
    await clock.advance(random() * 12_000);
    if (kind === 'full storage') {
      await clock.advance(12_000);
      // The visitor sees that this lead is not stored. It can be sent only while the page stays open.
      expect(await outcome).toEqual({ status: 'queued', kept: 'memory' });
      await heal();
    } else if (kind === 'no response' && random() < 0.5) reload();
    // The browser stores at most five leads.
    if (index % 4 === 3) await heal();
  }
  await heal();

  const bodies = [...arrived.values()];
  const phones = bodies.map(([body = '']) => JSON.parse(body).fields.phone);
  expect(submitted.filter((phone) => !phones.includes(phone))).toEqual([]);
  // The proxy stores a key once, so a lead is repeated only if it arrives with a second key.
  expect(phones).toHaveLength(faults);
  for (const versions of bodies) expect(new Set(versions).size).toBe(1);
  expect([...storage.entries.keys()]).toEqual([]);
  const kindsDone = kinds.map((kind) => `${counts.get(kind)} × ${kind}`).join(', ');
  recordFigure(task, {
    did: `the lead queue of the browser: ${kindsDone}`,
    times: faults,
    seed,
    found: `the record of the proxy has all ${submitted.length} leads, each under one key`,
  });
});
