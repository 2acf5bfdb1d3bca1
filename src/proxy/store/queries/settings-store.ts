import * as z from 'zod/mini';
import { savedSettings } from '../../../protocol/index.ts';
import { jsonText } from '../json-text.ts';
import { maxSettingsVersions, type SettingsRecord, type SettingsStore } from '../settings-store.ts';
import type { Row } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';

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
