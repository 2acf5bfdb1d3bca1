import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../e2e/support/chromium.ts';
import { startBenchSite } from './widget/bench-site.ts';
import { goals } from './widget/goals.ts';
import { measureChat, measureLeaks, measurePageLoad } from './widget/scenarios.ts';
import { printGoals, printTable, type Samples } from './widget/table.ts';

/**
 * What the widget costs at run time, beside a bubble and a chat written by hand (the floor): in Chromium at 4× CPU
 * slow-down, with a new page for each run, all subjects in turn on the same machine and the same service.
 *
 * npm run bench:widget -- --runs 9 --rounds 1000 --compare DIR
 *
 * --compare measures another build too: DIR is its dist folder.
 */
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    rounds: { type: 'string', default: '1000' },
    compare: { type: 'string' },
  },
});
const samples: Samples = new Map();
const note = (name: string, subject: string, value: number) => {
  const row = samples.get(name) ?? new Map<string, number[]>();
  samples.set(name, row.set(subject, [...(row.get(subject) ?? []), value]));
};

const site = await startBenchSite(options.compare === undefined ? undefined : resolve(options.compare));
const chats = ['hand-written', 'leadchat', ...(options.compare === undefined ? [] : ['compared' as const])] as const;
const browser: Browser = await chromium.launch(launchOptions());
try {
  for (let run = 0; run < Number(options.runs); run++) {
    for (const subject of ['blank', ...chats] as const) await measurePageLoad(browser, site, subject, note);
    for (const subject of chats) await measureChat(browser, site, subject, note);
  }
  await measureLeaks(browser, site, Number(options.rounds), note);
} finally {
  await browser.close();
  await site.stop();
}
printTable(samples);
printGoals(samples, goals);
