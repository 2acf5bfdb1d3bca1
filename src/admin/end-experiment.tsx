import { useSignal } from '@preact/signals';
import { type ComponentType, h } from 'preact';
import type { AdminState } from './admin-state.ts';
import type { EndExperimentDialogProps } from './settings/end-experiment-dialog.tsx';

type EndExperimentProps = {
  state: AdminState;
  experiment: string;
  /** The variant that is better than the others, if one is. */
  winner: string | undefined;
};

/** Buttons that end an experiment. Nothing for those who may not, and where the settings have no such experiment. */
export function EndExperiment({ state, experiment, winner }: EndExperimentProps) {
  const asked = useSignal<{ winner?: string } | null>(null);
  const dialog = useSignal<ComponentType<EndExperimentDialogProps> | null>(null);
  if (!state.may('PUT /settings') || !state.settings.experiments.value.includes(experiment)) return null;
  // It names the options in words, which come with their schemas.
  const ask = (what: { winner?: string }) => {
    asked.value = what;
    import('./settings/end-experiment-dialog.tsx').then(
      ({ EndExperimentDialog }) => {
        dialog.value = EndExperimentDialog;
      },
      () => {
        asked.value = null;
        state.session.notice.value = 'This could not be loaded: leadchat may have been updated. Reload the page.';
      },
    );
  };
  return (
    <div class="actions">
      {winner !== undefined && (
        <button type="button" class="primary" onClick={() => ask({ winner })}>
          Apply the winner
        </button>
      )}
      <button type="button" aria-label={`Stop the experiment ${experiment}`} onClick={() => ask({})}>
        Stop
      </button>
      {asked.value !== null &&
        dialog.value !== null &&
        h(dialog.value, {
          ...{ state, experiment, ...asked.value },
          onClose: () => {
            asked.value = null;
          },
        })}
    </div>
  );
}
