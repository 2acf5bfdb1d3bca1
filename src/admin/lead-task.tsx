import { useSignal } from '@preact/signals';
import type { AdminLead } from '../protocol/admin/leads.ts';
import { explainHold } from '../protocol/reason-words.ts';
import { ConfirmDialog } from '../settings/index.ts';
import type { LeadButton } from './action-notices.ts';
import type { AdminState } from './admin-state.ts';
import { ClosingFields } from './closing-fields.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { formatClosing, formatHeldCall, stateHints, stateNames } from './format.ts';
import { actionsFor, textsFor } from './lead-actions.ts';
import { NumberBlock } from './number-block.tsx';

/** What the lead needs from a person: why, and the buttons for it. */
export function LeadTask({ lead, state }: { lead: AdminLead; state: AdminState }) {
  const pendingAction = useSignal<LeadButton | null>(null);
  const reason = useSignal('');
  const action = pendingAction.value;
  // A checkbox is the visitor's own decision, such as a consent.
  const fields = (lead.correctable ?? []).filter((name) => typeof lead.record[name] !== 'boolean');
  const refusals = lead.steps.flatMap(({ reason: words }) => (words === undefined ? [] : [words]));
  return (
    <>
      <p class="state-text">
        <span class={`state ${lead.state}`}>{stateNames[lead.state]}</span>
        <span class="muted">
          {lead.held !== undefined && lead.state === 'held' && `${explainHold(lead.held)} `}
          {stateHints[lead.state]}
        </span>
      </p>
      {lead.state === 'dead' &&
        refusals.map((words) => (
          <blockquote key={words} class="reason">
            <span class="muted">The service says: </span>
            {words}
          </blockquote>
        ))}
      {lead.isCallMissed === true && (
        <p>This visitor asked for a call and was not called in time. “Send again” calls them now.</p>
      )}
      {lead.heldCall !== undefined && <p>{formatHeldCall(lead.heldCall)}</p>}
      {lead.closed !== undefined && <p>{formatClosing(lead.closed, lead.endedAt)}</p>}
      {fields.length > 0 && state.may('POST /leads/:lead/correct') && (
        <CorrectionForm key={lead.nextAt} lead={lead} fields={fields} state={state} />
      )}
      <div class="actions">
        {actionsFor(lead, state.may)
          .filter((offered) => offered !== 'erase')
          .map((offered, index) => (
            <button
              key={offered}
              type="button"
              // The first action is the most likely one.
              class={index === 0 ? 'primary' : ''}
              onClick={() => {
                pendingAction.value = offered;
              }}
            >
              {textsFor(offered, lead).button}
            </button>
          ))}
        {lead.phone !== '' && <NumberBlock lead={lead} state={state} />}
        {actionsFor(lead, state.may).includes('erase') && (
          <button
            type="button"
            class="danger"
            onClick={() => {
              pendingAction.value = 'erase';
            }}
          >
            {textsFor('erase', lead).button}
          </button>
        )}
      </div>
      {action !== null && (
        <ConfirmDialog
          confirmation={{ ...textsFor(action, lead), onConfirm: () => void state.act(action, lead, reason.peek()) }}
          onClose={() => {
            pendingAction.value = null;
          }}
        >
          {action === 'close' && <ClosingFields state={state} reason={reason} />}
        </ConfirmDialog>
      )}
    </>
  );
}
