import { useSignal } from '@preact/signals';
import type { AdminLead } from '../protocol/admin/leads.ts';
import { callStateNames } from '../protocol/proxy/call-state.ts';
import { formatCallReason } from '../protocol/reason-words.ts';
import type { AdminState } from './admin-state.ts';
import { CallTime, OutsideHours } from './call-time.tsx';
import { formatTime } from './format.ts';

/** The calls of a lead, and the buttons that call or plan one. */
export function LeadCalls({ lead, state }: { lead: AdminLead; state: AdminState }) {
  const isOutsideHours = useSignal(false);
  const calls = state.leadRecord.record.value?.calls ?? [];
  const mayCall = lead.phone !== '' && state.may('POST /calls');
  if (calls.length === 0 && !mayCall) return null;
  const callNow = async (confirm: boolean) => {
    const result = await state.records.planCall({ lead: lead.lead }, undefined, confirm);
    isOutsideHours.value = result === 'outside-hours';
  };
  return (
    <>
      <h3>Calls</h3>
      {calls.length > 0 && (
        <ul class="events" aria-label="Calls of this lead">
          {calls.map(({ call, state: reached, reason, requestedAt, plannedAt, endable = [] }) => (
            <li key={call}>
              {plannedAt === undefined ? formatTime(requestedAt) : formatTime(plannedAt)}
              <span class={`state ${reached}`}>{callStateNames[reached]}</span>
              {reason !== undefined && <span class="meta">{formatCallReason(reason)}</span>}
              {reached === 'planned' && state.may('POST /calls/:call/move') && (
                <CallTime state={state} target={{ call }} name="Move this call" text="Move" />
              )}
              {reached === 'planned' && endable.includes('skipped') && state.may('POST /calls/:call/end') && (
                <button type="button" onClick={() => void state.records.endCall(call, 'skipped')}>
                  Cancel
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayCall && (
        <div class="actions">
          <CallTime state={state} target={{ lead: lead.lead }} name="Plan a call" text="Plan a call" />
          <button type="button" onClick={() => void callNow(false)}>
            Call now
          </button>
        </div>
      )}
      {isOutsideHours.value && (
        <OutsideHours
          onConfirm={() => void callNow(true)}
          onClose={() => {
            isOutsideHours.value = false;
          }}
        />
      )}
    </>
  );
}
