import { MeasuredPage } from '../../bench/widget/measured-page.ts';
import { openChat } from '../../bench/widget/scenarios.ts';
import { leadchat } from '../../bench/widget/subjects.ts';
import { costLimits } from '../../build/cost-limits.ts';
import { expect, test } from '../support/perf-site.ts';

test('the bubble appears with one request, and an answer with as few as build/cost-limits.ts allows', async ({
  browser,
  site,
}) => {
  const measured = await MeasuredPage.open(browser, site, leadchat, 1);
  await measured.page.evaluate(() => bench.bubble());
  expect(measured.requests.length).toBeLessThanOrEqual(costLimits.requests.untilBubble);
  await measured.close();
  const answered = await openChat({ browser, site }, leadchat, 1);
  expect(answered.requests.length).toBeLessThanOrEqual(costLimits.requests.untilAnswer);
  await answered.close();
});

test('a message and its answer cost as few writes, layouts, nodes and listeners as build/cost-limits.ts allows', async ({
  browser,
  site,
}) => {
  const measured = await openChat({ browser, site }, leadchat, 1);
  const { page } = measured;
  /** What is stored of the answer comes last, a moment after it is shown. */
  const sendAndRest = async (text: string) => {
    await page.evaluate((sent) => bench.send(sent), text);
    await page.waitForFunction(
      (end) => Object.values(localStorage).some((stored) => String(stored).includes(end)),
      `end of answer to: ${text}`,
      { polling: 100 },
    );
  };
  await sendAndRest('the first message');
  await page.evaluate(() => {
    const writes: string[] = [];
    for (const name of ['setItem', 'removeItem', 'clear'] as const) {
      const native = Storage.prototype[name];
      Storage.prototype[name] = function (...values: string[]) {
        writes.push(name);
        return Reflect.apply(native, this, values);
      };
    }
    Reflect.set(window, 'storageWrites', writes);
  });
  const exchanges = 20;
  const before = await measured.costAfterCollecting();
  await page.evaluate(async (count) => {
    for (let exchange = 1; exchange < count; exchange++) await bench.send(`message ${exchange}`);
  }, exchanges);
  await sendAndRest('the last message');
  const after = await measured.costAfterCollecting();
  const writes = await page.evaluate(() => Reflect.get(window, 'storageWrites').length);
  expect.soft(writes / exchanges, 'storage writes').toBeLessThanOrEqual(costLimits.exchange.storageWrites);
  const perExchange = (name: 'layouts' | 'nodes' | 'listeners') => (after[name] - before[name]) / exchanges;
  expect.soft(perExchange('layouts'), 'layouts').toBeLessThanOrEqual(costLimits.exchange.layouts);
  expect.soft(perExchange('nodes'), 'nodes').toBeLessThanOrEqual(costLimits.exchange.nodes);
  expect.soft(perExchange('listeners'), 'listeners').toBeLessThanOrEqual(costLimits.exchange.listeners);
  await measured.close();
});

test('a message and its answer run as few functions as build/cost-limits.ts allows', async ({ browser, site }) => {
  const { calls: limit } = costLimits.exchange;
  // A busy machine shows a message and its answer in more steps, which only adds calls: the least of some rounds is the cost.
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && least > limit; round++) least = Math.min(least, await countCalls({ browser, site }));
  expect(least).toBeGreaterThan(0);
  expect(least).toBeLessThanOrEqual(limit);
});

/** Calls of functions of leadchat per message and answer: a render, a signal that is computed again, a frame that is read. */
async function countCalls(place: Parameters<typeof openChat>[0]): Promise<number> {
  const measured = await openChat(place, leadchat, 1);
  const { page } = measured;
  await page.evaluate(() => bench.send('the first message'));
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true });
  const exchanges = 20;
  await page.evaluate(async (count) => {
    for (let exchange = 1; exchange <= count; exchange++) await bench.send(`message ${exchange}`);
  }, exchanges);
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await measured.close();
  const calls = result
    .filter(({ url }) => url.includes('/files/'))
    .flatMap(({ functions }) => functions.map(({ ranges: [whole] }) => whole?.count ?? 0))
    .reduce((sum, count) => sum + count, 0);
  return calls / exchanges;
}
