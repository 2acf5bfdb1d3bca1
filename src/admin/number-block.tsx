import { useSignal } from '@preact/signals';
import type { AdminLead } from '../protocol/admin/leads.ts';
import { ConfirmDialog } from '../settings/index.ts';
import type { AdminState } from './admin-state.ts';
import { ClosingFields } from './closing-fields.tsx';
import { formatTime } from './format.ts';

const confirmation = {
  title: 'Block this number?',
  text: 'Nobody calls it any more: its planned calls are cancelled, and new leads with it wait for you. Leads that are there already stay as they are.',
  button: 'Block this number',
  isDanger: true,
};

/** Whether the lead's number is blocked, by whom and why, with a button to block or unblock it. */
export function NumberBlock({ lead, state }: { lead: AdminLead; state: AdminState }) {
  const isAsking = useSignal(false);
  const reason = useSignal('');
  const { blocked, notes } = lead;
  // Only the whole lead says whether its number is blocked.
  if (notes === undefined) return null;
  const reload = () => void state.list.open(lead.lead);
  return (
    <>
      {blocked !== undefined && (
        <p>
          This number is blocked since {formatTime(blocked.at)}, by {blocked.by}
          {blocked.reason === undefined ? '.' : `: ${blocked.reason}`}
        </p>
      )}
      {blocked === undefined && state.may('POST /blocklist') && (
        <button
          type="button"
          onClick={() => {
            isAsking.value = true;
          }}
        >
          Block this number
        </button>
      )}
      {blocked !== undefined && state.may('DELETE /blocklist/:id') && (
        <button type="button" onClick={() => void state.records.unblockNumber(blocked.id).then(reload)}>
          Unblock this number
        </button>
      )}
      {isAsking.value && (
        <ConfirmDialog
          confirmation={{
            ...confirmation,
            onConfirm: () => void state.records.blockNumber(`+${lead.phone}`, reason.peek()).then(reload),
          }}
          onClose={() => {
            isAsking.value = false;
          }}
        >
          <ClosingFields state={state} reason={reason} hint="shown here" />
        </ConfirmDialog>
      )}
    </>
  );
}
