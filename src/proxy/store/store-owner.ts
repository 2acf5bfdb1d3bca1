import { StoreError } from './store-error.ts';

/** The service that a store's leads are delivered to. Two services in one store would get each other's leads. */
export type StoreOwner = {
  /** `service.baseUrl` of the configuration. */
  service: string;
  /** `claim`: a store that belongs to nobody belongs to this service from now on. `check` changes nothing. `adopt` takes over any store. */
  mode: 'claim' | 'check' | 'adopt';
};

/** What a store says about its owner. */
export type FoundOwner = { service: string | undefined; hasLeads: boolean };

/**
 * Whether the store has to record the owner. A store without leads has nothing to deliver, so it belongs to nobody.
 * @throws StoreError if the store belongs to another service
 */
export function shouldRecordOwner(found: FoundOwner, { service, mode }: StoreOwner, store: string): boolean {
  const isOwn = found.service === undefined || serviceName(found.service) === serviceName(service);
  if (isOwn || mode === 'adopt' || !found.hasLeads) return mode !== 'check' && found.service !== serviceName(service);
  throw new StoreError({
    code: 'unavailable',
    message: `[store] ${store} belongs to the service ${found.service}, and this configuration delivers to ${serviceName(service)}. Give each service its own store (\`store\` or DATABASE_URL); if the service has moved, start once with --adopt-store.`,
  });
}

/** The address as the store records it: one service has one name, however its host is written. */
export function serviceName(baseUrl: string): string {
  return URL.parse(baseUrl)?.href ?? baseUrl;
}
