import { createHmac } from 'node:crypto';
import type { ProxyConfig } from '../config/schema.ts';
import type { Log } from '../log.ts';
import { readLiveConfig } from '../settings/live-config.ts';
import type { LeadStore, StoreOptions } from '../store/create-store.ts';
import { readPhoneOption } from '../written-phone.ts';

export type OpenStoreOptions = Pick<StoreOptions, 'receivers' | 'hasSavedReceivers' | 'mustExist' | 'owner'> & {
  log?: Pick<Log, 'warn'>;
};

/** The keys of the configuration that say which store it is, and whose. */
export type StoreConfig = { store: string; service: { apiKey: string } };

/** Opens the configured store. Each database's code is loaded only when it is used. */
export async function openStore(
  { store: address, service }: StoreConfig,
  { log, receivers = [], hasSavedReceivers = false, mustExist = false, owner }: OpenStoreOptions = {},
): Promise<LeadStore> {
  const secret = personalDataSecret(service);
  // Without the secrets, because the store does not sign.
  const options = {
    receivers: receivers.map((receiver) => ({
      ...('url' in receiver ? { name: receiver.name, url: receiver.url } : { name: receiver.name }),
      ...{ events: receiver.events, states: receiver.states },
    })),
    hasSavedReceivers,
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
      const phones = 'phone' in target ? [target.phone] : await phonesOf(store, target.leads);
      if (phones.length > 0) await erasePhoneLimits(address, secret, phones);
      return store.erase(target);
    },
  };
}

/** The phones of leads, as far as these still have them. */
async function phonesOf(store: Pick<LeadStore, 'find'>, leads: readonly string[]): Promise<string[]> {
  const phones = new Set<string>();
  for (const lead of leads) {
    const { phone = '' } = (await store.find(lead)) ?? {};
    if (phone !== '') phones.add(phone);
  }
  return [...phones];
}

/** The receivers that are told what changes in the store: by the proxy, and by a command beside it. */
export function toldReceivers({
  webhooks,
  adminSettings,
}: Pick<ProxyConfig, 'webhooks' | 'adminSettings'>): Pick<OpenStoreOptions, 'receivers' | 'hasSavedReceivers'> {
  return { receivers: webhooks, hasSavedReceivers: adminSettings };
}

/** Uses the configured store for a command, beside the proxy that may be using it, too. */
export async function withStore<Result>(
  config: StoreConfig,
  options: OpenStoreOptions,
  use: (store: LeadStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(config, options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** What a command has done about a phone. `reading`: how one without `+` was read. */
export type PhoneResult<Result> =
  | ({ ok: true; phone: string; reading?: string } & Result)
  | { ok: false; message: string };

/** Uses the store for a command about one phone, which is read like those of the forms that apply now. */
export function withPhone<Result>(
  config: ProxyConfig,
  text: string,
  use: (store: LeadStore, phone: string) => Promise<Result>,
  options: OpenStoreOptions = {},
): Promise<PhoneResult<Result>> {
  return withStore(config, { ...options, mustExist: true }, async (store) => {
    const live = await readLiveConfig(config, store);
    const read = readPhoneOption(text, live.config.value);
    return read.ok ? { ...read, ...(await use(store, read.phone)) } : read;
  });
}

/**
 * The key of hashes of personal data in the database. It comes from the service's API key, which is the same for all
 * proxies of a store and is not in the database: a copy of the database alone does not tell whose hashes they are.
 */
export function personalDataSecret({ apiKey }: StoreConfig['service']): string {
  return createHmac('sha256', apiKey).update('leadchat personal data').digest('hex');
}
