import type { Log } from '../log.ts';
import type { LeadStore, StoreOwner, WebhookReceiver } from '../store/index.ts';

export type OpenStoreOptions = {
  log?: Pick<Log, 'warn'>;
  /** Receivers of webhooks. @default none */
  receivers?: readonly WebhookReceiver[];
  /** Rejects unless there is a store of leadchat; creates none. @default false */
  mustExist?: boolean;
  /** The key of hashes of personal data; see personal-data-secret.ts. */
  secret: string;
  /** The service that the store must belong to. @default any */
  owner?: StoreOwner;
};

/** Opens the configured store. Each database's code is loaded only when it is used. */
export async function openStore(
  address: string,
  { log, receivers = [], mustExist = false, secret, owner }: OpenStoreOptions,
): Promise<LeadStore> {
  // Without the secrets, because the store does not sign.
  const options = {
    receivers: receivers.map(({ url, events, states }) => ({ url, events, states })),
    mustExist,
    phoneSecret: secret,
    ...(owner && { owner }),
  };
  if (address.startsWith('sqlite:')) {
    const { openThreadedStore } = await import('../store/sqlite/open-threaded-store.ts');
    return openThreadedStore(address.slice('sqlite:'.length), options, (missing) => {
      log?.warn('store-without-thread', { missing, effect: 'requests wait while a lead is written' });
    });
  }
  const { openPostgresStore } = await import('../store/postgres/open-postgres-store.ts');
  const { erasePhoneLimits } = await import('../limits/postgres-limiter.ts');
  const store = await openPostgresStore(address, options);
  return {
    ...store,
    async erase(target) {
      if ('phone' in target) await erasePhoneLimits(address, secret, target.phone);
      return store.erase(target);
    },
  };
}
