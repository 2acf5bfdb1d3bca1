import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { SavedSettings } from '../../protocol/admin/settings.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { LeadStore } from '../store/create-store.ts';
import type { SavedReceiver } from '../store/queries/saved-receivers.ts';
import type { SettingsRecord } from '../store/queries/settings-store.ts';
import { type AppliedSettings, applySettings, nothingSaved } from './apply-settings.ts';
import { type ReadReceiver, readReceivers, type UsedReceiver } from './read-receivers.ts';

/** The configuration, with what is saved in the dashboard. */
export type AppliedConfig = Omit<ProxyConfig, 'webhooks'> & { webhooks: UsedReceiver[] };

/** The configuration that applies now, and its layers. Everything that follows from it is computed from `config`. */
export type LiveConfig = {
  readonly config: ReadonlySignal<AppliedConfig>;
  /** What of the saved settings applies, and what is ignored. */
  readonly applied: ReadonlySignal<AppliedSettings>;
  /** The configuration file and the environment. */
  readonly file: ReadonlySignal<ProxyConfig>;
  /** The newest saved version; undefined before the first. */
  readonly saved: ReadonlySignal<SettingsRecord | undefined>;
  /** The receivers of webhooks that were added in the dashboard. Those that can be read are among `webhooks` of `config`. */
  readonly receivers: ReadonlySignal<readonly ReadReceiver[]>;
  setSaved(saved: SettingsRecord | undefined): void;
  setReceivers(saved: readonly SavedReceiver[]): void;
  /** Takes over a file that was read again. Returns the keys that changed, by whether they apply now. */
  setFile(next: ProxyConfig): FileChange;
};

export type FileChange = { applied: string[]; needRestart: string[] };

/** All other keys are read when the proxy starts. */
const reloadable: readonly string[] = [
  ...([
    'widget',
    'forms',
    'names',
    'origins',
    'hostedChat',
    'calls',
    'operators',
    'operatorHeader',
    'operatorRoles',
  ] as const),
] satisfies (keyof ProxyConfig)[];

export function createLiveConfig(started: ProxyConfig): LiveConfig {
  const file = signal(started);
  const saved = signal<SettingsRecord | undefined>(undefined);
  const applied = computed(() => applySettings(file.value, savedPart(file.value, saved.value)));
  const savedReceivers = signal<readonly SavedReceiver[]>([]);
  const receivers = computed(() => (file.value.adminSettings ? readReceivers(file.value, savedReceivers.value) : []));
  const config = computed<AppliedConfig>(() => ({
    ...{ ...file.value, widget: applied.value.widget, forms: applied.value.forms, names: applied.value.names },
    webhooks: [...file.value.webhooks, ...receivers.value.flatMap(({ webhook }) => webhook ?? [])],
  }));
  return {
    config,
    applied,
    file,
    saved,
    receivers,
    setSaved(next) {
      saved.value = next;
    },
    setReceivers(next) {
      if (!isSame(next, savedReceivers.value)) savedReceivers.value = next;
    },
    setFile(next) {
      // A key that is gone has changed, too.
      const keys = [...new Set([...Object.keys(next), ...Object.keys(file.value)])];
      const changed = keys.filter((key) => !isSame(Reflect.get(next, key), Reflect.get(file.value, key)));
      const now = changed.filter((key) => reloadable.includes(key));
      if (now.length > 0) {
        file.value = { ...file.value, ...Object.fromEntries(now.map((key) => [key, Reflect.get(next, key)])) };
      }
      return { applied: now, needRestart: changed.filter((key) => !reloadable.includes(key)) };
    },
  };
}

type SavedStore = Pick<LeadStore, 'readSettings' | 'listReceivers'>;

/** Adds what is saved in the dashboard. */
export async function readSaved(live: LiveConfig, store: SavedStore): Promise<void> {
  const [settings, receivers] = await Promise.all([store.readSettings(), store.listReceivers()]);
  live.setSaved(settings);
  live.setReceivers(receivers);
}

/** The configuration with what is saved in the dashboard, as a running proxy has it. */
export async function readLiveConfig(config: ProxyConfig, store: SavedStore): Promise<LiveConfig> {
  const live = createLiveConfig(config);
  await readSaved(live, store);
  return live;
}

/** Nothing, if the dashboard's settings are switched off. */
function savedPart({ adminSettings }: ProxyConfig, saved: SettingsRecord | undefined): SavedSettings {
  return adminSettings ? (saved?.settings ?? nothingSaved) : nothingSaved;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
