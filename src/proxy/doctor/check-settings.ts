import { isoTime } from '../iso-time.ts';
import { describeSettings, ignoredReceivers } from '../settings/describe-settings.ts';
import type { LiveConfig } from '../settings/live-config.ts';
import { nameOfReceiver } from '../store/queries/saved-receivers.ts';
import { checkOf, type DoctorCheck } from './report.ts';

/** Which settings come from the dashboard, because a reader of the file does not see them there. */
export function checkSettings(live: LiveConfig): DoctorCheck {
  const { ok, warning } = checkOf('saved settings');
  const record = live.saved.value;
  if (!live.file.value.adminSettings) return ok('switched off (adminSettings)');
  if (record === undefined) return ok('none; the configuration file applies');
  const { sources, ignored } = describeSettings(live);
  const saved = Object.keys(sources).filter((key) => sources[key] === 'saved');
  const from = `version ${record.version}, saved ${isoTime(record.at)} by ${record.by}`;
  const detail = `${from}: ${saved.length === 0 ? 'nothing' : saved.join(', ')}; all else from the configuration file`;
  if (ignored.length === 0) return ok(detail);
  const problems = ignored.map(({ path, message }) => (path === '' ? message : `\`${path}\` ${message}`)).join(' ');
  const advice = 'Correct them in the dashboard, under Settings: they have no effect.';
  return warning(`${detail}. Ignored: ${problems}`, advice);
}

/** The receivers of webhooks that were added in the dashboard, and the key that encrypts them. */
export function checkReceivers(live: LiveConfig): DoctorCheck[] {
  const receivers = live.receivers.value;
  const { ok, warning, failed } = checkOf('receivers of the dashboard');
  const ignored = ignoredReceivers(live);
  if (ignored.length > 0) {
    const detail = ignored.map(({ path, message }) => `${path.replace(/^webhooks\./, '')} ${message}`).join(' ');
    return [failed(detail, 'Correct the key, or the receivers in the dashboard, under Settings.')];
  }
  if (live.file.value.secretKey === undefined) return [];
  const names = receivers.map(({ saved }) => nameOfReceiver(saved));
  const detail = names.length === 0 ? 'none; LEADCHAT_SECRET_KEY is set' : names.join(', ');
  const older = receivers.filter((receiver) => receiver.webhook !== undefined && receiver.isOlderKey);
  if (older.length === 0) return [ok(detail)];
  const olderNames = older.map(({ saved }) => nameOfReceiver(saved)).join(', ');
  const advice =
    'Once all proxies have the new key, press "Use the new key" in the dashboard, under Settings, Messages to your team. Then remove the older key.';
  return [warning(`${detail}. Still encrypted with the older key: ${olderNames}`, advice)];
}
