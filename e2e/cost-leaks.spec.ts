import { growthOf } from '../bench/widget/scenarios.ts';
import { expect, test } from './support/cost-site.ts';

test('opening, closing and destroying the widget over and over leaves nothing behind', async ({ browser, site }) => {
  test.setTimeout(90_000);
  const growth = await growthOf(browser, site, 60);
  expect(growth.nodes).toBeLessThan(20);
  expect(growth.listeners).toBeLessThan(10);
  // One widget is some 500 kB: a round that kept only a tenth of one would show.
  expect(growth.heapKb).toBeLessThan(1000);
});
