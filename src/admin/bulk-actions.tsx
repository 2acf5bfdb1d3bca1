import { useSignal } from '@preact/signals';
import type { LeadAction, LeadFilter } from '../protocol/admin/leads.ts';
import type { LeadState } from '../protocol/proxy/lead-state.ts';
import { ConfirmDialog } from '../settings/index.ts';
import type { AdminState } from './admin-state.ts';
import { ClosingFields } from './closing-fields.tsx';
import type { BulkCount } from './counts.ts';
import { bulkActionsFor, bulkActionTexts, replayWarning } from './lead-actions.ts';
import { Menu } from './menu.tsx';

/** What is asked about. The list may change meanwhile; the leads that are meant do not. */
type Pending = { action: LeadAction; filters: readonly LeadFilter[]; count: BulkCount };

/** Actions for the selected leads, or for all leads of the view, the cause and the search. */
export function BulkActions({ state }: { state: AdminState }) {
  const pending = useSignal<Pending | null>(null);
  const reason = useSignal('');
  const asked = pending.value;
  const { leads, marked } = state.list;
  if (leads.value.length === 0 && asked === null) return null;
  const markedCount = marked.value.size;
  const offered = bulkActionsFor(statesOf(state), state.may);
  const mayDownload = state.may('POST /leads/csv');
  const ask = async (action: LeadAction) => {
    const filters = state.list.filters();
    const count = await state.countAll(filters);
    if (count === undefined) return;
    reason.value = '';
    pending.value = { action, filters, count };
  };
  return (
    <>
      {markedCount > 0 && (
        <button type="button" class="quiet" onClick={() => state.list.clearSelection()}>
          {`Clear selection (${markedCount})`}
        </button>
      )}
      {offered
        .filter((action) => action !== 'erase')
        .map((action) => (
          <button key={action} type="button" onClick={() => void ask(action)}>
            {bulkActionTexts[action][markedCount > 0 ? 'buttonForSelected' : 'button']}
          </button>
        ))}
      {(mayDownload || offered.includes('erase')) && (
        <Menu name="More">
          {mayDownload && (
            <button
              type="button"
              class="quiet"
              disabled={state.isDownloading.value}
              onClick={() => void state.downloadCsv()}
            >
              {state.isDownloading.value ? 'Downloading …' : 'Download CSV'}
            </button>
          )}
          {offered.includes('erase') && (
            <button
              type="button"
              class="quiet danger"
              // Only what somebody has chosen one by one.
              disabled={markedCount === 0}
              onClick={() => void ask('erase')}
            >
              {markedCount === 0 ? 'Erase: select leads first' : bulkActionTexts.erase.buttonForSelected}
            </button>
          )}
        </Menu>
      )}
      {asked !== null && (
        <ConfirmDialog
          confirmation={{
            ...bulkActionTexts[asked.action],
            text: textOf(asked),
            onConfirm: () => void state.actOnAll(asked.action, asked.filters, reason.value),
          }}
          onClose={() => {
            pending.value = null;
          }}
        >
          {asked.action === 'close' && <ClosingFields state={state} reason={reason} />}
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

function textOf({ action, count: { count, unknown } }: Pending): string {
  const scope = count === 1 ? 'This is for 1 lead.' : `This is for ${count} leads.`;
  const warning = action === 'replay' && unknown > 0 ? ` ${replayWarning(unknown)}` : '';
  return `${scope} ${bulkActionTexts[action].text}${warning}`;
}
