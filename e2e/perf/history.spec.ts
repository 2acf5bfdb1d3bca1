import { openChat } from '../../bench/widget/scenarios.ts';
import { leadchat } from '../../bench/widget/subjects.ts';
import { costLimits } from '../../build/cost-limits.ts';
import { expect, test } from '../support/perf-site.ts';

test('a thousand messages at once cause a few layouts, not a thousand, and the latest are mounted', async ({
  browser,
  site,
}) => {
  const measured = await openChat({ browser, site }, leadchat, 4);
  const before = await measured.cost();
  await measured.page.evaluate(() => bench.send('burst 1000'));
  const after = await measured.cost();
  // Layouts are counted because times depend on the load; a list with a layout for each message has over 1,000.
  expect(after.layouts - before.layouts).toBeLessThanOrEqual(costLimits.thousandMessages.layouts);
  const rows = measured.page.locator('.messages .row');
  expect(await rows.count()).toBeLessThanOrEqual(costLimits.thousandMessages.mountedMessages);
  await expect(rows.last()).toContainText('1000 of 1000');
  await measured.close();
});
