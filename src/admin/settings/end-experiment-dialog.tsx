import { ConfirmDialog } from '../../settings/index.ts';
import type { AdminState } from '../admin-state.ts';
import { OperatorNameField } from '../operator-name-field.tsx';
import { endOf } from './end-experiment.ts';
import { type Change, changesBetween } from './history/change-words.ts';

export type EndExperimentDialogProps = {
  state: AdminState;
  experiment: string;
  /** The variant that everybody gets from now on. Without it, nobody gets any. */
  winner?: string | undefined;
  onClose: () => void;
};

/** Asks whether an experiment ends, and says in words what that changes for visitors. */
export function EndExperimentDialog({ state, experiment, winner, onClose }: EndExperimentDialogProps) {
  const settings = state.settings.loaded.value;
  const [stopped, end] = [undefined, winner].map((name) => settings && endOf(settings, experiment, name));
  if (!stopped || !end) return null;
  const changes = changesBetween({ widget: stopped.after, forms: {} }, { widget: end.after, forms: {} });
  return (
    <ConfirmDialog
      confirmation={{
        ...(winner === undefined
          ? {
              title: `Stop the experiment “${experiment}”?`,
              text: 'Everybody sees the chat as it is without the experiment. What was counted stays.',
              button: 'Stop the experiment',
            }
          : {
              title: `Apply “${winner}” for everybody?`,
              text: `The experiment “${experiment}” ends, and what was counted stays.`,
              button: 'Apply and end the experiment',
            }),
        isDanger: false,
        onConfirm: () => void state.settings.endExperiment(experiment, winner),
      }}
      onClose={onClose}
    >
      {winner !== undefined &&
        (changes.length === 0 ? (
          <p>Nothing else changes: “{winner}” is what the chat says without the experiment.</p>
        ) : (
          <>
            <p>This changes for all visitors:</p>
            <ul class="setting-changes">
              {changes.map((change) => (
                <li key={`${change.noun} ${change.language ?? ''}`}>{inWords(change)}</li>
              ))}
            </ul>
          </>
        ))}
      <p class="muted">You can take it back under Settings, History.</p>
      <div class="fields">
        <OperatorNameField state={state} />
      </div>
    </ConfirmDialog>
  );
}

/** What becomes of a setting. */
function inWords({ words, noun, language, before, after }: Change): string {
  // A greeting that comes by itself says everything: "added ‘After 30 seconds …’".
  if (before === undefined && after === undefined) return `${capital(noun)} is ${words.split(' ')[0]}.`;
  const what = `${capital(noun)}${language === undefined ? '' : ` in ${language}`}`;
  if (after === undefined) return `${what} is removed. It was “${before}”.`;
  return before === undefined ? `${what}: “${after}”.` : `${what}: “${after}”, until now “${before}”.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
