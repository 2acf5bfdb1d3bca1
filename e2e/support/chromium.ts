import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from 'playwright';

/**
 * `shell` is Chromium without the program around it, which Playwright prefers, too: a test needs half the CPU time.
 * `browser` is the one that people have: for measurements and pictures, and for what the shell lacks.
 */
export type BrowserKind = 'shell' | 'browser';

export type FoundBrowser = {
  path: string;
  isShell: boolean;
  from: 'LEADCHAT_CHROMIUM' | 'Playwright' | 'the system';
};

const shellName = 'chromium-headless-shell';
const browserNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const browserPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** LEADCHAT_CHROMIUM, else a Chromium of this kind, else one of the other kind: Playwright's own before the system's. */
export function findChromium(kind: BrowserKind): FoundBrowser | undefined {
  const named = process.env.LEADCHAT_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`LEADCHAT_CHROMIUM names no file: "${named}".`);
    return { path: named, isShell: named.includes('headless'), from: 'LEADCHAT_CHROMIUM' };
  }
  const shells: FoundBrowser[] = [
    ...shellsOfPlaywright().map((path) => ({ path, isShell: true, from: 'Playwright' as const })),
    ...onPath([shellName]).map((path) => ({ path, isShell: true, from: 'the system' as const })),
  ];
  const browsers: FoundBrowser[] = [
    { path: chromium.executablePath(), isShell: false, from: 'Playwright' },
    ...[...onPath(browserNames), ...browserPlaces].map((path) => ({
      path,
      isShell: false,
      from: 'the system' as const,
    })),
  ];
  const candidates = kind === 'shell' ? [...shells, ...browsers] : [...browsers, ...shells];
  return candidates.find(({ path }) => existsSync(path));
}

/** Whether both kinds are installed, or LEADCHAT_CHROMIUM names what to use. */
export function hasChromium(): boolean {
  const [shell, browser] = [findChromium('shell'), findChromium('browser')];
  return shell?.from === 'LEADCHAT_CHROMIUM' || (shell?.isShell === true && browser?.isShell === false);
}

/** Chromium's start options: root cannot use its sandbox, and background services would only send requests. */
export function launchOptions(kind: BrowserKind): LaunchOptions {
  const browser = findChromium(kind);
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

/** Installs Playwright's shell and browser, or as root Debian's if the download fails. Logs each step. */
export function installChromium(): void {
  const isRoot = process.getuid?.() === 0;
  const run = (command: string, args: string[]) => {
    console.error(`[leadchat] Chromium or its headless shell is missing: ${command} ${args.join(' ')}`);
    execFileSync(command, args, { stdio: ['ignore', 2, 2] });
  };
  try {
    const libraries = process.platform === 'linux' && isRoot ? ['--with-deps'] : [];
    run(process.execPath, ['node_modules/playwright/cli.js', 'install', ...libraries, 'chromium']);
    return;
  } catch {
    console.error('[leadchat] Playwright could not install them.');
  }
  if (!isRoot || !existsSync('/etc/debian_version')) return;
  try {
    run('apt-get', ['update']);
    run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium', shellName]);
  } catch {
    console.error('[leadchat] apt-get could not install them either.');
  }
}

/** Playwright installs its shell beside its browser, and tells only the path of the browser. */
function shellsOfPlaywright(): string[] {
  const [, folder, revision] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(chromium.executablePath()) ?? [];
  const shell = join(folder ?? '', `chromium_headless_shell-${revision}`);
  if (folder === undefined || !existsSync(shell)) return [];
  const file = process.platform === 'win32' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell';
  return readdirSync(shell).map((name) => join(shell, name, file));
}

function onPath(names: readonly string[]): string[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
}
