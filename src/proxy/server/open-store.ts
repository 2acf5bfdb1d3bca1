import type { LeadStore } from '../store/index.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';

/** Opens what `store` of the configuration names; Postgres is loaded only when it is used. */
export async function openStore(address: string): Promise<LeadStore> {
  return openSqliteStore(address.slice('sqlite:'.length));
}
