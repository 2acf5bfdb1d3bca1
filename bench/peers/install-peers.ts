import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../.peers');

/** Where a package of this version is after `installPeers`. */
export function folderOf({ package: name, version }: { package: string; version: string }): string {
  return join(folder, `${name.replace('/', '-')}-${version}`);
}

/**
 * Downloads the packages that are not there yet, without their dependencies: each ships a bundle for a script tag. They are
 * no dependencies of leadchat, and git ignores their folder.
 */
export function installPeers(packages: readonly { package: string; version: string }[]): void {
  for (const peer of packages) {
    const target = folderOf(peer);
    if (existsSync(target)) continue;
    const name = `${peer.package}@${peer.version}`;
    console.error(`[leadchat] bench: downloading ${name}`);
    mkdirSync(folder, { recursive: true });
    const temporary = mkdtempSync(join(folder, 'download-'));
    try {
      const packed = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', temporary]);
      execFileSync('tar', ['-xzf', String(packed).trim()], { cwd: temporary });
      // Only a complete package gets its name.
      renameSync(join(temporary, 'package'), target);
    } finally {
      rmSync(temporary, { recursive: true });
    }
  }
}
