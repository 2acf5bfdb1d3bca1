import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './support/stack.ts';
import { Visitor } from './support/visitor.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any state of the widget, ${colorScheme}`, async ({ page, stack, context }) => {
    const visitor = new Visitor(page);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(stack.site);
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
    await expectNothingFound(page, 'bubble');

    await visitor.openChat();
    await expect(visitor.phone).toBeVisible();
    await expectNothingFound(page, 'form');

    await visitor.fillForm({ phone: '(415) 555-26', email: 'ada@' });
    await visitor.startChat();
    await expect(visitor.phone).toHaveAttribute('aria-invalid', 'true');
    await expectNothingFound(page, 'form with errors');

    await visitor.phone.fill('(415) 555-2678');
    await visitor.dialog.getByLabel('Email').fill('ada@example.com');
    await visitor.startChat();
    await visitor.say('Do you have anything on Thursday?');
    await expect(visitor.log).toContainText('Happy to find you a time');
    await expectNothingFound(page, 'chat');

    await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
    await expect(visitor.dialog.getByText('New conversation')).toBeVisible();
    await expectNothingFound(page, 'menu');
    await page.keyboard.press('Escape');

    await context.setOffline(true);
    await visitor.say('Typed while offline');
    await expect(visitor.dialog).toContainText("You're offline");
    await expectNothingFound(page, 'offline');
    await context.setOffline(false);
  });
}

async function expectNothingFound(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include('leadchat-widget')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(found, state).toEqual([]);
}
