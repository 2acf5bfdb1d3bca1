import { useSignal } from '@preact/signals';
import type { LeadAction, LeadCount, LeadState } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import { ClosingFields } from './closing-fields.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { bulkActionsFor, bulkActionTexts, replayWarning } from './lead-actions.ts';

/** Actions for the selected leads, or for all leads of the view, the cause and the search. */
export function BulkActions({ state }: { state: AdminState }) {
  const pending = useSignal<{ action: LeadAction; count: LeadCount } | null>(null);
  const reason = useSignal('');
  const { leads, marked } = state.list;
  if (leads.value.length === 0) return null;
  const markedCount = marked.value.size;
  const ask = async (action: LeadAction) => {
    const count = await state.countAll();
    if (count === undefined) return;
    reason.value = '';
    pending.value = { action, count };
  };
  return (
    <>
      {markedCount > 0 && (
        <button type="button" class="quiet" onClick={() => state.list.clearSelection()}>
          {`Clear selection (${markedCount})`}
        </button>
      )}
      {bulkActionsFor(statesOf(state), state.may).map((offered) => (
        <button
          key={offered}
          type="button"
          class={offered === 'erase' ? 'danger' : ''}
          onClick={() => void ask(offered)}
        >
          {bulkActionTexts[offered][markedCount > 0 ? 'buttonForSelected' : 'button']}
        </button>
      ))}
      {pending.value !== null && (
        <ConfirmDialog
          confirmation={{
            ...bulkActionTexts[pending.value.action],
            text: textOf(pending.value),
            onConfirm: () => pending.value !== null && void state.actOnAll(pending.value.action, reason.value),
          }}
          onClose={() => {
            pending.value = null;
          }}
        >
          {pending.value.action === 'close' && <ClosingFields state={state} reason={reason} />}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The states of the leads to change. Undefined if the view has several. */
function statesOf({ list: { leads, marked, cause, view } }: AdminState): LeadState[] | undefined {
  if (marked.value.size > 0) {
    return leads.value.filter(({ lead }) => marked.value.has(lead)).map(({ state }) => state);
  }
  if (cause.value !== null) return [cause.value.state];
  return view.value === 'attention' || view.value === 'all' ? undefined : [view.value];
}

function textOf({ action, count: { count, unknown } }: { action: LeadAction; count: LeadCount }): string {
  const scope = count === 1 ? 'This is for 1 lead.' : `This is for ${count} leads.`;
  const warning = action === 'replay' && unknown > 0 ? ` ${replayWarning(unknown)}` : '';
  return `${scope} ${bulkActionTexts[action].text}${warning}`;
}
