import { findChromium, installChromium } from './chromium.ts';

if (findChromium() === undefined) installChromium();
const browser = findChromium();
if (browser === undefined) {
  console.error('[leadchat] no browser for the tests. Install Chromium or Chrome, or name one in LEADCHAT_CHROMIUM.');
  process.exitCode = 1;
} else {
  console.error(`[leadchat] browser for the tests: ${browser.path} (from ${browser.from})`);
}
