import { chromium } from 'playwright';
import { launchOptions } from '../e2e/support/chromium.ts';
import { installPeers } from './peers/install-peers.ts';
import { createPeers, unfairness } from './peers/peers.ts';
import type { Measured, MeasureOptions, Section } from './report.ts';
import { Samples } from './samples.ts';
import { startBenchSite } from './widget/bench-site.ts';
import { pageGoals, pageTables } from './widget/page-report.ts';
import { measureChat, measureFlood, measurePageLoad } from './widget/scenarios.ts';
import { blank, handWritten, leadchat } from './widget/subjects.ts';

/** What the widget costs a page and a chat, beside a bubble and a chat written by hand (the floor) and other chats. */
export const page: Section = { name: 'page', title: 'Page', measure };

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  const maxRuns = isQuick ? 3 : 5;
  // The quick form ends with the run that passes this time, also on a slow machine.
  const enoughMs = isQuick ? 60_000 : Number.POSITIVE_INFINITY;
  const limitMs = isQuick ? 10_000 : 30_000;
  const peers = createPeers();
  installPeers(peers);
  const chats = [handWritten, leadchat, ...peers];
  const subjects = [blank, ...chats];
  const samples = new Samples();
  const site = await startBenchSite(subjects);
  const options = launchOptions();
  // What peers request from other hosts fails at once, with and without a network.
  const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), offline] });
  const setup = { browser, site, samples };
  try {
    const start = performance.now();
    let runs = 0;
    while (runs < maxRuns && performance.now() - start < enoughMs) {
      runs++;
      for (const subject of subjects) await measurePageLoad(setup, subject);
      for (const subject of chats) await measureChat(setup, subject, limitMs);
      await measureFlood(setup, leadchat);
    }
    return {
      method: `Chromium without a window at 4× CPU slow-down; a new page for each run, all subjects in turn, ${runs} ${runs === 1 ? 'run' : 'runs'}. The hand-written bubble and chat are the floor. Each peer talks to a local stand-in for its own backend.`,
      tables: pageTables(samples, unfairness),
      goals: pageGoals(samples, peers),
      versions: {
        Chromium: browser.version(),
        ...Object.fromEntries(peers.map((peer) => [peer.package, peer.version])),
      },
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}
