import type { Clock } from '../../clock.ts';
import type { Issue } from '../../protocol/issue.ts';
import { repeat, type Stop } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { LeadStore } from '../store/create-store.ts';
import { nameOfReceiver, type SavedReceiver } from '../store/queries/saved-receivers.ts';
import type { SettingsRecord } from '../store/queries/settings-store.ts';
import { changedKeys, ignoredOf, ignoredReceivers } from './describe-settings.ts';
import type { LiveConfig } from './live-config.ts';

export type KeepSettingsDeps = {
  live: LiveConfig;
  store: Pick<LeadStore, 'settingsVersion' | 'readSettings' | 'listReceivers'>;
  log: Log;
  clock: Clock;
};

/** What is saved applies to all proxies within five seconds. Two small statements each time. */
const everyMs = 2_000;

/**
 * Follows what operators save in the dashboard of this or another proxy. Resolves once the settings apply that are saved
 * now, with the stop function.
 */
export async function keepSettings({ live, store, log, clock }: KeepSettingsDeps): Promise<Stop> {
  const look = async () => {
    await Promise.all([lookForSettings(), lookForReceivers()]);
  };
  const lookForReceivers = async () => {
    const receivers = await store.listReceivers().catch(() => undefined);
    if (receivers !== undefined) adoptReceivers(receivers, { live, log });
  };
  const lookForSettings = async () => {
    // A store that fails is reported elsewhere; what applies goes on applying.
    const version = await store.settingsVersion().catch(() => undefined);
    if (version === undefined || version === (live.saved.value?.version ?? 0)) return;
    await adoptNewestSettings({ store, live, log }).catch(() => {});
  };
  if (!live.file.value.adminSettings) {
    const version = await store.settingsVersion().catch(() => 0);
    const hint = 'adminSettings is false, so what was saved in the dashboard has no effect';
    if (version > 0) log.warn('settings-off', { version, hint });
    return async () => {};
  }
  const { promise: hasLooked, resolve: looked } = Promise.withResolvers<void>();
  const stop = repeat({ clock, log }, { everyMs, failedEvent: 'settings-not-applied' }, () => look().finally(looked));
  await hasLooked;
  return stop;
}

/** Reads the newest saved version, which another proxy may have saved, and applies it. */
export async function adoptNewestSettings({
  live,
  store,
  log,
}: Pick<KeepSettingsDeps, 'live' | 'log'> & { store: Pick<LeadStore, 'readSettings'> }): Promise<void> {
  const before = live.saved.value;
  const newest = await store.readSettings();
  const [read, known] = [newest?.version ?? 0, live.saved.value?.version ?? 0];
  // What was saved while it was read is newer. Without that, a lower version is that of a backup that was restored.
  const isOlder = read < known && live.saved.value !== before;
  if (read !== known && !isOlder) adoptSettings(newest, { live, log });
}

/** Applies a saved version, and logs what changes. */
export function adoptSettings(
  record: SettingsRecord | undefined,
  { live, log }: Pick<KeepSettingsDeps, 'live' | 'log'>,
): void {
  const before = live.applied.value.effective;
  live.setSaved(record);
  const changed = changedKeys(before, live.applied.value.effective).join();
  log.info('settings-applied', {
    version: record?.version ?? 0,
    by: record?.by,
    changed: changed === '' ? 'nothing' : changed,
  });
  warnAboutIgnored({ live, log });
}

/** Uses these receivers of webhooks from now on, and logs which are new, changed or removed, and which cannot be used. */
export function adoptReceivers(
  receivers: readonly SavedReceiver[],
  { live, log }: Pick<KeepSettingsDeps, 'live' | 'log'>,
): void {
  const versions = () => new Map(live.receivers.value.map(({ saved }) => [nameOfReceiver(saved), saved.version]));
  const before = versions();
  live.setReceivers(receivers);
  const after = versions();
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  if (changed.length === 0) return;
  log.info('receivers-applied', { changed: changed.join() });
  const isChanged = new Set(changed.map((name) => `webhooks.${name}`));
  warnAbout(
    ignoredReceivers(live).filter(({ path }) => isChanged.has(path)),
    log,
  );
}

/** A line for each saved setting without an effect. */
export function warnAboutIgnored({ live, log }: Pick<KeepSettingsDeps, 'live' | 'log'>): void {
  warnAbout(ignoredOf(live), log);
}

function warnAbout(ignored: readonly Issue[], log: Log): void {
  for (const { path, message } of ignored) {
    log.warn('setting-ignored', { setting: path === '' ? 'all' : path, problem: message });
  }
}
