import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from 'playwright';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const systemPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export type FoundBrowser = { path: string; from: 'LEADCHAT_CHROMIUM' | 'Playwright' | 'the system' };

/** The browser that the tests use: LEADCHAT_CHROMIUM, else Playwright's own, else a system Chromium or Chrome. */
export function findChromium(): FoundBrowser | undefined {
  const named = process.env.LEADCHAT_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`LEADCHAT_CHROMIUM names no file: "${named}".`);
    return { path: named, from: 'LEADCHAT_CHROMIUM' };
  }
  const bundled = chromium.executablePath();
  if (existsSync(bundled)) return { path: bundled, from: 'Playwright' };
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => systemNames.map((name) => join(folder, name)));
  const system = [...onPath, ...systemPlaces].find((file) => existsSync(file));
  return system === undefined ? undefined : { path: system, from: 'the system' };
}

/** Chromium's start options: root cannot use its sandbox, and background services would only send requests. */
export function launchOptions(): LaunchOptions {
  const browser = findChromium();
  const root = process.getuid?.() === 0;
  return {
    ...(browser !== undefined && { executablePath: browser.path }),
    args: [
      ...(root ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
    ],
  };
}

/** Installs Playwright's browser, or as root Debian's if the download fails. Logs each step. */
export function installChromium(): void {
  const run = (command: string, args: string[]) => {
    console.error(`[leadchat] no browser found: ${command} ${args.join(' ')}`);
    execFileSync(command, args, { stdio: ['ignore', 2, 2] });
  };
  try {
    const libraries = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
    run(process.execPath, ['node_modules/playwright/cli.js', 'install', ...libraries, 'chromium']);
    if (findChromium() !== undefined) return;
  } catch {
    console.error('[leadchat] Playwright could not install its browser.');
  }
  run('apt-get', ['update']);
  run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']);
}
