import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AdminBlock, AdminLead } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import { ClosingFields } from './closing-fields.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { formatTime } from './format.ts';

const confirmation = {
  title: 'Block this number?',
  text: 'Nobody calls it any more: its planned calls are cancelled, and new leads with it wait for you. Leads that are there already stay as they are.',
  button: 'Block this number',
  isDanger: true,
};

/** Whether the lead's number is blocked, by whom and why, with a button to block or unblock it. */
export function NumberBlock({ lead, state }: { lead: AdminLead; state: AdminState }) {
  const block = useSignal<AdminBlock | null | undefined>(undefined);
  const isAsking = useSignal(false);
  const reason = useSignal('');
  const load = async () => {
    block.value = await state.records.findBlock(lead.lead);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the details of another lead are another component
  useEffect(() => void load(), []);
  const { value } = block;
  if (value === undefined) return null;
  return (
    <>
      {value !== null && (
        <p>
          This number is blocked since {formatTime(value.at)}, by {value.by}
          {value.reason === undefined ? '.' : `: ${value.reason}`}
        </p>
      )}
      <div class="actions">
        {value === null
          ? state.may('POST /blocklist') && (
              <button
                type="button"
                onClick={() => {
                  isAsking.value = true;
                }}
              >
                Block this number
              </button>
            )
          : state.may('DELETE /blocklist/:id') && (
              <button type="button" onClick={() => void state.records.unblockNumber(value.id).then(load)}>
                Unblock this number
              </button>
            )}
      </div>
      {isAsking.value && (
        <ConfirmDialog
          confirmation={{
            ...confirmation,
            onConfirm: () => void state.records.blockNumber(`+${lead.phone}`, reason.peek()).then(load),
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
