import type { Page } from 'playwright/test';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { expect } from '../support/stack.ts';

test('with reduced motion only opacity changes, and no animation repeats', async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForAnswer(new Stage(page, stack));
  expect(await loops(page)).toBe(0);
  expect((await motions(page)).filter(({ property }) => property !== 'opacity')).toEqual([]);
});

test('with reduced motion the submit button shows no spinner while the form is sent', async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stage = new Stage(page, stack);
  await page.route('**/leads', () => {});
  await stage.visit();
  await stage.openChat();
  await stage.fillLead();
  await stage.startChat();
  await expect(stage.dialog.getByRole('button', { name: 'Sending…' })).toBeVisible();
  expect(await loops(page)).toBe(0);
  expect((await motions(page)).filter(({ property }) => property !== 'opacity')).toEqual([]);
});

test('without reduced motion every transition takes 150 to 250 ms, except the typing dots', async ({ page, stack }) => {
  await waitForAnswer(new Stage(page, stack));
  expect(await loops(page)).toBe(3);
  const found = await motions(page);
  expect(found.map(({ property }) => property)).toEqual(expect.arrayContaining(['opacity', 'transform', 'rise']));
  expect(found.filter(({ seconds }) => seconds < 0.15 || seconds > 0.25)).toEqual([]);
});

async function waitForAnswer(stage: Stage): Promise<void> {
  const line = await stage.takeLine();
  await stage.chat();
  line.hold();
  await stage.say('Do you have anything on Thursday after 4?');
  await expect(stage.log.getByText('Waiting for a reply')).toBeAttached();
}

/** How many animations never end. */
function loops(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    return (root?.getAnimations() ?? []).filter((one) => one.effect?.getComputedTiming().iterations !== 1).length;
  });
}

/** What can move, and how long it takes, by the styles of everything that is drawn; the dots apart. */
function motions(page: Page): Promise<{ property: string; seconds: number }[]> {
  return page.evaluate(() => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    const drawn = [...(root?.querySelectorAll('*') ?? [])].filter((element) => element.closest('.dots') === null);
    const pair = (names: string, durations: string) => {
      const seconds = durations.split(',').map((text) => Number.parseFloat(text));
      return names.split(', ').map((property, index) => ({ property, seconds: seconds[index % seconds.length] ?? 0 }));
    };
    return drawn.flatMap((element) =>
      ['', '::before', '::after'].flatMap((pseudoElement) => {
        const style = getComputedStyle(element, pseudoElement);
        const transitions = pair(style.transitionProperty, style.transitionDuration);
        return [...transitions, ...pair(style.animationName, style.animationDuration)].filter(
          ({ property, seconds }) => seconds > 0 && property !== 'none' && property !== 'visibility',
        );
      }),
    );
  });
}
