import type { Database } from './sql.ts';
import { StoreError } from './store-error.ts';

/** The service that a store's leads are delivered to. Two services in one store would get each other's leads. */
export type StoreOwner = {
  /** `service.baseUrl` of the configuration. */
  service: string;
  /** `claim`: a store that belongs to nobody belongs to this service from now on. `check` changes nothing. `adopt` takes over any store. */
  mode: 'claim' | 'check' | 'adopt';
};

/**
 * Checks or records the service that owns the store. The lock makes the first of several proxies the owner. `store`
 * describes the store.
 */
export async function ownStore(database: Database, store: string, owner: StoreOwner): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.lock('migrate');
    const found = await tx.get('SELECT service FROM owner');
    const lead = await tx.get('SELECT 1 AS one FROM leads LIMIT 1');
    const service = typeof found?.service === 'string' ? found.service : undefined;
    if (!shouldRecordOwner({ service, hasLeads: lead !== undefined }, owner, store)) return;
    await tx.run('INSERT INTO owner (id, service) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET service = $1', [
      serviceName(owner.service),
    ]);
  });
}

/** What a store says about its owner. */
type FoundOwner = { service: string | undefined; hasLeads: boolean };

/**
 * Whether the store has to record the owner. A store without leads has nothing to deliver, so it belongs to nobody.
 * @throws StoreError if the store belongs to another service
 */
function shouldRecordOwner(found: FoundOwner, { service, mode }: StoreOwner, store: string): boolean {
  const isOwn = found.service === undefined || serviceName(found.service) === serviceName(service);
  if (isOwn || mode === 'adopt' || !found.hasLeads) return mode !== 'check' && found.service !== serviceName(service);
  throw new StoreError({
    code: 'unavailable',
    message: `[store] ${store} belongs to the service ${found.service}, and this configuration delivers to ${serviceName(service)}. Give each service its own store (\`store\` or DATABASE_URL); if the service has moved, start once with --adopt-store.`,
  });
}

/** The address as the store records it: one service has one name, however its host is written. */
function serviceName(baseUrl: string): string {
  return URL.parse(baseUrl)?.href ?? baseUrl;
}
