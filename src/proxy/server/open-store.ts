import type { Log } from '../log.ts';
import type { LeadStore } from '../store/index.ts';

/** Opens the configured store. Each database's code is loaded only when it is used. */
export async function openStore(address: string, log?: Pick<Log, 'warn'>): Promise<LeadStore> {
  if (address.startsWith('sqlite:')) {
    const { openThreadedStore } = await import('../store/sqlite/open-threaded-store.ts');
    return openThreadedStore(address.slice('sqlite:'.length), {}, (missing) => {
      log?.warn('store-without-thread', { missing, effect: 'requests wait while a lead is written' });
    });
  }
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
  return openPostgresStore(address);
}
