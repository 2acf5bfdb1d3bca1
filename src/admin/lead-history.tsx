import type { AdminLead, AdminStep } from '../protocol/admin/leads.ts';
import { endOfId } from '../protocol/identifiers.ts';
import { webhookTypeNames } from '../protocol/proxy/webhook.ts';
import { stepNames } from '../protocol/reason-words.ts';
import type { AdminState } from './admin-state.ts';
import { auditTexts } from './audit-view.tsx';
import { formatOutcome, formatTime } from './format.ts';
import { labelOf } from './lead-fields.ts';
import { webhookStateNames } from './webhook-texts.ts';

/** What has happened: the steps of the delivery, the messages about it, and what operators have done. */
export function LeadHistory({ lead, state }: { lead: AdminLead; state: AdminState }) {
  const record = state.leadRecord.record.value;
  return (
    <>
      <h3>What has happened</h3>
      <ol class="steps">
        {lead.steps.map((step) => (
          <StepItem key={`${step.step} ${step.name ?? ''}`} step={step} />
        ))}
      </ol>
      {lead.corrections !== undefined && (
        <ul class="events">
          {lead.corrections.map(({ field, by, at }) => (
            <li key={`${field} ${at}`}>
              {labelOf(field, lead.labels)}, corrected by {by}, {formatTime(at)}
            </li>
          ))}
        </ul>
      )}
      {record !== null && record.messages.length > 0 && (
        <>
          <h3>Messages to your team</h3>
          <ul class="events">
            {record.messages.map(({ webhook, type, receiver, state: reached, createdAt }) => (
              <li key={webhook}>
                {webhookTypeNames[type]} <span class={`state ${reached}`}>{webhookStateNames[reached]}</span>
                <span class="meta">{`${receiver} · ${formatTime(createdAt)}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {record !== null && record.history.length > 0 && (
        <>
          <h3>Who has done what</h3>
          <ul class="events">
            {record.history.map(({ id, action, by, at }) => (
              <li key={id}>
                {auditTexts[action]} <span class="meta">{`${by} · ${formatTime(at)}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const stepStateNames: Record<AdminStep['state'], string> = {
  pending: 'Waiting',
  sending: 'Being sent',
  done: 'Done',
  skipped: 'Skipped',
  unknown: 'Check by hand',
  expired: 'Too late',
  dead: 'Refused',
};

/** Which tag or journey it is about. The ID of a call says nothing to people. */
function nameOf({ step, name, title }: AdminStep): string | undefined {
  if (step === 'tag') return name;
  return step === 'journey' ? (title ?? (name && endOfId(name))) : undefined;
}

function StepItem({ step }: { step: AdminStep }) {
  const { state, attempts, startedAt, endedAt, retryAt, answer, reason } = step;
  const name = nameOf(step);
  return (
    <li class={`step ${state}`}>
      <strong>{stepNames[step.step] ?? step.step}</strong> {name !== undefined && <span class="step-name">{name}</span>}
      <span class={`state ${state}`}>{stepStateNames[state]}</span>
      <span class="meta">
        {[
          attempts > 1 ? `${attempts} attempts` : '',
          endedAt !== undefined ? formatTime(endedAt) : startedAt !== undefined ? `since ${formatTime(startedAt)}` : '',
          retryAt !== undefined ? `next attempt ${formatTime(retryAt)}` : '',
          answer === undefined ? '' : formatOutcome(answer),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
      {reason !== undefined && <span class="reason">Reason: {reason}</span>}
    </li>
  );
}
