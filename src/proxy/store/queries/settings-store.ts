import * as z from 'zod/mini';
import { type SavedSettings, savedSettings } from '../../../protocol/admin/settings.ts';
import { describeRows, jsonText } from '../rows.ts';
import type { StoreContext } from '../store-context.ts';

const settingsRecord = z.object({
  /** Counts from 1. */
  version: z.number(),
  at: z.number(),
  /** Who saved it. */
  by: z.string(),
  /** The earlier version that it restored. */
  restored: z.optional(z.number()),
  /** Absent if it cannot be read. */
  settings: z.optional(jsonText(savedSettings)),
});
/** What operators have saved, at one time. The newest version applies. */
export type SettingsRecord = z.output<typeof settingsRecord>;

const settingsRows = describeRows(settingsRecord, {
  names: { by: 'author', settings: 'content' },
  fallbacks: { settings: () => undefined },
});
const columns = settingsRows.list;

/** `version`: the newest one that the operator knows; 0 before the first. */
export type NewSettings = SettingsRecord & { settings: SavedSettings };

/** Older versions are deleted. */
export const maxSettingsVersions = 100;

/** Settings from the dashboard, with their earlier versions. All proxies of a store share them. */
export function createSettingsStore({ database }: StoreContext) {
  return {
    /** The number of the newest version, or 0. Cheap, because every proxy asks every few seconds. */
    async settingsVersion(): Promise<number> {
      return Number((await database.get('SELECT max(version) AS version FROM settings'))?.version ?? 0);
    },
    /** The newest version, or the one with this number. */
    async readSettings(version?: number): Promise<SettingsRecord | undefined> {
      const found =
        version === undefined
          ? await database.get(`SELECT ${columns} FROM settings ORDER BY version DESC LIMIT 1`)
          : await database.get(`SELECT ${columns} FROM settings WHERE version = $1`, [version]);
      return found && settingsRows.read(found);
    },
    /** Newest first, at most `maxSettingsVersions`. */
    async listSettings(): Promise<SettingsRecord[]> {
      const rows = await database.all(`SELECT ${columns} FROM settings ORDER BY version DESC LIMIT $1`, [
        maxSettingsVersions,
      ]);
      return rows.map(settingsRows.read);
    },
    /** Resolves with the number of the new version; undefined if somebody else has saved one meanwhile. */
    async saveSettings({ settings, version, at, by, restored }: NewSettings): Promise<number | undefined> {
      const next = version + 1;
      return database.transaction(async (tx) => {
        const newest = await tx.get('SELECT max(version) AS version FROM settings');
        if (Number(newest?.version ?? 0) !== version) return undefined;
        // On Postgres another transaction may save the same version at this moment.
        const { count } = await tx.run(
          `INSERT INTO settings (${columns}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (version) DO NOTHING`,
          Object.values(settingsRows.write({ version: next, at, by, restored, settings })),
        );
        if (count === 0) return undefined;
        await tx.run('DELETE FROM settings WHERE version <= $1', [next - maxSettingsVersions]);
        return next;
      });
    },
  };
}
