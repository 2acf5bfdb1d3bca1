import type { Browser, Page } from 'playwright/test';
import type { DesignedState } from '../states/designed-state.ts';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { states } from '../states/states.ts';
import { type Device, devices, pictureFile, themes } from './devices.ts';

for (const device of devices) {
  for (const [index, state] of states.entries()) {
    test(`${state.name}, ${device.name}`, async ({ browser, stack }) => {
      const page = await openWindow(browser, state, device);
      await state.reach(new Stage(page, stack));
      await page.mouse.move(0, 0);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        const clip = state.window === undefined ? device.clip : undefined;
        await page.screenshot({
          path: pictureFile(device, theme, index),
          animations: 'disabled',
          ...(clip !== undefined && { clip }),
        });
      }
      await page.context().close();
      await stack.clearFaults();
    });
  }
}

async function openWindow(browser: Browser, state: DesignedState, device: Device): Promise<Page> {
  const context = await browser.newContext({
    viewport: state.window ?? device.window,
    deviceScaleFactor: state.window?.zoom ?? device.scale,
    hasTouch: device.touch,
    isMobile: device.touch,
    reducedMotion: 'reduce',
    forcedColors: state.forcedColors === true ? 'active' : 'none',
  });
  return context.newPage();
}
