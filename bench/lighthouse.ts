import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findChromium, launchOptions } from '../e2e/support/chromium.ts';
import { Service } from '../e2e/support/service.ts';
import { atMost, type Measured, type MeasureOptions, type Section } from './report.ts';
import { Samples } from './samples.ts';

/** Lighthouse on the same page without and with the script tag, served by a real proxy. */
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

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  install();
  const store = mkdtempSync(join(tmpdir(), 'leadchat-lighthouse-'));
  // The widget contacts the service only when a visitor opens the chat, so no service runs here.
  const proxy = new Service('serve', ['--config', resolve('examples/leadchat.config.json')], {
    folder: store,
    program: [process.execPath, resolve('src/cli/main.ts')],
  });
  const page = readFileSync(join(folder, 'page.html'), 'utf8');
  const site = createServer((request, response) => {
    const tags: Record<string, string> = {
      '/without': '',
      '/with': `<script src="${proxy.url}/leadchat.js" async></script>`,
    };
    const tag = tags[request.url ?? ''];
    if (tag === undefined) response.writeHead(404).end();
    else
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.replace('<!-- script -->', tag));
  });
  const samples = new Samples();
  const versions: Record<string, string> = {};
  const runCount = isQuick ? 1 : 3;
  try {
    await proxy.start();
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    const address = site.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    for (let run = 0; run < runCount; run++) {
      for (const subject of ['without', 'with'] as const) {
        const result = await runLighthouse(`${origin}/${subject}`);
        addValues(samples, `${subject} the script tag`, result);
        versions.Lighthouse = result.lighthouseVersion;
        versions.Chromium = /Chrome\/([\d.]+)/.exec(result.environment.hostUserAgent)?.[1] ?? 'unknown';
      }
    }
  } finally {
    site.closeAllConnections();
    await new Promise((done) => site.close(done));
    await proxy.stop();
    rmSync(store, { recursive: true });
  }
  const difference = (column: string) =>
    (samples.median('with the script tag', column) ?? Number.NaN) -
    (samples.median('without the script tag', column) ?? Number.NaN);
  return {
    method: `Lighthouse with its own settings for phones (slow 4G, a CPU four times slower, both simulated) on one page, in turn without and with the script tag, which a real proxy serves. A new browser for each run; runs of each: ${runCount}.`,
    tables: [
      samples.toTable(
        'The same page',
        Object.entries(columns).map(([name, unit]) => ({ name, unit })),
      ),
    ],
    goals: [
      atMost(0, 'the tag adds blocking time', difference('blocking time'), 'ms'),
      atMost(0, 'the tag adds layout shift', difference('layout shift'), ''),
    ],
    versions,
  };
}

/** Installs Lighthouse into its own folder, which Git ignores. */
function install(): void {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    // On Windows npm is a batch file.
    shell: process.platform === 'win32',
  });
}

async function runLighthouse(url: string): Promise<z.infer<typeof report>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices,seo',
      `--chrome-flags=${['--headless=new', ...(launchOptions().args ?? [])].join(' ')}`,
    ],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: findChromium()?.path } },
  );
  return report.parse(JSON.parse(stdout));
}

function addValues(samples: Samples, subject: string, { categories, audits }: z.infer<typeof report>): void {
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
  for (const [column, value] of Object.entries(values)) samples.add(subject, column, value);
}
