import { useSignal } from '@preact/signals';
import type { BulkAction, LeadState } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { bulkActionsByState, bulkActionTexts } from './lead-actions.ts';

/** Actions for all leads of one state or one cause. */
export function BulkActions({ state }: { state: AdminState }) {
  const pendingAction = useSignal<BulkAction | null>(null);
  const view = state.list.view.value;
  const leadState = state.list.cause.value?.state ?? (view === 'attention' || view === 'all' ? undefined : view);
  if (leadState === undefined || state.list.leads.value.length === 0) return null;
  const action = pendingAction.value;
  return (
    <>
      {bulkActionsByState[leadState]?.map((offered) => (
        <button
          key={offered}
          type="button"
          onClick={() => {
            pendingAction.value = offered;
          }}
        >
          {bulkActionTexts[offered].button}
        </button>
      ))}
      {action !== null && (
        <ConfirmDialog
          confirmation={{
            ...bulkActionTexts[action],
            text: `${scopeOf(state, leadState)} ${bulkActionTexts[action].text}`,
            onConfirm: () => void state.actOnAll(action),
          }}
          onClose={() => {
            pendingAction.value = null;
          }}
        />
      )}
    </>
  );
}

/** Says how many leads the action changes, if that is known. */
function scopeOf({ overview, list }: AdminState, leadState: LeadState): string {
  if (list.search.value.trim() !== '') return 'This is for all leads that match the search.';
  const count = list.cause.value?.count ?? overview.value?.counts[leadState];
  if (count === undefined) return '';
  return count === 1 ? 'This is for 1 lead.' : `This is for ${count} leads.`;
}
