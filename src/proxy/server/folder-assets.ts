import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Asset, assetType, type WidgetAssets } from '../widget/assets.ts';

/** The widget as it was built into a folder. Files are kept in memory until they change. */
export function folderAssets(folder: string): WidgetAssets {
  const kept = new Map<string, { asset: Asset; changedAt: number }>();
  return {
    async read(name) {
      const type = assetType(name);
      // Only plain names as the build makes them: no way leads out of the folder.
      if (type === undefined || !/^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*$/.test(name)) return undefined;
      const path = join(folder, name);
      const changedAt = await stat(path).then(
        (found) => (found.isFile() ? found.mtimeMs : undefined),
        () => undefined,
      );
      if (changedAt === undefined) return undefined;
      const known = kept.get(name);
      if (known?.changedAt === changedAt) return known.asset;
      const asset = { body: new Uint8Array(await readFile(path)), type };
      kept.set(name, { asset, changedAt });
      return asset;
    },
  };
}
