import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { WidgetAssets } from '../widget/assets.ts';
import { folderAssets } from './folder-assets.ts';

export type KeptAssetsOptions = {
  /** Folder of the build. */
  dist: string;
  /** Where the files of earlier builds are kept; proxies beside this one may use it too. */
  folder: string;
  now: () => number;
  log: Log;
};

/** A page that was opened before an upgrade has been reloaded by then. */
const keptMs = 30 * 86_400_000;

/** What a build names by its content; the rest is this build's own, and no other file of the folder is ours. */
const hashed = /^(?:assets\/[\w-]+-[\w-]{8}|leadchat-[0-9a-f]{16})\.js$/;

/**
 * The built widget, and what earlier builds left: a page that was opened before an upgrade still asks for its own files.
 * Each start copies the hashed files of its build. A folder that cannot be written is told, and nothing is kept.
 */
export async function keptAssets({ dist, folder, now, log }: KeptAssetsOptions): Promise<WidgetAssets> {
  const built = folderAssets(dist);
  const kept = folderAssets(folder);
  try {
    await keep(dist, folder, now());
  } catch (error) {
    log.error('assets-not-kept', error, { folder });
  }
  return { read: async (name) => (await built.read(name)) ?? (hashed.test(name) ? kept.read(name) : undefined) };
}

async function keep(dist: string, folder: string, now: number): Promise<void> {
  const own = await filesOf(dist);
  if (own.size === 0) return;
  await mkdir(join(folder, 'assets'), { recursive: true });
  const there = await filesOf(folder);
  const others = [...there].filter(([name]) => !own.has(name));
  const isUpgrade = [...own.keys()].some((name) => !there.has(name));
  const today = new Date(now);
  for (const name of own.keys()) {
    const copy = join(folder, name);
    if (!there.has(name)) {
      // Renamed into place: neither a proxy beside this one nor a stop in the middle leaves half a file.
      await copyFile(join(dist, name), `${copy}.${process.pid}`);
      await rename(`${copy}.${process.pid}`, copy);
    }
    await utimes(copy, today, today);
  }
  // Each file bears the time of its build's last start, and from the next build's first start on the moment before it.
  const last = Math.max(...others.map(([, time]) => time));
  const justNow = new Date(now - 1000);
  for (const [name, time] of others) {
    if (time === last && isUpgrade) await utimes(join(folder, name), justNow, justNow);
    else if (time !== last && time < now - keptMs) await rm(join(folder, name), { force: true });
  }
}

/** The hashed files of a folder with their times. */
async function filesOf(folder: string): Promise<Map<string, number>> {
  const assets = await readdir(join(folder, 'assets')).catch(() => []);
  const names = [...(await readdir(folder).catch(() => [])), ...assets.map((name) => `assets/${name}`)];
  const found = new Map<string, number>();
  for (const name of names) if (hashed.test(name)) found.set(name, (await stat(join(folder, name))).mtimeMs);
  return found;
}
