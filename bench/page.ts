import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../e2e/support/chromium.ts';
import type { Peer } from './peers/install-peer.ts';
import { installedPeers, offline, unfairness } from './peers/peers.ts';
import type { Measured, MeasureOptions, Section } from './report.ts';
import { Samples } from './samples.ts';
import { startBenchSite } from './widget/bench-site.ts';
import { pageGoals, pageTables } from './widget/page-report.ts';
import { measureChat, measureFlood, measurePageLoad, measureRoundTrip, within } from './widget/scenarios.ts';
import type { Subject } from './widget/subject.ts';
import { blank, handWritten, leadchat } from './widget/subjects.ts';

/** What the widget costs a page and a chat, beside a bubble and a chat written by hand (the floor) and other chats. */
export const page: Section = { name: 'page', title: 'Page', measure };

/** A peer that takes longer for one scenario is left out, so that it does not stop the others. */
const peerLimitMs = 120_000;

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  // Times of a few animation frames vary from run to run, so the median is that of twelve runs.
  const maxRuns = isQuick ? 3 : 12;
  // The floor and leadchat take a few milliseconds, which vary more than the times of peers, so they are measured more often.
  const repetitions = isQuick ? 1 : 2;
  // All but a round trip of the peers' takes seconds and varies little.
  const wholePeerRuns = isQuick ? 1 : 5;
  // A quick run starts no further round after this time, even on a slow machine.
  const enoughMs = isQuick ? 60_000 : Number.POSITIVE_INFINITY;
  const limitMs = isQuick ? 10_000 : 30_000;
  const failures: string[] = [];
  const peers = installedPeers(failures);
  const samples = new Samples();
  const site = await startBenchSite([blank, handWritten, leadchat, ...peers]);
  const options = launchOptions('browser');
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), offline] });
  const setup = { browser, site, samples };
  const broken = new Set<Subject>();
  const tryPeer = async (peer: Peer, scenario: () => Promise<void>) => {
    if (broken.has(peer)) return;
    const failure = await failureOf(scenario);
    if (failure === undefined) return;
    broken.add(peer);
    failures.push(`${peer.name} failed and has values of fewer runs: ${failure}`);
    await closePages(browser);
  };
  try {
    // The first pages of a browser cost more than later ones.
    for (const subject of [blank, handWritten, leadchat]) {
      await measurePageLoad({ ...setup, samples: new Samples() }, subject);
    }
    const start = performance.now();
    let runs = 0;
    while (runs < maxRuns && performance.now() - start < enoughMs) {
      runs++;
      console.error(`[leadchat] bench: page, run ${runs} of ${maxRuns}`);
      for (let count = 0; count < repetitions; count++) {
        for (const subject of [blank, handWritten, leadchat]) await measurePageLoad(setup, subject);
        for (const subject of [handWritten, leadchat]) await measureChat(setup, subject, limitMs);
      }
      if (runs <= wholePeerRuns) {
        for (const peer of peers) await tryPeer(peer, () => measurePageLoad(setup, peer));
        for (const peer of peers) await tryPeer(peer, () => measureChat(setup, peer, limitMs));
        await measureFlood(setup, leadchat);
      } else {
        for (const peer of peers) await tryPeer(peer, () => measureRoundTrip(setup, peer));
      }
    }
    return {
      method: `Chromium without a window at 4× CPU slow-down; a new page for each measurement, all subjects in turn, ${runs} ${runs === 1 ? 'run' : 'runs'}${repetitions === 1 ? '' : `, in each of them leadchat and the floor ${repetitions} times`}; of peers all but the round trip in the first ${wholePeerRuns}. The hand-written bubble and chat are the floor. Each peer talks to a local stand-in for its own backend.`,
      tables: pageTables(samples, [...unfairness, ...failures]),
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

/** Why a scenario failed, if it did. */
async function failureOf(scenario: () => Promise<void>): Promise<string | undefined> {
  try {
    const isDone = await within(
      peerLimitMs,
      scenario().then(() => true),
    );
    return isDone === true ? undefined : `not finished after ${peerLimitMs / 1000} s`;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}
