import type { LeadStore } from '../store/index.ts';

/** Opens what `store` of the configuration names. Each database's code is loaded only when it is used. */
export async function openStore(address: string): Promise<LeadStore> {
  if (address.startsWith('sqlite:')) {
    const { openThreadedStore } = await import('../store/sqlite/open-threaded-store.ts');
    return openThreadedStore(address.slice('sqlite:'.length));
  }
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
  return openPostgresStore(address);
}
