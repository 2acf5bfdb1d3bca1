import type { Browser } from 'playwright';
import type { BenchSite, Subject } from '../bench/widget/bench-site.ts';
import { openedPage } from '../bench/widget/scenarios.ts';
import { expect, test } from './support/cost-site.ts';

test('a thousand messages at once are shown in the time that a plain list takes', async ({ browser, site }) => {
  test.setTimeout(90_000);
  const times: Record<Subject, number> = { blank: 0, 'hand-written': 0, leadchat: 0 };
  // In turn, so that what else the machine does befalls both.
  for (const subject of ['hand-written', 'leadchat', 'hand-written', 'leadchat'] as const) {
    times[subject] += await timeOf(browser, site, subject);
  }
  // Drawing the log for each message took eight times as long.
  expect(times.leadchat).toBeLessThan(times['hand-written'] * 3);
});

async function timeOf(browser: Browser, site: BenchSite, subject: Subject): Promise<number> {
  const measured = await openedPage(browser, site, subject, 4);
  const time = await measured.page.evaluate(() => bench.say('burst 1000', '1000 of 1000'));
  await measured.close();
  return time;
}
