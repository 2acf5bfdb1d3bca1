import type { Locator } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

test('an inline chat fills an element with a height, and does not grow with its messages in one without', async ({
  page,
  site,
}) => {
  const visitor = new Visitor(page);
  const visit = async (style: string) => {
    const body = `<style>#chat { ${style} }</style><div id="chat"></div>`;
    await page.goto(site.put('/', hostPage({ head: tagOf(site, { target: '#chat', leadForm: 'off' }), body })));
    await expect(visitor.log).toContainText('Hi there');
  };
  await visit('height: 480px');
  expect(await heightOf(visitor.dialog)).toBe(480);
  await visit('height: 800px');
  expect(await heightOf(visitor.dialog)).toBe(800);

  await visit('width: 380px');
  const before = await heightOf(visitor.dialog);
  expect(before).toBeGreaterThan(560);
  expect(before).toBeLessThan(700);
  for (let count = 1; count <= 6; count++) await visitor.say(`Question ${count}:\nWhat does it cost?\nAnd when?`);
  expect(await visitor.log.evaluate((log) => log.scrollHeight > log.clientHeight)).toBe(true);
  expect(await heightOf(visitor.dialog)).toBe(before);

  await visit('--leadchat-panel-height: 500px');
  expect(await heightOf(visitor.dialog)).toBeLessThan(560);
});

async function heightOf(element: Locator): Promise<number> {
  return Math.round((await element.boundingBox())?.height ?? 0);
}
