import type { SavedSettings, SettingsLayer, SettingsVersion } from '../../../protocol/admin/settings.ts';
import { formatTime } from '../../format.ts';
import { changesBetween, headlinesOf } from './change-words.ts';
import { type AppliedVersion, appliedVersion, savedVersions } from './version-states.ts';

/** A version as the page "History" shows it. Number 0 is the configuration file alone. */
export type Version = {
  number: number;
  /** In a sentence and in names of buttons: "version 3". */
  name: string;
  /** Undefined for the configuration file. */
  by: string | undefined;
  /** What `by` did: "changed the greeting in German". */
  story: string;
  /** Each change in a line. */
  headlines: readonly string[];
  /** When it was, and which version it is. */
  about: string;
  isNewest: boolean;
  applied: AppliedVersion;
};

const nothing: SavedSettings = { widget: {}, forms: {} };

/** Newest first; the configuration file is the last one. */
export function readVersions(history: readonly SettingsVersion[], file: SettingsLayer): Version[] {
  const saved = savedVersions(history);
  const stateOf = (number: number) => appliedVersion(saved.get(number) ?? nothing, file);
  const versions = history.map(({ version, at, by, restored }, index): Version => {
    const before = history[index + 1]?.version ?? 0;
    const applied = stateOf(version);
    const headlines = headlinesOf(changesBetween(stateOf(before), applied));
    return {
      number: version,
      name: `version ${version}`,
      by: /^[\d.]+$|:/.test(by) ? `Somebody at ${by}` : by,
      // Of the oldest version that is kept, nobody knows what was before.
      ...(before === 0 && version > 1
        ? { story: 'saved the oldest version that is kept', headlines: [] }
        : { story: storyOf(headlines, restored), headlines }),
      about: `${formatTime(at)} · version ${version}`,
      isNewest: index === 0,
      applied,
    };
  });
  const fileAlone: Version = {
    number: 0,
    name: 'the configuration file',
    by: undefined,
    story: 'The configuration file alone',
    headlines: [],
    about: 'Nothing saved here',
    isNewest: versions.length === 0,
    applied: stateOf(0),
  };
  return [...versions, fileAlone];
}

function storyOf([first, ...others]: readonly string[], restored: number | undefined): string {
  if (restored === 0) return 'went back to the configuration file';
  if (restored !== undefined) return `restored version ${restored}`;
  if (first === undefined) return 'saved, without a change that visitors see';
  return others.length === 0 ? first : `made ${others.length + 1} changes`;
}
