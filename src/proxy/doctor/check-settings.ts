import { isoTime } from '../iso-time.ts';
import { describeSettings } from '../settings/describe-settings.ts';
import type { LiveConfig } from '../settings/live-config.ts';
import type { DoctorCheck } from './report.ts';

/** Which settings come from the dashboard, because a reader of the file does not see them there. */
export function checkSettings(live: LiveConfig): DoctorCheck {
  const name = 'saved settings';
  const record = live.saved.value;
  if (!live.file.value.adminSettings) return { name, state: 'ok', detail: 'switched off (adminSettings)' };
  if (record === undefined) return { name, state: 'ok', detail: 'none; the configuration file applies' };
  const { sources, ignored } = describeSettings(live);
  const saved = Object.keys(sources).filter((key) => sources[key] === 'saved');
  const from = `version ${record.version}, saved ${isoTime(record.at)} by ${record.by}`;
  const detail = `${from}: ${saved.length === 0 ? 'nothing' : saved.join(', ')}; all else from the configuration file`;
  if (ignored.length === 0) return { name, state: 'ok', detail };
  const problems = ignored.map(({ path, message }) => (path === '' ? message : `\`${path}\` ${message}`)).join(' ');
  const advice = 'Correct them in the dashboard, under Settings: they have no effect.';
  return { name, state: 'warning', detail: `${detail}. Ignored: ${problems}`, advice };
}
