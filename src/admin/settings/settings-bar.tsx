import type { AdminSettings } from '../../protocol/admin/settings.ts';
import type { AdminState } from '../admin-state.ts';
import { formatTime } from '../format.ts';
import { OperatorNameField } from '../operator-name-field.tsx';
import { focusPlace, newerNoteId, settingsStateId } from './focus-places.ts';

type SettingsBarProps = {
  state: AdminState;
  loaded: AdminSettings;
  /** Shows what is wrong, which may be on another page. */
  onProblem: () => void;
};

/** Whether there are changes, and the buttons that save or discard them. */
export function SettingsBar({ state, loaded, onProblem }: SettingsBarProps) {
  const { settings } = state;
  const isChanged = settings.isChanged.value;
  const isSaving = settings.isSaving.value;
  const problemCount = settings.newEntry.problems.value.length;
  return (
    <div class={isChanged ? 'settings-bar is-changed' : 'settings-bar'}>
      <p class="settings-state" id={settingsStateId} tabIndex={-1}>
        {isChanged ? <strong>Not saved yet.</strong> : describeVersion(loaded)}
        {settings.isDiscarded.value && (
          <>
            {' Your changes are discarded. '}
            <button
              type="button"
              class="quiet"
              onClick={() => {
                settings.undoDiscard();
                focusPlace(settingsStateId);
              }}
            >
              Undo
            </button>
          </>
        )}
        {isChanged && problemCount > 0 && (
          <>
            {' '}
            <button type="button" class="quiet error" onClick={onProblem}>
              {problemCount === 1 ? '1 setting has' : `${problemCount} settings have`} a problem.
            </button>
          </>
        )}
      </p>
      <OperatorNameField state={state} />
      <div class="settings-buttons">
        <button
          type="button"
          class="quiet"
          disabled={!isChanged || isSaving}
          onClick={() => {
            settings.discard();
            focusPlace(settingsStateId);
          }}
        >
          Discard changes
        </button>
        <button
          type="button"
          class="primary"
          disabled={!isChanged || isSaving}
          onClick={async () => {
            await settings.save();
            if (settings.newer.peek() !== null) focusPlace(newerNoteId);
            else if (settings.isChanged.peek()) onProblem();
          }}
        >
          {isSaving ? 'Saving…' : 'Save and apply'}
        </button>
      </div>
    </div>
  );
}

function describeVersion({ version, at, by }: AdminSettings): string {
  if (at === undefined || by === undefined) return 'The configuration file applies. Nothing is saved here yet.';
  return `Version ${version} applies, saved ${formatTime(at)} by ${by}.`;
}
