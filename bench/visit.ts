import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../e2e/support/chromium.ts';
import { Service } from '../e2e/support/service.ts';
import { startFakeService } from '../test/support/fake-service.ts';
import { installedPeers, offline } from './peers/peers.ts';
import { inRounds, type Measured, type MeasureOptions, type Section } from './report.ts';
import { Samples } from './samples.ts';
import { columns, times } from './visit/columns.ts';
import { fromProxy, inReact } from './visit/served-subjects.ts';
import { visitGoals } from './visit/visit-goals.ts';
import { type Device, desktop, phone, VisitedPage } from './visit/visited-page.ts';
import { type BenchSite, startBenchSite } from './widget/bench-site.ts';
import { within } from './widget/scenarios.ts';
import type { Subject } from './widget/subject.ts';

/** A whole visit as visitors have it: over the network of a phone and of a desktop, from the servers that sites have. */
export const visit: Section = { name: 'visit', title: 'A visit', measure };

const limitMs = 60_000;

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  const rounds = isQuick ? 1 : 5;
  const failures: string[] = [];
  const peers = installedPeers(failures);
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  let proxyUrl = '';
  const ours = fromProxy(() => proxyUrl);
  const react = await inReact(join(folder, 'react'));
  const site = await startBenchSite([...ours, ...react, ...peers]);
  const service = await startFakeService();
  const options = launchOptions('browser');
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), offline] });
  const traffic = new Samples();
  const samples = { phone: new Samples(), desktop: new Samples() };
  const visitAll = async (round: number) => {
    const isWarmUp = round === 0;
    // A proxy with a store of its own in each round: the default limits allow an address few leads.
    const config = join(folder, `${round}.config.json`);
    writeFileSync(config, JSON.stringify(proxyConfig(site, service.url, join(folder, `${round}.db`))));
    const proxy = new Service('serve', ['--config', config, '--host', '127.0.0.1'], {
      program: [process.execPath, resolve('dist/server/cli/main.js')],
    });
    proxyUrl = await proxy.start();
    try {
      for (const [device, found] of isWarmUp
        ? [[desktop, new Samples()] as const]
        : [[phone, samples.phone] as const, [desktop, samples.desktop] as const]) {
        for (const subject of [...ours, ...react, ...peers]) {
          const setup = { browser, site, device, samples: found, traffic: isWarmUp ? new Samples() : traffic };
          const failure = await within(
            limitMs,
            visitPage(setup, subject).catch((error) => String(error)),
          );
          if (failure !== 'done') {
            failures.push(`${subject.name} on a ${device.name}: ${failure?.split('\n')[0] ?? 'not finished'}.`);
            for (const context of browser.contexts()) await context.close();
          }
        }
      }
    } finally {
      await proxy.stop();
    }
  };
  try {
    // The first round is a warm-up: servers compress each file once.
    for (let round = 0; round <= rounds; round++) {
      console.error(`[leadchat] bench: visit, ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}`);
      await visitAll(round);
    }
    return {
      method: `A new page with an empty cache for each visit, all subjects in turn, ${inRounds(rounds)} after a warm-up. leadchat comes from \`leadchat serve\` of the build with its default limits and its log, each peer and the React application from a plain server with Brotli 11. The phone has a touch screen, a CPU four times slower and slow 4G (150 ms for each request, 1.6 Mbit/s down); the desktop 20 ms and 50 Mbit/s. Chromium delays each request, but neither names, connections and TLS nor its own questions (CORS). It counts what arrives on the wire with headers, without the page itself and the frames of sockets.`,
      tables: [
        traffic.toTable('As served', Object.values(columns), [
          'Until answered: a visitor opened the chat, wrote a message and read the answer. With the form, it was filled in before; all of it is counted.',
          'The React application is counted with React itself: the difference of the two rows is leadchat.',
          ...new Set(failures),
        ]),
        ...[phone, desktop].map(({ name }) =>
          samples[name === 'phone' ? 'phone' : 'desktop'].toTable(`On a ${name}`, Object.values(times), [
            'The visitor taps or clicks without pausing over the bubble, so nothing is loaded ahead. The answer is to a message that is sent as soon as the field takes it; the backend responds at once.',
          ]),
        ),
      ],
      goals: visitGoals(traffic, samples.phone, peers),
      versions: {
        Chromium: browser.version(),
        ...Object.fromEntries(peers.map((peer) => [peer.package, peer.version])),
      },
    };
  } finally {
    await browser.close();
    await site.stop();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

function proxyConfig(site: BenchSite, service: string, database: string) {
  return {
    service: { baseUrl: `${service}/v1`, hooksUrl: service, wssUrl: `ws://${site.host}/form`, apiKey: 'fake-key' },
    flowId: 'f1000000-0000-4000-8000-000000000001',
    origins: [`http://${site.host}`],
    store: `sqlite:${database}`,
    forms: { default: { tags: ['web_lead'], defaultCountry: 'US' } },
  };
}

type Visit = { browser: Browser; site: BenchSite; device: Device; samples: Samples; traffic: Samples };

async function visitPage(setup: Visit, subject: Subject): Promise<'done'> {
  const { browser, site, device, samples, traffic } = setup;
  const { name, controls } = subject;
  const add = (column: { name: string }, value: number) => samples.add(name, column.name, value);
  const visiting = await VisitedPage.open(browser, site, subject, device);
  const { page } = visiting;
  add(times.bubble, await page.evaluate(() => bench.bubble().then(() => performance.now())));
  const load = await visiting.traffic();
  traffic.add(name, columns.loadBytes.name, load.kilobytes);
  traffic.add(name, columns.loadRequests.name, load.requests);
  if (controls.send !== 'p') {
    await chat(visiting, subject, add);
    const whole = await visiting.traffic();
    traffic.add(name, columns.bytes.name, whole.kilobytes);
    traffic.add(name, columns.requests.name, whole.requests);
  }
  if (controls.bubble === undefined) {
    for (const column of [times.panel, times.text, times.answer]) samples.leaveOut(name, column.name, 'always open');
  }
  await visiting.close();
  return 'done';
}

async function chat(
  visiting: VisitedPage,
  { controls }: Subject,
  add: (column: { name: string }, value: number) => void,
): Promise<void> {
  const { page } = visiting;
  if (controls.bubble === undefined) {
    await page.evaluate(() => bench.send('hello'));
    return;
  }
  const bubble = [...controls.hosts, controls.bubble].join(' ');
  if (controls.form === undefined) {
    const opened = page.evaluate(() => bench.afterPress('hello'));
    await visiting.press(bubble);
    const { panel, usable, answer } = await opened;
    add(times.panel, panel);
    add(times.text, usable);
    add(times.answer, answer ?? Number.NaN);
    return;
  }
  const opened = page.evaluate(() => bench.afterPress());
  await visiting.press(bubble);
  const { panel, usable } = await opened;
  add(times.panel, panel);
  add(times.form, usable);
  await page.getByLabel('Phone', { exact: true }).fill('(415) 555-2671');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  // A form that is sent faster than a person types counts as sent by a robot.
  await page.waitForTimeout(2_000);
  const sent = page.evaluate(() => bench.afterPress('hello'));
  await visiting.press('button:has-text("Start chat")');
  add(times.afterForm, (await sent).answer ?? Number.NaN);
}
