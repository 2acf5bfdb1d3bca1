import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { launchOptions } from '../e2e/support/chromium.ts';
import { formatTable } from './report.ts';
import { Samples } from './samples.ts';
import { startBenchSite } from './widget/bench-site.ts';
import { pageTables } from './widget/page-report.ts';
import { growthOf, measureChat, measureFlood, measurePageLoad } from './widget/scenarios.ts';
import { blank, buildOf, handWritten, leadchat } from './widget/subjects.ts';

/**
 * For work on the widget: measures the section `page` without peers, and what repeated opening leaks. Prints tables and
 * writes no file.
 *
 * npm run bench:widget -- --runs 9 --rounds 1000 --compare DIR
 *
 * --compare also measures another build, whose dist folder is DIR.
 */
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    rounds: { type: 'string', default: '1000' },
    compare: { type: 'string' },
  },
});
const samples = new Samples();
const leaks = new Samples();
const builds = [leadchat, ...(options.compare === undefined ? [] : [buildOf('compared', resolve(options.compare))])];
const chats = [handWritten, ...builds];
const site = await startBenchSite([blank, ...chats]);
const browser = await chromium.launch(launchOptions('browser'));
const setup = { browser, site, samples };
try {
  for (let run = 0; run < Number(options.runs); run++) {
    for (const subject of [blank, ...chats]) await measurePageLoad(setup, subject);
    for (const subject of chats) await measureChat(setup, subject, 60_000);
    for (const subject of builds) await measureFlood(setup, subject);
  }
  const growth = await growthOf(browser, site, Number(options.rounds));
  for (const [name, value] of Object.entries(growth)) leaks.add('leadchat', name, value);
} finally {
  await browser.close();
  await site.stop();
}
const leakColumns = [
  { name: 'heapKb', unit: 'kB' },
  { name: 'nodes', unit: '' },
  { name: 'listeners', unit: '' },
];
const tables = [
  ...pageTables(samples),
  leaks.toTable(`Growth in ${options.rounds} rounds of opening and destroying`, leakColumns),
];
for (const table of tables) console.log(`\n${formatTable(table)}`);
