import { chown, copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../log.ts';
import { type Asset, assetType, type WidgetAssets } from '../widget/assets.ts';
import { contentCodings } from '../widget/send-asset.ts';

export type AssetArchiveOptions = {
  /** Folder of the build. */
  dist: string;
  /** Folder for the files of earlier builds; several proxies may share it. */
  folder: string;
  now: () => number;
  log: Log;
};

/** After this time, pages that were opened before an upgrade have been reloaded. */
const keepMs = 30 * 86_400_000;

/**
 * Files with a content hash in their name, and their compressed forms. Only these are archived, served from the archive
 * and deleted there.
 */
const hashed = /^(?:assets\/[\w-]+-[\w-]{8}|leadchat-[0-9a-f]{16})\.js(?:\.br|\.gz)?$/;

/**
 * The built widget, and the files of earlier builds, which pages that were opened before an upgrade still request. At
 * each start it copies the hashed files of the build into the archive. If the folder cannot be written, it logs this
 * and serves only the current build.
 */
export async function openAssetArchive({ dist, folder, now, log }: AssetArchiveOptions): Promise<WidgetAssets> {
  const built = folderAssets(dist);
  const archived = folderAssets(folder);
  try {
    await archiveBuild(dist, folder, now());
  } catch (error) {
    log.error('assets-not-archived', error, { folder });
  }
  return { read: async (name) => (await built.read(name)) ?? (hashed.test(name) ? archived.read(name) : undefined) };
}

/**
 * The widget in a folder. Files stay in memory until they change: an installation may remove them all for the moment in
 * which it puts new ones in their place.
 */
export function folderAssets(folder: string): WidgetAssets {
  const cache = new Map<string, { asset: Asset; changedAt: number }>();
  return {
    async read(name) {
      const type = assetType(name);
      // Only names like those of the build, so that no path leaves the folder.
      if (type === undefined || !/^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*$/.test(name)) return undefined;
      const path = join(folder, name);
      const changedAt = await stat(path).then(
        (found) => (found.isFile() ? found.mtimeMs : undefined),
        () => undefined,
      );
      const cached = cache.get(name);
      if (changedAt === undefined || cached?.changedAt === changedAt) return cached?.asset;
      const asset = { body: await readFile(path), type, compressed: await readCompressed(path) };
      cache.set(name, { asset, changedAt });
      return asset;
    },
  };
}

/** The files that the build compressed. Those of earlier builds may have none. */
async function readCompressed(path: string): Promise<NonNullable<Asset['compressed']>> {
  const compressed: NonNullable<Asset['compressed']> = {};
  for (const { name, suffix } of contentCodings) {
    const body = await readFile(path + suffix).catch(() => undefined);
    if (body !== undefined) compressed[name] = body;
  }
  return compressed;
}

async function archiveBuild(dist: string, folder: string, now: number): Promise<void> {
  const built = await hashedFilesIn(dist);
  if (built.size === 0) return;
  const own = await ownerOf(folder);
  await mkdir(join(folder, 'assets'), { recursive: true });
  await give(folder, own);
  await give(join(folder, 'assets'), own);
  const archived = await hashedFilesIn(folder);
  const older = [...archived].filter(([name]) => !built.has(name));
  const isUpgrade = [...built.keys()].some((name) => !archived.has(name));
  const today = new Date(now);
  for (const name of built.keys()) {
    const copy = join(folder, name);
    if (!archived.has(name)) await place(join(dist, name), copy);
    await date(copy, today);
    await give(copy, own);
  }
  // The mtime is the last start of the file's build. The first start of the next build sets it to just before that
  // start.
  const last = Math.max(...older.map(([, time]) => time));
  const justNow = new Date(now - 1000);
  for (const [name, time] of older) {
    if (time === last && isUpgrade) await date(join(folder, name), justNow);
    else if (time !== last && time < now - keepMs) await rm(join(folder, name), { force: true });
  }
}

/** Renamed into place, so that another proxy never reads half a file, also after a crash. */
async function place(source: string, target: string): Promise<void> {
  await copyFile(source, `${target}.${process.pid}`);
  await rename(`${target}.${process.pid}`, target);
}

/** Only its owner can date a file. One that somebody else has put into the folder is replaced by a copy. */
async function date(file: string, time: Date): Promise<void> {
  try {
    await utimes(file, time, time);
  } catch {
    await place(file, file);
    await utimes(file, time, time);
  }
}

type Owner = { uid: number; gid: number };

/** Whose the archive is, or will be. Undefined unless this process can give files away: then it is root. */
async function ownerOf(folder: string): Promise<Owner | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  return stat(folder).catch(() => stat(dirname(folder)));
}

/** What root archives, as after a restore by hand, stays of use to the proxy. */
async function give(path: string, owner: Owner | undefined): Promise<void> {
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
}

/** The hashed files of a folder with their times. */
async function hashedFilesIn(folder: string): Promise<Map<string, number>> {
  const assets = await readdir(join(folder, 'assets')).catch(() => []);
  const names = [...(await readdir(folder).catch(() => [])), ...assets.map((name) => `assets/${name}`)];
  const files = new Map<string, number>();
  for (const name of names) if (hashed.test(name)) files.set(name, (await stat(join(folder, name))).mtimeMs);
  return files;
}
