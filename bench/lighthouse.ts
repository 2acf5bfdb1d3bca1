import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { z } from 'zod';
import { findChromium, launchOptions } from '../e2e/support/chromium.ts';
import { Service } from '../e2e/support/service.ts';
import { installPackages } from './install-packages.ts';
import { tagPages, withoutTag, withTag } from './lighthouse/pages.ts';
import { installedPeers } from './peers/peers.ts';
import { atMost, type Measured, type MeasureOptions, type Section } from './report.ts';
import { Samples } from './samples.ts';
import { type BenchSite, startBenchSite } from './widget/bench-site.ts';
import type { Subject } from './widget/subject.ts';

/** Lighthouse on one page: without a chat, with leadchat's tag in the ways a site can choose, and with each peer. */
export const lighthouse: Section = { name: 'lighthouse', title: 'Lighthouse', measure };

const folder = join(import.meta.dirname, 'lighthouse');
const program = join(folder, 'node_modules/lighthouse/cli/index.js');

const numeric = z.object({ numericValue: z.number() });
const score = z.object({ score: z.number() });

/** The parts of Lighthouse's report that this section compares. */
const report = z.object({
  lighthouseVersion: z.string(),
  environment: z.object({ hostUserAgent: z.string() }),
  categories: z.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
    seo: score,
  }),
  audits: z.object({
    'first-contentful-paint': numeric,
    'largest-contentful-paint': numeric,
    'total-blocking-time': numeric,
    'cumulative-layout-shift': numeric,
    'network-requests': z.object({
      details: z.object({ items: z.array(z.object({ transferSize: z.number() })) }),
    }),
  }),
});

const columns = {
  performance: '',
  accessibility: '',
  'best practices': '',
  SEO: '',
  'first paint': 'ms',
  'largest paint': 'ms',
  'blocking time': 'ms',
  'layout shift': '',
  requests: '',
  transferred: 'kB',
};

const paintColumns = { 'first paint': 'ms', 'largest paint': 'ms', 'blocking time': 'ms' };

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  installPackages(folder);
  const store = mkdtempSync(join(tmpdir(), 'leadchat-lighthouse-'));
  // The widget contacts the service only when a visitor opens the chat, so no service runs here.
  const proxy = new Service('serve', ['--config', resolve('examples/leadchat.config.json')], {
    folder: store,
    program: [process.execPath, resolve('dist/server/cli/main.js')],
  });
  const failures: string[] = [];
  const peers = installedPeers(failures);
  const html = readFileSync(join(folder, 'page.html'), 'utf8');
  const simulated = new Samples();
  const throttled = new Samples();
  const versions: Record<string, string> = {};
  const runCount = isQuick ? 1 : 5;
  let site: BenchSite | undefined;
  try {
    const tags = await tagPages(await proxy.start());
    const subjects = [withoutTag, ...tags, ...peers];
    const bench = await startBenchSite(subjects, (body, { path }) => {
      const isTag = tags.some((tag) => tag.path === path);
      // Peers come from another host than the page, as from a content network.
      const remote = body.replaceAll(/(?:\.\/)?files\//g, `http://${site?.host}/${path}/files/`);
      return html.replace(isTag ? '<!-- script -->' : '<!-- chat -->', () => (isTag ? body : remote));
    });
    site = bench;
    const urlOf = (subject: Subject) => bench.addressOf(subject).replace('127.0.0.1', 'localhost');
    // The first request of a file waits until it is compressed.
    const browser = await chromium.launch(launchOptions('browser'));
    const page = await browser.newPage();
    for (const subject of subjects) await page.goto(urlOf(subject));
    await browser.close();
    for (let run = 0; run < runCount; run++) {
      for (const subject of subjects) {
        console.error(`[leadchat] bench: lighthouse, ${subject.name}`);
        const result = await runLighthouse(urlOf(subject), 'simulate');
        addValues(simulated, subject.name, result, columns);
        versions.Lighthouse = result.lighthouseVersion;
        versions.Chromium = /Chrome\/([\d.]+)/.exec(result.environment.hostUserAgent)?.[1] ?? 'unknown';
        if (subject.name !== withoutTag.name && subject.name !== withTag) continue;
        addValues(throttled, subject.name, await runLighthouse(urlOf(subject), 'devtools'), paintColumns);
      }
    }
  } finally {
    await site?.stop();
    await proxy.stop();
    rmSync(store, { recursive: true });
  }
  const difference = (samples: Samples, column: string) =>
    (samples.median(withTag, column) ?? Number.NaN) - (samples.median(withoutTag.name, column) ?? Number.NaN);
  const toColumns = (units: Record<string, string>) => Object.entries(units).map(([name, unit]) => ({ name, unit }));
  return {
    method: `Lighthouse with its own settings for phones (slow 4G, a CPU four times slower) on one page, in turn without a chat, with leadchat from a real proxy, and with each peer from a server with Brotli. Scripts come from another host than the page unless said otherwise. A new browser for each run; runs of each: ${runCount}.`,
    tables: [
      simulated.toTable('Slow 4G and CPU simulated, as by default', toColumns(columns), [
        'Lighthouse loads the page without delays, and computes from that what slow 4G would do.',
        ...failures,
      ]),
      throttled.toTable('Slow 4G and CPU applied', toColumns(paintColumns), ['The page is really loaded that slowly.']),
    ],
    goals: [
      atMost(0, 'the tag adds blocking time', difference(simulated, 'blocking time'), 'ms'),
      atMost(0, 'the tag adds layout shift', difference(simulated, 'layout shift'), ''),
      atMost(50, 'the tag delays the largest paint, slow 4G applied', difference(throttled, 'largest paint'), 'ms'),
    ],
    versions: { ...versions, ...Object.fromEntries(peers.map((peer) => [peer.package, peer.version])) },
  };
}

async function runLighthouse(url: string, throttling: 'simulate' | 'devtools'): Promise<z.infer<typeof report>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      `--throttling-method=${throttling}`,
      '--only-categories=performance,accessibility,best-practices,seo',
      '--disable-full-page-screenshot',
      `--chrome-flags=${['--headless=new', ...(launchOptions('browser').args ?? [])].join(' ')}`,
    ],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: findChromium('browser')?.path } },
  );
  return report.parse(JSON.parse(stdout));
}

function addValues(
  samples: Samples,
  subject: string,
  { categories, audits }: z.infer<typeof report>,
  chosen: Partial<Record<keyof typeof columns, string>>,
): void {
  const requests = audits['network-requests'].details.items;
  const values: Record<keyof typeof columns, number> = {
    performance: categories.performance.score * 100,
    accessibility: categories.accessibility.score * 100,
    'best practices': categories['best-practices'].score * 100,
    SEO: categories.seo.score * 100,
    'first paint': audits['first-contentful-paint'].numericValue,
    'largest paint': audits['largest-contentful-paint'].numericValue,
    'blocking time': audits['total-blocking-time'].numericValue,
    'layout shift': audits['cumulative-layout-shift'].numericValue,
    requests: requests.length,
    transferred: requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
  };
  for (const [column, value] of Object.entries(values)) if (column in chosen) samples.add(subject, column, value);
}
