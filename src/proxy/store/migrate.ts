import { type Migration, migrations } from './schema.ts';
import type { Database } from './sql.ts';
import { StoreError } from './store-error.ts';

/**
 * Brings the database up to date. Several processes may start at once: the first one migrates, and the others wait.
 * Resolves with whether there was something to do.
 */
export async function migrate(database: Database, known: readonly Migration[] = migrations): Promise<boolean> {
  const { schema } = database.dialect;
  return database.transaction(async (tx) => {
    await tx.lock('migrate');
    await tx.script(schema.prepareVersion);
    const version = Number((await tx.get(schema.readVersion))?.version ?? 0);
    if (version > known.length) {
      throw new StoreError({
        code: 'unavailable',
        message: `[store] the database has schema version ${version}, but this leadchat knows only ${known.length}: use a newer leadchat.`,
      });
    }
    for (const migration of known.slice(version)) await tx.script(migration(schema));
    await tx.script(schema.writeVersion(known.length));
    return version < known.length;
  });
}
