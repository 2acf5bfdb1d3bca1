import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../e2e/support/chromium.ts';
import { startBenchSite } from './widget/bench-site.ts';
import { chatting, leaking, loading } from './widget/scenarios.ts';
import { printTable, type Samples } from './widget/table.ts';

/**
 * What the widget costs at run time, beside a bubble and a chat written by hand: in Chromium at 4× CPU slow-down, a fresh
 * page for each run, both in turn on the same machine over the same service. `npm run bench:widget`; RUNS sets how many.
 */
const runs = Number(process.env.RUNS ?? 9);
const rounds = Number(process.env.ROUNDS ?? 1000);
const samples: Samples = new Map();
const note = (what: string, subject: string, value: number) => {
  const of = samples.get(what) ?? new Map<string, number[]>();
  samples.set(what, of.set(subject, [...(of.get(subject) ?? []), value]));
};

const site = await startBenchSite();
const browser: Browser = await chromium.launch(launchOptions());
try {
  for (let run = 0; run < runs; run++) {
    for (const subject of ['blank', 'hand-written', 'leadchat'] as const) await loading(browser, site, subject, note);
    for (const subject of ['hand-written', 'leadchat'] as const) await chatting(browser, site, subject, note);
  }
  await leaking(browser, site, rounds, note);
} finally {
  await browser.close();
  await site.stop();
}
printTable(samples);
