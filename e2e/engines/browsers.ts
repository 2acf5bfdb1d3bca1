import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Program = { variable: string; names: string[]; places: string[]; package: string };

const programs = {
  firefox: {
    variable: 'LEADCHAT_FIREFOX',
    names: ['firefox-esr', 'firefox'],
    places: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    package: 'firefox-esr',
  },
  webkitDriver: {
    variable: 'LEADCHAT_WEBKIT_DRIVER',
    names: ['WebKitWebDriver'],
    places: ['/usr/libexec/webkit2gtk/WebKitWebDriver'],
    package: 'webkit2gtk-driver',
  },
  miniBrowser: {
    variable: 'LEADCHAT_MINIBROWSER',
    names: ['MiniBrowser'],
    places: ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
    package: 'webkit2gtk-driver',
  },
  screen: { variable: 'LEADCHAT_XVFB', names: ['Xvfb'], places: [], package: 'xvfb' },
} satisfies Record<string, Program>;

export type Browsers = Record<keyof typeof programs, string>;

/** Finds Firefox, WebKit and their drivers. Installs missing packages as root on Debian, or says what to install. */
export function prepareBrowsers(): Browsers {
  const missing = missingPackages();
  if (missing.length > 0) {
    const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
    if (canInstall) install(missing);
    const still = canInstall ? missingPackages() : missing;
    if (still.length > 0) {
      const variables = Object.values(programs).map(({ variable }) => variable);
      throw new Error(
        `these are missing: ${still.join(', ')}. Install them (on Debian: apt-get install ${still.join(' ')}), ` +
          `or name the programs in ${variables.join(', ')}.`,
      );
    }
  }
  const { firefox, webkitDriver, miniBrowser, screen } = programs;
  return {
    firefox: find(firefox) ?? '',
    webkitDriver: find(webkitDriver) ?? '',
    miniBrowser: find(miniBrowser) ?? '',
    screen: find(screen) ?? '',
  };
}

function missingPackages(): string[] {
  const without = Object.values<Program>(programs).filter((program) => find(program) === undefined);
  return [...new Set(without.map((program) => program.package))];
}

function find({ variable, names, places }: Program): string | undefined {
  const named = process.env[variable];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`${variable} names no file: "${named}".`);
    return named;
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find((file) => existsSync(file));
}

function install(packages: string[]): void {
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    console.error(`[leadchat] engines: apt-get ${args.join(' ')}`);
    execFileSync('apt-get', args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}
