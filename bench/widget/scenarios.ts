import type { Browser } from 'playwright';
import type { Samples } from '../samples.ts';
import type { BenchSite } from './bench-site.ts';
import { type Cost, MeasuredPage } from './measured-page.ts';
import { measurements } from './page-report.ts';
import type { Subject } from './subject.ts';
import { leadchat } from './subjects.ts';

const slowDown = 4;

/** What all measurements of a run need. */
export type Setup = { browser: Browser; site: BenchSite; samples: Samples };

/** A page with the bubble on it. */
export async function measurePageLoad({ browser, site, samples }: Setup, subject: Subject): Promise<void> {
  const measured = await MeasuredPage.open(browser, site, subject, slowDown);
  await measured.page.evaluate(() => bench.bubble());
  const { name } = subject;
  samples.add(name, measurements.scripting.name, (await measured.cost()).scripting);
  samples.add(name, measurements.blocking.name, (await measured.longTasks()).blocking);
  samples.add(name, measurements.heap.name, (await measured.costAfterCollecting()).heapKb);
  await measured.close();
}

/** Opening, a round trip, a long conversation, and the next message in it. */
export async function measureChat(setup: Setup, subject: Subject, limitMs: number): Promise<void> {
  const measured = await openForRoundTrip(setup, subject);
  if (!setup.samples.isLeftOut(subject.name, measurements.thousand.name))
    await measureLongChat(setup, measured, subject, limitMs);
  await measured.close();
}

/** Opening and a round trip. */
export async function measureRoundTrip(setup: Setup, subject: Subject): Promise<void> {
  const measured = await openForRoundTrip(setup, subject);
  await measured.close();
}

async function openForRoundTrip(setup: Setup, subject: Subject): Promise<MeasuredPage> {
  const measured = await openChat(setup, subject, slowDown);
  const roundTripMs = await measured.page.evaluate(() => bench.send('round trip'));
  setup.samples.add(subject.name, measurements.roundTrip.name, roundTripMs);
  return measured;
}

/** 1,000 messages, in an open chat or as the history of a new one, and the next message. */
async function measureLongChat(
  { browser, site, samples }: Setup,
  open: MeasuredPage,
  subject: Subject,
  limitMs: number,
): Promise<void> {
  const hasHistory = subject.hasHistory === true;
  const measured = hasHistory ? await MeasuredPage.open(browser, site, subject, slowDown, 1000) : open;
  const { page } = measured;
  const filling = hasHistory
    ? page.evaluate(() => bench.openHistory('1000 of 1000'))
    : page.evaluate(() => bench.send('burst 1000'));
  const thousandMs = await within(limitMs, filling);
  if (thousandMs === undefined) {
    samples.leaveOut(subject.name, measurements.thousand.name, `not finished after ${limitMs / 1000} s`);
    samples.leaveOut(subject.name, measurements.next.name, 'without the 1,000 before it');
  } else {
    samples.add(subject.name, measurements.thousand.name, thousandMs);
    const before = await measured.cost();
    await page.evaluate(() => bench.send('the next one'));
    samples.add(subject.name, measurements.next.name, (await measured.cost()).task - before.task);
  }
  if (hasHistory) await measured.close();
}

/** 10,000 frames at once, in an empty chat; how long other tasks wait is measured at full speed. */
export async function measureFlood({ browser, site, samples }: Setup, subject: Subject): Promise<void> {
  const measured = await openChat({ browser, site }, subject, slowDown);
  await measured.page.evaluate(() => bench.longTasks.splice(0));
  samples.add(subject.name, measurements.flood.name, (await flood(measured)).totalMs);
  samples.add(subject.name, measurements.floodTask.name, (await measured.longTasks()).longest);
  await measured.close();
  const quick = await openChat({ browser, site }, subject, 1);
  samples.add(subject.name, measurements.floodWait.name, (await flood(quick)).longestWaitMs);
  await quick.close();
}

/**
 * Sends 10,000 frames at once; returns how long the page takes until it has processed them, and how long another task of the
 * page had to wait meanwhile.
 */
export async function flood({ page }: MeasuredPage): Promise<{ totalMs: number; longestWaitMs: number }> {
  return page.evaluate(async () => {
    const start = performance.now();
    const before = bench.frameCount();
    const endWaiting = bench.watchTurns();
    bench.submit('burst 10000');
    await bench.received(before + 10_000);
    return { totalMs: performance.now() - start, longestWaitMs: endWaiting() };
  });
}

/** Opens a page with a chat that has received a reply. */
export async function openChat(
  { browser, site, samples }: Pick<Setup, 'browser' | 'site'> & { samples?: Samples },
  subject: Subject,
  rate: number,
): Promise<MeasuredPage> {
  const measured = await MeasuredPage.open(browser, site, subject, rate);
  const { page } = measured;
  await page.evaluate(() => bench.bubble());
  await page.evaluate(() => bench.longTasks.splice(0));
  const { hosts, bubble } = subject.controls;
  if (bubble === undefined) {
    samples?.leaveOut(subject.name, measurements.opening.name, 'always open');
  } else {
    // Some chats load their panel when the pointer is over the bubble. The click waits for it.
    await page.locator([...hosts, bubble].join(' ')).hover();
    await page.evaluate(() => bench.loaded());
    const openingMs = await page.evaluate(() => bench.open());
    await page.evaluate(() => bench.drawn());
    samples?.add(subject.name, measurements.opening.name, openingMs);
    samples?.add(subject.name, measurements.openingTask.name, (await measured.longTasks()).longest);
  }
  await page.evaluate(() => bench.send('hello'));
  return measured;
}

/** How much the page grows during `rounds`; `change` prepares the page before they start. */
export async function growthOf(
  browser: Browser,
  site: BenchSite,
  rounds: number,
  change?: () => void,
): Promise<Pick<Cost, 'heapKb' | 'nodes' | 'listeners'>> {
  const measured = await MeasuredPage.open(browser, site, leadchat, 1);
  const { page } = measured;
  await page.evaluate(() => bench.bubble());
  const attributes = await page.evaluate(() => ({ ...document.querySelector<HTMLElement>('script[src]')?.dataset }));
  // With a stored conversation, the last widget would still be loading its panel during the count.
  const options = { ...attributes, storage: 'none' };
  const run = (count: number) =>
    page.evaluate(([times, allOptions]) => bench.rounds(times, allOptions), [count, options] as const);
  // The first rounds fill the browser's caches.
  await run(30);
  const before = await measured.costAfterCollecting();
  if (change !== undefined) await page.evaluate(change);
  await run(rounds);
  let after = await measured.costAfterCollecting();
  // Another process of the browser ends locks and sockets, which takes a moment under load. A leak remains.
  for (let tries = 0; after.nodes > before.nodes && tries < 20; tries++) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
    after = await measured.costAfterCollecting();
  }
  await measured.close();
  const growth = (name: keyof Cost) => after[name] - before[name];
  return { heapKb: growth('heapKb'), nodes: growth('nodes'), listeners: growth('listeners') };
}

/** Undefined if the promise takes longer. */
export async function within<Value>(limitMs: number, promise: Promise<Value>): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, limitMs);
  // The page is closed after the time limit, which rejects the promise.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
