import { execFileSync } from 'node:child_process';

/** Installs the package.json of a folder of bench into it, which Git ignores: its packages are no dependencies of leadchat. */
export function installPackages(folder: string): void {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    // On Windows npm is a batch file.
    shell: process.platform === 'win32',
  });
}
