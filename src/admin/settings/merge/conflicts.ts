import type { SavedSettings, SettingsLayer } from '../../../protocol/admin/settings.ts';
import { isSameJson } from '../../../settings/index.ts';
import { type Change, changesBetween } from '../history/change-words.ts';
import { appliedVersion } from '../history/version-states.ts';
import { mergeSettings } from './merge-settings.ts';
import type { Choose, Sides } from './sides.ts';

/** Something that both have changed differently. */
export type Conflict = {
  id: string;
  /** From what the others have to what is here, in words. */
  changes: readonly Change[];
};

/** Those of which the change of the others counts. */
export type TheirChoices = ReadonlySet<string>;

/** For `mergeSettings`: here, unless it is one of these. */
export function choosing(theirs: TheirChoices): Choose {
  return (path) => (theirs.has(idOf(path)) ? 'theirs' : 'mine');
}

/** What both have changed. */
export function findConflicts(sides: Sides<SavedSettings>, file: SettingsLayer): Conflict[] {
  const ids = new Set<string>();
  const mine = mergeSettings(sides, file, (path) => {
    ids.add(idOf(path));
    return 'mine';
  });
  return [...ids].flatMap((id) => {
    const theirs = mergeSettings(sides, file, choosing(new Set([id])));
    // Either choice is the same: what one has put in the place of an entry, the other has added.
    if (isSameJson(theirs, mine)) return [];
    return [{ id, changes: changesBetween(appliedVersion(theirs, file), appliedVersion(mine, file)) }];
  });
}

function idOf(path: readonly string[]): string {
  return path.join(' ');
}
