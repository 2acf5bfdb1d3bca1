import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AdminLead, AdminStep } from '../protocol/index.ts';
import type { AdminState, LeadAction } from './admin-state.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { formatCause, formatName, formatPhone, formatTime, stateHints, stateNames, stepNames } from './format.ts';
import { actionsFor, actionTexts } from './lead-actions.ts';

type LeadDetailsProps = { lead: AdminLead; state: AdminState; onClose: () => void };

/** All data of one lead, and the actions for it. */
export function LeadDetails({ lead, state, onClose }: LeadDetailsProps) {
  const pendingAction = useSignal<LeadAction | null>(null);
  const section = useRef<HTMLElement>(null);
  const action = pendingAction.value;
  // On a phone it is above the list, out of sight.
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} class="card details" aria-label={`Lead ${formatName(lead)}`} tabIndex={-1}>
      <header>
        <h2>{formatName(lead)}</h2>
        <span class={`state ${lead.state}`}>{stateNames[lead.state]}</span>
        <button type="button" class="quiet" onClick={onClose}>
          Close
        </button>
      </header>
      <p class="muted">
        {lead.held !== undefined && lead.state === 'held' && `${formatCause(lead.held)} `}
        {stateHints[lead.state]}
      </p>
      <div class="actions">
        {actionsFor(lead).map((offered, index) => (
          <button
            key={offered}
            type="button"
            class={styleOf(offered, index)}
            onClick={() => {
              pendingAction.value = offered;
            }}
          >
            {actionTexts[offered].button}
          </button>
        ))}
      </div>
      <h3>Steps</h3>
      <ol class="steps">
        {lead.steps.map((step) => (
          <StepItem key={`${step.step} ${step.name ?? ''}`} step={step} />
        ))}
      </ol>
      <h3>Lead</h3>
      <dl>
        <Entry name="phone" value={formatPhone(lead.phone)} />
        {Object.entries(lead.record)
          .filter(([name]) => name !== 'phone')
          .map(([name, value]) => (
            <Entry key={name} name={name} value={String(value)} />
          ))}
        <Entry name="form" value={lead.form} />
        <Entry name="accepted" value={formatTime(lead.acceptedAt)} />
        <Entry name="ID" value={lead.lead} />
        {lead.serviceLead !== undefined && <Entry name="ID at the service" value={lead.serviceLead} />}
      </dl>
      {action !== null && (
        <ConfirmDialog
          confirmation={{ ...actionTexts[action], onConfirm: () => void state.act(action, lead) }}
          onClose={() => {
            pendingAction.value = null;
          }}
        />
      )}
    </section>
  );
}

function StepItem({ step }: { step: AdminStep }) {
  const { name, state, attempts, startedAt, endedAt, retryAt, answer } = step;
  return (
    <li class={`step ${state}`}>
      <strong>{stepNames[step.step] ?? step.step}</strong> {name !== undefined && <code>{name}</code>}
      <span class={`state ${state}`}>{state}</span>
      <span class="meta">
        {[
          attempts > 1 ? `${attempts} attempts` : '',
          endedAt !== undefined ? formatTime(endedAt) : startedAt !== undefined ? `since ${formatTime(startedAt)}` : '',
          retryAt !== undefined ? `next attempt ${formatTime(retryAt)}` : '',
          answer ?? '',
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
    </li>
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

/** The first action is the most likely one. */
function styleOf(action: LeadAction, index: number): string {
  if (actionTexts[action].isDanger) return 'danger';
  return index === 0 ? 'primary' : '';
}
