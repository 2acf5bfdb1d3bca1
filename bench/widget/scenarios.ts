import type { Browser } from 'playwright';
import type { BenchSite, Subject } from './bench-site.ts';
import { measurements } from './goals.ts';
import { type Cost, MeasuredPage } from './measured-page.ts';

/** Records a value of a measurement. */
export type Note = (measurement: string, subject: Subject, value: number) => void;

const slowDown = 4;

/** A page with the bubble on it. */
export async function measurePageLoad(browser: Browser, site: BenchSite, subject: Subject, note: Note): Promise<void> {
  const measured = await MeasuredPage.open(browser, site.addressOf(subject), slowDown);
  if (subject !== 'blank') await measured.page.evaluate(() => bench.bubble());
  note(measurements.scripting, subject, (await measured.cost()).scripting);
  note(measurements.blocking, subject, (await measured.longTasks()).blocking);
  note(measurements.heap, subject, (await measured.costAfterCollecting()).heapKb);
  await measured.close();
}

/** Opening, a round trip, a long conversation, the next message in it, and a flood. */
export async function measureChat(browser: Browser, site: BenchSite, subject: Subject, note: Note): Promise<void> {
  const measured = await openChat(browser, site, subject, slowDown, note);
  const { page } = measured;
  note(measurements.roundTrip, subject, await page.evaluate(() => bench.send('round trip')));
  note(measurements.thousand, subject, await page.evaluate(() => bench.send('burst 1000')));
  const before = await measured.cost();
  await page.evaluate(() => bench.send('the next one'));
  note(measurements.next, subject, (await measured.cost()).task - before.task);
  // The list written by hand lays out all its rows for each frame, which takes minutes here.
  if (subject !== 'hand-written') {
    await page.evaluate(() => bench.longTasks.splice(0));
    note(measurements.flood, subject, await flood(measured));
    note(measurements.floodTask, subject, (await measured.longTasks()).longest);
  }
  await measured.close();
}

/** Sends 10,000 frames at once; returns how long the page takes until it has processed them. */
export async function flood({ page }: MeasuredPage): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now();
    const before = bench.frameCount();
    bench.submit('burst 10000');
    await bench.received(before + 10_000);
    return performance.now() - start;
  });
}

/** Opens a page with a chat that has received a reply. */
export async function openChat(
  browser: Browser,
  site: BenchSite,
  subject: Subject,
  rate: number,
  note?: Note,
): Promise<MeasuredPage> {
  const measured = await MeasuredPage.open(browser, site.addressOf(subject), rate);
  const { page } = measured;
  await page.evaluate(() => bench.bubble());
  await page.evaluate(() => bench.longTasks.splice(0));
  // Pointing at the bubble loads the panel; the click comes when it is loaded.
  await page.getByRole('button', { name: 'Open chat' }).hover();
  await page.evaluate(() => bench.loaded());
  const openingMs = await page.evaluate(() => bench.open());
  await page.evaluate(() => bench.drawn());
  note?.(measurements.opening, subject, openingMs);
  note?.(measurements.openingTask, subject, (await measured.longTasks()).longest);
  await page.evaluate(() => bench.send('hello'));
  return measured;
}

/** Measures what repeated opening, closing and destroying of the widget leaks. */
export async function measureLeaks(browser: Browser, site: BenchSite, rounds: number, note: Note): Promise<void> {
  const growth = await growthOf(browser, site, rounds);
  note(`${rounds} rounds of opening and destroying: heap growth kB`, 'leadchat', growth.heapKb);
  note(`${rounds} rounds of opening and destroying: more nodes`, 'leadchat', growth.nodes);
  note(`${rounds} rounds of opening and destroying: more listeners`, 'leadchat', growth.listeners);
}

/** How much the page grows during `rounds`; `change` prepares the page before they start. */
export async function growthOf(
  browser: Browser,
  site: BenchSite,
  rounds: number,
  change?: () => void,
): Promise<Pick<Cost, 'heapKb' | 'nodes' | 'listeners'>> {
  const measured = await MeasuredPage.open(browser, site.addressOf('leadchat'), 1);
  const { page } = measured;
  await page.evaluate(() => bench.bubble());
  const attributes = await page.evaluate(() => ({ ...document.querySelector<HTMLElement>('script[src]')?.dataset }));
  // With a stored conversation the last widget would be loading its panel while everything is counted.
  const options = { ...attributes, storage: 'none' };
  const run = (count: number) =>
    page.evaluate(([times, allOptions]) => bench.rounds(times, allOptions), [count, options] as const);
  // The first rounds fill the browser's caches.
  await run(30);
  const before = await measured.costAfterCollecting();
  if (change !== undefined) await page.evaluate(change);
  await run(rounds);
  let after = await measured.costAfterCollecting();
  // Locks and sockets end in another process of the browser, which takes a moment under load. A leak stays.
  for (let tries = 0; after.nodes > before.nodes && tries < 20; tries++) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
    after = await measured.costAfterCollecting();
  }
  await measured.close();
  const growth = (name: keyof Cost) => after[name] - before[name];
  return { heapKb: growth('heapKb'), nodes: growth('nodes'), listeners: growth('listeners') };
}
