import type { AdminSettings } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { describeSettings } from '../settings/describe-settings.ts';
import { createLiveConfig, type LiveConfig } from '../settings/live-config.ts';
import type { LeadStore } from '../store/index.ts';
import { openStore } from './open-store.ts';
import { personalDataSecret } from './personal-data-secret.ts';

/** The configuration with what is saved in the dashboard, as a running proxy has it. */
export async function readLiveConfig(config: ProxyConfig, store: Pick<LeadStore, 'readSettings'>): Promise<LiveConfig> {
  const live = createLiveConfig(config);
  live.setSaved(await store.readSettings());
  return live;
}

/** What applies and where it comes from, for `leadchat export --settings`; a proxy may be using the store. */
export async function exportSettings(config: ProxyConfig): Promise<AdminSettings> {
  const store = await openStore(config.store, { mustExist: true, secret: personalDataSecret(config.service) });
  try {
    return describeSettings(await readLiveConfig(config, store));
  } finally {
    await store.close();
  }
}
