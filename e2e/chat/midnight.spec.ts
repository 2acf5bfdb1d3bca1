import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

// The day was written when the messages were rendered, and stayed "Today" until the next message.
test('the day above the messages changes at midnight', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.clock.install({ time: '2026-11-19T20:00:00-08:00' });
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await expect(visitor.log).toContainText('What can we do for you?');
  await expect(visitor.log.getByText('Today')).toBeVisible();
  await page.clock.fastForward('05:00:00');
  await expect(visitor.log.getByText('Yesterday')).toBeVisible();
  await expect(visitor.log.getByText('Today')).toHaveCount(0);
  await visitor.say('Good morning');
  await expect(visitor.log.getByText('Today')).toBeVisible();
  await page.clock.fastForward('24:00:00');
  await expect(visitor.log.getByText('Thursday, November 19')).toBeVisible();
});
