import type { AdminSettings } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { describeSettings } from '../settings/describe-settings.ts';
import { createLiveConfig, type LiveConfig } from '../settings/live-config.ts';
import type { LeadStore } from '../store/index.ts';
import { withStore } from './open-store.ts';

/** The configuration with what is saved in the dashboard, as a running proxy has it. */
export async function readLiveConfig(config: ProxyConfig, store: Pick<LeadStore, 'readSettings'>): Promise<LiveConfig> {
  const live = createLiveConfig(config);
  live.setSaved(await store.readSettings());
  return live;
}

/** What applies and where it comes from, for `leadchat export --settings`; a proxy may be using the store. */
export function exportSettings(config: ProxyConfig): Promise<AdminSettings> {
  return withStore(config, { mustExist: true }, async (store) => describeSettings(await readLiveConfig(config, store)));
}
