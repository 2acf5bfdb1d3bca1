import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isLong, seed, seededRandom } from '../../test/support/figures.ts';
import { hostPage, serveWidget, startHostSite } from '../support/host-site.ts';
import { until } from '../support/poll.ts';
import type { Tab } from './engine.ts';
import type { Journey } from './journey.ts';
import { startLeadRelay } from './lead-relay.ts';

/** The number in each engine: 501 in three engines. */
const faults = isLong ? 167 : 10;
const kinds = ['reload', 'close', 'offline', 'lost response', 'no response', 'outage', 'full storage'] as const;
type Kind = (typeof kinds)[number];

/** The page's clock runs faster, so its time-outs and back-offs are short. */
const speed = 10;

/** A page with the headless core of the npm package. Between pages only queued leads remain. */
const script = `
import { createCore } from '/widget/browser/core.js';
const parameters = new URL(location.href).searchParams;
const speed = ${speed};
const startedAt = Number(parameters.get('startedAt'));
const clock = {
  now: () => startedAt + (Date.now() - startedAt) * speed,
  after(ms, run) {
    const timer = setTimeout(run, ms / speed);
    return () => clearTimeout(timer);
  },
};
for (const storage of [localStorage, sessionStorage])
  for (const key of Object.keys(storage)) if (key !== 'leadchat:leads') storage.removeItem(key);
const chat = createCore({
  flowId: parameters.get('flow'),
  wssUrl: 'ws://127.0.0.1:9',
  proxyUrl: parameters.get('proxy'),
  leadForm: 'required',
  afterLead: () => 'thanks',
  environment: { clock },
});
chat.start();
window.submitLead = (phone) => {
  chat.leadForm.set('phone', phone);
  void chat.leadForm.submit();
};
window.isSending = () => chat.leadForm.status.value === 'sending';
window.leadState = () => chat.state.lead.value;
`;

export const leadQueueJourney: Journey = {
  title: `R10: ${faults} random faults of the page, the network, the proxy and the storage lose no lead and repeat none`,
  needsSwitch: true,
  timeoutMs: isLong ? 3_000_000 : 120_000,
  async run({ engine, visit }) {
    const ownSeed = seed + ['Chromium', 'Firefox', 'WebKit'].indexOf(engine.name);
    const random = seededRandom(ownSeed);
    const site = await startHostSite();
    site.fallback(serveWidget);
    site.put('/queue.js', script);
    site.put('/queue.html', hostPage({ head: '<script type="module" src="/queue.js"></script>' }));
    const relay = await startLeadRelay(site.proxy.url);
    const parameters = new URLSearchParams({ flow: site.flow, proxy: relay.url, startedAt: String(Date.now()) });
    const address = `${site.url}/queue.html?${parameters}`;
    let tab: Tab;
    const isReady = () =>
      until(
        'the page',
        () => tab.evaluate(() => 'leadState' in window),
        (ready) => ready,
      );
    const openTab = async () => {
      tab = await visit.newTab();
      await tab.open(address);
      await isReady();
    };
    const reload = async () => {
      await tab.reload();
      await isReady();
    };
    const state = () => tab.evaluate((): { status: string; kept?: string } => Object(window).leadState());
    /** The client's record. */
    const submitted: string[] = [];
    const isSending = () => tab.evaluate((): boolean => Object(window).isSending());
    const submit = async () => {
      // A form sends one lead at a time.
      await until('an idle form', isSending, (sending) => !sending, 30_000);
      const phone = `1415${2_010_000 + submitted.length}`;
      submitted.push(phone);
      await tab.evaluate((number = '') => Object(window).submitLead(`+${number}`), phone);
    };
    const waiting = () => tab.evaluate(() => JSON.parse(localStorage.getItem('leadchat:leads') ?? '[]').length);
    const allArrive = async () => {
      relay.mode = 'pass';
      await reload();
      await until('an empty queue', waiting, (count) => count === 0, 30_000);
      deepEqual(
        submitted.filter((phone) => !relay.accepted.has(phone)),
        [],
      );
    };
    const faultOf: Record<Kind, () => Promise<void>> = {
      async reload() {
        relay.mode = 'pass';
        await submit();
        await wait(random() * 20);
        await reload();
      },
      async close() {
        relay.mode = random() < 0.5 ? 'silent' : 'swallow';
        await submit();
        const left = tab;
        await openTab();
        await left.close();
      },
      async offline() {
        relay.mode = 'pass';
        await visit.setOnline?.(false);
        // WebKit is taken offline by removing the machine's default route, which does not affect a local server.
        relay.mode = 'unreachable';
        await submit();
        await until('a queued lead', state, ({ status }) => status === 'queued');
        relay.mode = 'pass';
        await visit.setOnline?.(true);
      },
      async 'lost response'() {
        relay.mode = 'lose-response';
        await submit();
        await until('a queued lead', state, ({ status }) => status === 'queued');
      },
      async 'no response'() {
        relay.mode = random() < 0.5 ? 'silent' : 'swallow';
        await submit();
        if (random() < 0.5) await reload();
      },
      async outage() {
        relay.mode = 'outage';
        await submit();
        await until('a queued lead', state, ({ status }) => status === 'queued');
        if (random() < 0.5) await reload();
      },
      async 'full storage'() {
        await allArrive();
        await tab.evaluate(fillStorage);
        relay.mode = 'outage';
        await submit();
        // The visitor sees that this lead can be sent only while the page stays open.
        const { kept } = await until('a queued lead', state, ({ status }) => status === 'queued');
        equal(kept, 'memory');
        relay.mode = 'pass';
        await until('the accepted lead', state, ({ status }) => status === 'accepted', 60_000);
        await tab.evaluate(() => localStorage.removeItem('filler'));
      },
    };
    const counts = new Map<Kind, number>();
    try {
      await openTab();
      for (let index = 0; index < faults; index++) {
        const kind = kinds[Math.floor(random() * kinds.length)] ?? 'reload';
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        await faultOf[kind]();
        // A browser stores at most five leads.
        if (index % 4 === 3) await allArrive();
        if (index % 50 === 49) console.log(`         ${engine.name}: ${index + 1} of ${faults} faults`);
      }
      await allArrive();
      const arrive = async () => (await site.phones()).length;
      await until('the leads at the service', arrive, (count) => count >= submitted.length, 60_000);
      deepEqual((await site.phones()).sort(), [...submitted].sort());
      deepEqual([...relay.accepted.keys()].sort(), [...submitted].sort());
      // The proxy stores a key once, so a lead is repeated only if it arrives with a second key.
      for (const [phone, keys] of relay.accepted) equal(keys.size, 1, `${phone} was accepted under several keys`);
      const done = kinds.map((kind) => `${counts.get(kind) ?? 0} × ${kind}`).join(', ');
      return `${faults} faults (${done}): the service has all ${submitted.length} leads, each once and accepted under one key; seed ${ownSeed}`;
    } finally {
      await relay.stop();
      await site.stop();
    }
  },
};

/** Runs in the page. */
function fillStorage(): void {
  let filler = '';
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
    for (;;) {
      try {
        localStorage.setItem('filler', filler + 'x'.repeat(size));
        filler += 'x'.repeat(size);
      } catch {
        break; // This much no longer fits.
      }
    }
  }
}
