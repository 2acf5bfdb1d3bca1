import { chromium } from 'playwright';
import { launchOptions } from '../e2e/support/chromium.ts';
import type { Measured, MeasureOptions, Section } from './report.ts';
import { Samples } from './samples.ts';
import { startBenchSite } from './widget/bench-site.ts';
import { pageGoals, pageTables } from './widget/page-report.ts';
import { measureChat, measureFlood, measurePageLoad } from './widget/scenarios.ts';
import { blank, handWritten, leadchat } from './widget/subjects.ts';

/** What the widget costs a page and a chat, beside a bubble and a chat written by hand (the floor). */
export const page: Section = { name: 'page', title: 'Page', measure };

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  const runs = isQuick ? 3 : 9;
  const chats = [handWritten, leadchat];
  const subjects = [blank, ...chats];
  const samples = new Samples();
  const site = await startBenchSite(subjects);
  const browser = await chromium.launch(launchOptions());
  const setup = { browser, site, samples };
  try {
    for (let run = 0; run < runs; run++) {
      for (const subject of subjects) await measurePageLoad(setup, subject);
      for (const subject of chats) await measureChat(setup, subject, 60_000);
      await measureFlood(setup, leadchat);
    }
    return {
      method: `Chromium without a window at 4× CPU slow-down, a new page for each of ${runs} runs, all subjects in turn.`,
      tables: pageTables(samples),
      goals: pageGoals(samples),
      versions: { Chromium: browser.version() },
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}
