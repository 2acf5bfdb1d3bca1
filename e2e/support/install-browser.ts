import { findChromium, hasChromium, installChromium } from './chromium.ts';

if (!hasChromium()) installChromium();
const browser = findChromium('shell');
if (browser === undefined) {
  console.error('[leadchat] no browser for the tests. Install Chromium or Chrome, or name one in LEADCHAT_CHROMIUM.');
  process.exitCode = 1;
} else {
  console.error(`[leadchat] browser for the tests: ${browser.path} (from ${browser.from})`);
  if (!browser.isShell) console.error('[leadchat] with a headless shell of Chromium, the tests take half the time.');
}
