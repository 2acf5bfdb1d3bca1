import * as z from 'zod/mini';
import type { SavedSettings } from '../../protocol/index.ts';
import { savedSettings } from '../../protocol/index.ts';
import { jsonText } from './json-text.ts';
import type { Row } from './sql.ts';
import type { StoreContext } from './store-context.ts';

/** What operators have saved, at one time. The newest version applies. */
export type SettingsRecord = {
  /** Counts from 1. */
  version: number;
  at: number;
  /** Who saved it. */
  by: string;
  /** The earlier version that it restored. */
  restored?: number | undefined;
  /** Absent if it cannot be read. */
  settings?: SavedSettings | undefined;
};

export type NewSettings = {
  settings: SavedSettings;
  /** The newest version that the operator knows; 0 before the first. */
  version: number;
  at: number;
  by: string;
  restored?: number | undefined;
};

/** Settings from the dashboard, with their earlier versions. All proxies of a store share them. */
export interface SettingsStore {
  /** The number of the newest version, or 0. Cheap, because every proxy asks every few seconds. */
  settingsVersion(): Promise<number>;
  /** The newest version, or the one with this number. */
  readSettings(version?: number): Promise<SettingsRecord | undefined>;
  /** Newest first, at most `maxSettingsVersions`. */
  listSettings(): Promise<SettingsRecord[]>;
  /** Resolves with the number of the new version; undefined if somebody else has saved one meanwhile. */
  saveSettings(next: NewSettings): Promise<number | undefined>;
}

/** Older versions are deleted. */
export const maxSettingsVersions = 100;

const columns = 'version, at, author, restored, content';
const content = jsonText(savedSettings);
const row = z.object({
  version: z.number(),
  at: z.number(),
  author: z.string(),
  restored: z.nullable(z.number()),
  content: z.string(),
});

export function createSettingsStore({ database }: StoreContext): SettingsStore {
  return {
    async settingsVersion() {
      return Number((await database.get('SELECT max(version) AS version FROM settings'))?.version ?? 0);
    },
    async readSettings(version) {
      const found =
        version === undefined
          ? await database.get(`SELECT ${columns} FROM settings ORDER BY version DESC LIMIT 1`)
          : await database.get(`SELECT ${columns} FROM settings WHERE version = $1`, [version]);
      return found && readRow(found);
    },
    async listSettings() {
      const rows = await database.all(`SELECT ${columns} FROM settings ORDER BY version DESC LIMIT $1`, [
        maxSettingsVersions,
      ]);
      return rows.map(readRow);
    },
    async saveSettings({ settings, version, at, by, restored }) {
      const next = version + 1;
      return database.transaction(async (tx) => {
        const newest = await tx.get('SELECT max(version) AS version FROM settings');
        if (Number(newest?.version ?? 0) !== version) return undefined;
        // On Postgres another transaction may save the same version at this moment.
        const { count } = await tx.run(
          `INSERT INTO settings (${columns}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (version) DO NOTHING`,
          [next, at, by, restored, JSON.stringify(settings)],
        );
        if (count === 0) return undefined;
        await tx.run('DELETE FROM settings WHERE version <= $1', [next - maxSettingsVersions]);
        return next;
      });
    },
  };
}

function readRow(found: Row): SettingsRecord {
  const { version, at, author, restored, content: text } = row.parse(found);
  const settings = content.safeParse(text);
  return {
    ...{ version, at, by: author },
    ...(restored !== null && { restored }),
    ...(settings.success && { settings: settings.data }),
  };
}
