import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { AdminSettings } from '../../protocol/admin/settings.ts';
import { withoutIgnored } from './draft.ts';
import { focusPlace, newerNoteId, settingsStateId } from './focus-places.ts';
import type { Change } from './history/change-words.ts';
import { type Conflict, choosing, findConflicts } from './merge/conflicts.ts';
import type { SettingsState } from './settings-state.ts';

/** Somebody else has saved meanwhile. What both have changed is said with both values, to choose from. */
export function NewerNote({ settings }: { settings: SettingsState }) {
  const newer = settings.newer.value;
  return newer === null ? null : <Newer key={newer.version} settings={settings} newer={newer} />;
}

function Newer({ settings, newer }: { settings: SettingsState; newer: AdminSettings }) {
  const theirs = useSignal<ReadonlySet<string>>(new Set());
  const sides = {
    base: withoutIgnored(settings.loaded.value),
    mine: settings.draft.value,
    theirs: withoutIgnored(newer),
  };
  const conflicts = findConflicts(sides, newer.file);
  const name = newer.by ?? 'Somebody';
  const take = (keep: boolean) => {
    settings.takeNewer(keep, choosing(theirs.peek()));
    focusPlace(settingsStateId);
  };
  return (
    <div class="settings-note">
      <p role="alert" id={newerNoteId} tabIndex={-1}>
        {name} has saved version {newer.version} meanwhile. Your changes are still here.
        {conflicts.length > 0 && ` You have both changed ${conflicts.length === 1 ? 'this' : 'these'}:`}
      </p>
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.id}
          conflict={conflict}
          name={name}
          isTheirs={theirs.value.has(conflict.id)}
          onChoose={(isTheirs) => {
            const others = [...theirs.peek()].filter((id) => id !== conflict.id);
            theirs.value = new Set(isTheirs ? [...others, conflict.id] : others);
          }}
        />
      ))}
      <div class="actions">
        <button type="button" class="primary" onClick={() => take(true)}>
          Add my changes to it
        </button>
        <button type="button" onClick={() => take(false)}>
          Drop my changes
        </button>
      </div>
    </div>
  );
}

type ConflictChoiceProps = {
  conflict: Conflict;
  /** Of whoever has saved meanwhile. */
  name: string;
  isTheirs: boolean;
  onChoose: (isTheirs: boolean) => void;
};

function ConflictChoice({ conflict, name, isTheirs, onChoose }: ConflictChoiceProps) {
  const id = useId();
  const { changes } = conflict;
  const textOf = (side: 'before' | 'after') => changes.map((change) => valueInChange(change, side)).join('\n');
  const choices = [
    { words: 'Mine', text: textOf('after'), isChosen: !isTheirs, choose: () => onChoose(false) },
    { words: `${name}’s`, text: textOf('before'), isChosen: isTheirs, choose: () => onChoose(true) },
  ];
  return (
    <fieldset class="conflict">
      <legend>{[...new Set(changes.map(subjectOf))].map(capital).join(' · ')}</legend>
      {choices.map(({ words, text, isChosen, choose }) => (
        <label key={words} class="choice">
          <input type="radio" name={id} checked={isChosen} onChange={choose} />
          <span>
            <strong>{words}:</strong> {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function subjectOf({ noun, language }: Change): string {
  const subject = noun.replace('{verb} ', '');
  return language === undefined ? subject : `${subject} in ${language}`;
}

/** What is there with one of the changes. */
function valueInChange({ words, before, after }: Change, side: 'before' | 'after'): string {
  // What is there or not has no value.
  if (before === undefined && after === undefined) return presence[words.split(' ')[0] ?? '']?.[side] ?? 'Changed';
  return (side === 'before' ? before : after) ?? 'Removed';
}

const presence: Readonly<Record<string, Readonly<Record<'before' | 'after', string>>>> = {
  added: { before: 'Removed', after: 'Kept' },
  removed: { before: 'Kept', after: 'Removed' },
  hid: { before: 'Shown', after: 'Hidden' },
  showed: { before: 'Hidden', after: 'Shown' },
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
