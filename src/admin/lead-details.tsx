import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AdminLead, AdminStep } from '../protocol/index.ts';
import type { LeadButton } from './action-notices.ts';
import type { AdminState } from './admin-state.ts';
import { ClosingFields } from './closing-fields.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CorrectionForm } from './correction-form.tsx';
import {
  explainHold,
  formatClosing,
  formatHeldCall,
  formatName,
  formatOutcome,
  formatPhone,
  formatTime,
  stateHints,
  stateNames,
  stepNames,
} from './format.ts';
import { actionsFor, textsFor } from './lead-actions.ts';
import { type Field, fieldsOf } from './lead-fields.ts';
import { NumberBlock } from './number-block.tsx';

type LeadDetailsProps = { lead: AdminLead; state: AdminState; onClose: () => void };

/** On these screens the lead replaces the list. */
const phoneScreen = '(max-width: 899px)';

/** All data of one lead, and the actions for it. */
export function LeadDetails({ lead, state, onClose }: LeadDetailsProps) {
  const pendingAction = useSignal<LeadButton | null>(null);
  const section = useRef<HTMLElement>(null);
  const reason = useSignal('');
  const action = pendingAction.value;
  // A checkbox is the visitor's own decision, such as a consent.
  const fields = (lead.correctable ?? []).filter((name) => typeof lead.record[name] !== 'boolean');
  const { answers, origin, variants, consent } = fieldsOf(lead.record);
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    // The page may still be scrolled to the lead's position in the list.
    if (matchMedia(phoneScreen).matches) window.scrollTo(0, 0);
  }, []);
  return (
    <section ref={section} class="card details" aria-label={`Lead ${formatName(lead)}`} tabIndex={-1}>
      <button type="button" class="quiet back" onClick={onClose}>
        <span aria-hidden="true">‹</span> Back
      </button>
      <header>
        <h2>{formatName(lead)}</h2>
        <button type="button" class="quiet close" onClick={onClose}>
          Close
        </button>
      </header>
      <dl class="contact">
        <Entry name="phone" value={formatPhone(lead.phone)} />
        {['email', 'first_name', 'last_name'].map(
          (name) =>
            lead.record[name] !== undefined && <Entry key={name} name={name} value={String(lead.record[name])} />,
        )}
      </dl>
      <p class="state-text">
        <span class={`state ${lead.state}`}>{stateNames[lead.state]}</span>
        <span class="muted">
          {lead.held !== undefined && lead.state === 'held' && `${explainHold(lead.held)} `}
          {stateHints[lead.state]}
        </span>
      </p>
      {lead.isCallMissed === true && (
        <p>This visitor asked for a call and was not called in time. “Replay” calls them now.</p>
      )}
      {lead.heldCall !== undefined && <p>{formatHeldCall(lead.heldCall)}</p>}
      {lead.closed !== undefined && <p>{formatClosing(lead.closed, lead.endedAt)}</p>}
      <div class="actions">
        {actionsFor(lead, state.may).map((offered, index) => (
          <button
            key={offered}
            type="button"
            class={styleOf(offered, index)}
            onClick={() => {
              pendingAction.value = offered;
            }}
          >
            {textsFor(offered, lead).button}
          </button>
        ))}
      </div>
      {lead.phone !== '' && <NumberBlock key={lead.lead} lead={lead} state={state} />}
      {fields.length > 0 && state.may('POST /leads/:lead/correct') && (
        <CorrectionForm key={lead.nextAt} lead={lead} fields={fields} state={state} />
      )}
      <h3>Steps</h3>
      <ol class="steps">
        {lead.steps.map((step) => (
          <StepItem key={`${step.step} ${step.name ?? ''}`} step={step} />
        ))}
      </ol>
      <h3>Lead</h3>
      <dl>
        <Entry name="accepted" value={formatTime(lead.acceptedAt)} />
        <Entry name="form" value={lead.form} />
        {lead.route !== undefined && <Entry name="route" value={lead.route} />}
        {lead.corrections?.map(({ field, by, at }) => (
          <Entry key={`${field} ${at}`} name="corrected" value={`${field}, by ${by}, ${formatTime(at)}`} />
        ))}
        <Entries fields={answers} />
      </dl>
      <Section title="Where it came from" fields={origin} />
      <Section title="Variants" fields={variants} />
      {/* Scrubbed with everything else about the person. */}
      {lead.phone !== '' && <Section title="Consent" fields={consent} emptyText="None was recorded." />}
      <h3>IDs</h3>
      <dl>
        <Entry name="lead" value={lead.lead} />
        {lead.serviceLead !== undefined && <Entry name="at the service" value={lead.serviceLead} />}
      </dl>
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
    </section>
  );
}

function StepItem({ step }: { step: AdminStep }) {
  const { name, state, attempts, startedAt, endedAt, retryAt, answer, reason } = step;
  return (
    <li class={`step ${state}`}>
      <strong>{stepNames[step.step] ?? step.step}</strong> {name !== undefined && <code>{name}</code>}
      <span class={`state ${state}`}>{state}</span>
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

/** Without fields and `emptyText`, nothing is shown. */
function Section({ title, fields, emptyText }: { title: string; fields: readonly Field[]; emptyText?: string }) {
  if (fields.length === 0 && emptyText === undefined) return null;
  return (
    <>
      <h3>{title}</h3>
      {fields.length === 0 ? (
        <p>{emptyText}</p>
      ) : (
        <dl>
          <Entries fields={fields} />
        </dl>
      )}
    </>
  );
}

function Entries({ fields }: { fields: readonly Field[] }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <Entry key={name} name={name} value={value} />
      ))}
    </>
  );
}

function Entry({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The first action is primary, because it is the most likely one. */
function styleOf(action: LeadButton, index: number): string {
  if (action === 'erase') return 'danger';
  return index === 0 ? 'primary' : '';
}
