import type { Page } from 'playwright/test';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { expect } from '../support/stack.ts';

test('with reduced motion only opacity changes, and no animation repeats', async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForReply(new Stage(page, stack));
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
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await waitForReply(new Stage(page, stack));
  expect(await loops(page)).toBe(3);
  const found = await motions(page);
  expect(found.map(({ property }) => property)).toEqual(expect.arrayContaining(['opacity', 'transform', 'rise']));
  expect(found.filter(({ seconds }) => seconds < 0.15 || seconds > 0.25)).toEqual([]);
});

async function waitForReply(stage: Stage): Promise<void> {
  const socket = await stage.interceptSocket();
  await stage.chat();
  socket.hold();
  await stage.say('Do you have anything on Thursday after 4?');
  await expect(stage.log.getByText('Waiting for a reply')).toBeAttached();
}

/** Counts the animations that repeat. */
function loops(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    return (root?.getAnimations() ?? []).filter((animation) => animation.effect?.getComputedTiming().iterations !== 1)
      .length;
  });
}

/** Lists all transitions and animations with their durations. Reads the computed styles, except those of the dots. */
function motions(page: Page): Promise<{ property: string; seconds: number }[]> {
  return page.evaluate(() => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    const elements = [...(root?.querySelectorAll('*') ?? [])].filter((element) => element.closest('.dots') === null);
    const pair = (names: string, durations: string) => {
      const seconds = durations.split(',').map((text) => Number.parseFloat(text));
      return names.split(', ').map((property, index) => ({ property, seconds: seconds[index % seconds.length] ?? 0 }));
    };
    return elements.flatMap((element) =>
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
