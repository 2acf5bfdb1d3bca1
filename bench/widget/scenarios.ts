import type { Browser } from 'playwright';
import type { BenchSite, Subject } from './bench-site.ts';
import { type Cost, MeasuredPage } from './measured-page.ts';

/** Takes down a value for a row of the table. */
export type Note = (what: string, subject: Subject, value: number) => void;

const slowDown = 4;

/** The page with the bubble on it. */
export async function loading(browser: Browser, site: BenchSite, subject: Subject, note: Note): Promise<void> {
  const measured = await MeasuredPage.open(browser, site.addressOf(subject), slowDown);
  if (subject !== 'blank') await measured.page.evaluate(() => bench.bubble());
  const { scripting } = await measured.cost();
  const { total } = await measured.blocking();
  note('page load until the bubble is there: scripting ms', subject, scripting);
  note('page load until the bubble is there: blocking ms', subject, total);
  note('page load until the bubble is there: heap kB', subject, (await measured.costAfterCollecting()).heapKb);
  await measured.close();
}

/** Opening, a long conversation, the next message in it, and a flood. */
export async function chatting(browser: Browser, site: BenchSite, subject: Subject, note: Note): Promise<void> {
  const measured = await openedPage(browser, site, subject, slowDown, note);
  const { page } = measured;
  note('1,000 messages: ms', subject, await page.evaluate(() => bench.say('burst 1000', '1000 of 1000')));
  const before = await measured.cost();
  await page.evaluate(() => bench.say('one', '1 of 1'));
  note('the next message: main thread ms', subject, (await measured.cost()).task - before.task);
  if (subject === 'leadchat') await flooding(measured, note);
  await measured.close();
}

/** Not for the list written by hand: it lays out all that it has for each frame, and takes minutes. */
async function flooding(measured: MeasuredPage, note: Note): Promise<void> {
  await measured.page.evaluate(() => bench.longTasks.splice(0));
  note('flood of 10,000 frames: ms', 'leadchat', await floodOf(measured));
  note('flood of 10,000 frames: longest block ms', 'leadchat', (await measured.blocking()).longest);
}

/** How long it takes to get through the frames. */
export async function floodOf({ page }: MeasuredPage): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now();
    const before = bench.frames();
    void bench.say('burst 10000', 'never');
    await bench.flooded(before + 10_000);
    return performance.now() - start;
  });
}

/** A page whose chat is open, and has answered once. */
export async function openedPage(
  browser: Browser,
  site: BenchSite,
  subject: Subject,
  rate: number,
  note?: Note,
): Promise<MeasuredPage> {
  const measured = await MeasuredPage.open(browser, site.addressOf(subject), rate);
  const { page } = measured;
  await page.evaluate(() => bench.bubble());
  // Pointing at the bubble loads the rest; the click comes once that is there.
  await page.evaluate(() => bench.longTasks.splice(0));
  await page.getByRole('button', { name: 'Open chat' }).hover();
  await page.evaluate(() => bench.loaded());
  const time = await page.evaluate(() => bench.open());
  await page.evaluate(() => bench.drawn());
  note?.('click to usable panel: ms', subject, time);
  note?.('loading and opening the panel: longest block ms', subject, (await measured.blocking()).longest);
  await page.evaluate(() => bench.say('hello', '1 of 1'));
  return measured;
}

/** Opens, closes and destroys the widget over and over; what is there afterwards and was not before is leaked. */
export async function leaking(browser: Browser, site: BenchSite, rounds: number, note: Note): Promise<void> {
  const growth = await growthOf(browser, site, rounds);
  note(`${rounds} rounds: heap growth kB`, 'leadchat', growth.heapKb);
  note(`${rounds} rounds: more nodes`, 'leadchat', growth.nodes);
  note(`${rounds} rounds: more listeners`, 'leadchat', growth.listeners);
}

/** What so many rounds leave behind; `change` alters the page after the first ones. */
export async function growthOf(
  browser: Browser,
  site: BenchSite,
  rounds: number,
  change?: () => void,
): Promise<Pick<Cost, 'heapKb' | 'nodes' | 'listeners'>> {
  const measured = await MeasuredPage.open(browser, site.addressOf('leadchat'), 1);
  const { page } = measured;
  await page.evaluate(() => bench.bubble());
  const given = await page.evaluate(() => ({ ...document.querySelector<HTMLElement>('script[src]')?.dataset }));
  // Nothing to resume, or the last widget would be loading its panel while it is counted.
  const options = { ...given, storage: 'none' };
  const go = (count: number) => page.evaluate(([times, all]) => bench.rounds(times, all), [count, options] as const);
  // The first rounds fill the caches of the browser.
  await go(30);
  const before = await measured.costAfterCollecting();
  if (change !== undefined) await page.evaluate(change);
  await go(rounds);
  let after = await measured.costAfterCollecting();
  // Locks and sockets end in another process of the browser, which takes a moment under load; what is leaked stays.
  for (let tries = 0; after.nodes > before.nodes && tries < 20; tries++) {
    await page.evaluate(() => new Promise((done) => setTimeout(done, 250)));
    after = await measured.costAfterCollecting();
  }
  await measured.close();
  const difference = (name: keyof Cost) => after[name] - before[name];
  return {
    heapKb: difference('heapKb'),
    nodes: difference('nodes'),
    listeners: difference('listeners'),
  };
}
