import type { AuditAction } from '../protocol/admin/operator.ts';
import type { AdminState } from './admin-state.ts';
import { formatShortTime } from './format.ts';
import { RecordList } from './record-list.tsx';

/** What operators have done, newest first. */
export function AuditView({ state }: { state: AdminState }) {
  return (
    <section class="records" aria-label="Audit">
      <p class="intro muted">Who has done what. It names visitors only by their lead, and is deleted with the leads.</p>
      <RecordList name="Audit" emptyText="Nobody has done anything yet." state={state.auditList}>
        {({ id, at, by, role, action, lead, detail }) => (
          <li key={id} class="record">
            <span class="who">
              <strong>{auditTexts[action]}</strong>
              <span class="muted">{[detail, by, role].filter((part) => part !== undefined).join(' · ')}</span>
            </span>
            <time class="meta" dateTime={at}>
              {formatShortTime(at)}
            </time>
            {lead !== undefined && action !== 'lead-erased' && (
              <button
                type="button"
                aria-label={`Show lead: ${auditTexts[action]}, ${by}, ${formatShortTime(at)}`}
                onClick={() => void state.showLead(lead)}
              >
                Show lead
              </button>
            )}
          </li>
        )}
      </RecordList>
    </section>
  );
}

/** What was done, in words. */
export const auditTexts: Record<AuditAction, string> = {
  'lead-opened': 'Opened a lead',
  'lead-corrected': 'Corrected a lead',
  'lead-replayed': 'Sent a lead again',
  'lead-released': 'Released a lead',
  'lead-resolved': 'Settled what was uncertain',
  'lead-closed': 'Closed a lead',
  'lead-erased': 'Erased a lead',
  'note-added': 'Wrote a note',
  'phone-erased': 'Erased all leads of a number',
  'leads-exported': 'Downloaded leads',
  'call-ended': 'Ended a call',
  'call-planned': 'Planned a call',
  'call-moved': 'Moved a call',
  'webhooks-replayed': 'Sent messages to the team again',
  'webhooks-dismissed': 'Dismissed messages to the team',
  'webhook-tested': 'Sent a test message to the team',
  'receiver-added': 'Added a receiver of messages to the team',
  'receiver-changed': 'Changed a receiver of messages to the team',
  'receiver-removed': 'Removed a receiver of messages to the team',
  'receivers-sealed': 'Encrypted receivers of messages with the new key',
  'number-blocked': 'Blocked a number',
  'number-unblocked': 'Unblocked a number',
  'settings-saved': 'Saved settings',
  'settings-restored': 'Restored settings',
};
