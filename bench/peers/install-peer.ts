import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from '../widget/subject.ts';

const folder = join(import.meta.dirname, '../.peers');

type Package = { package: string; version: string };

/** A chat from npm, with a stand-in for its backend. */
export type Peer = Subject & Package;

/** The folder in which this version of a package is installed. */
export function folderOf({ package: name, version }: Package): string {
  return join(folder, `${name.replace('/', '-')}-${version}`);
}

/**
 * Downloads a package if it is missing, without its dependencies, since it ships a bundle for a script tag. It is not a
 * dependency of leadchat, and git ignores its folder.
 */
export function installPeer(peer: Package): void {
  const target = folderOf(peer);
  if (existsSync(target)) return;
  const name = `${peer.package}@${peer.version}`;
  console.error(`[leadchat] bench: downloading ${name}`);
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(join(folder, 'download-'));
  try {
    const packed = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', temporary]);
    execFileSync('tar', ['-xzf', String(packed).trim()], { cwd: temporary });
    // Renamed last, so the folder is always complete.
    renameSync(join(temporary, 'package'), target);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
