import { useSignal } from '@preact/signals';
import type { AdminLead, AdminStep } from '../protocol/index.ts';
import type { Action, AdminState } from './admin-state.ts';
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx';
import { formatName, formatPhone, formatTime, holdReasons, stateHints, stateNames } from './format.ts';

/** Everything about one lead, and what an operator can do with it. */
export function LeadDetails({ lead, state }: { lead: AdminLead; state: AdminState }) {
  const asked = useSignal<Confirmation | null>(null);
  const ask = (action: Action) => {
    asked.value = { ...questions[action], run: () => void state.act(action, lead) };
  };
  return (
    <section class="card details" aria-label={`Lead ${formatName(lead)}`}>
      <header>
        <h2>{formatName(lead)}</h2>
        <span class={`state ${lead.state}`}>{stateNames[lead.state]}</span>
        <button type="button" class="quiet" onClick={() => state.select(null)}>
          Close
        </button>
      </header>
      <p class="muted">
        {lead.held !== undefined && lead.state === 'held'
          ? (holdReasons[lead.held] ?? lead.held)
          : stateHints[lead.state]}
      </p>
      <div class="actions">
        {actionsFor(lead).map((action, index) => (
          <button key={action} type="button" class={styleOf(action, index)} onClick={() => ask(action)}>
            {questions[action].button}
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
        <Entry name="our id" value={lead.lead} />
        {lead.serviceLead !== undefined && <Entry name="the service’s id" value={lead.serviceLead} />}
      </dl>
      {asked.value !== null && (
        <ConfirmDialog
          confirmation={asked.value}
          onClose={() => {
            asked.value = null;
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
          retryAt !== undefined ? `again ${formatTime(retryAt)}` : '',
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

const stepNames: Record<string, string> = {
  create: 'Create lead',
  read: 'Read lead on file',
  update: 'Fill blanks',
  tag: 'Add tag',
  journey: 'Enroll in journey',
  call: 'Call back',
};

function actionsFor({ state, steps }: AdminLead): Action[] {
  const hasUnknown = steps.some((step) => step.state === 'unknown');
  const canReplay = state === 'dead' || state === 'unknown' || steps.some((step) => step.state === 'expired');
  return [
    ...(state === 'held' ? (['release'] as const) : []),
    ...(hasUnknown && state !== 'pending' ? (['resolve-done', 'resolve-skipped'] as const) : []),
    ...(canReplay ? (['replay'] as const) : []),
    'erase',
  ];
}

/** The first is what is usually right. */
function styleOf(action: Action, index: number): string {
  if (questions[action].danger) return 'danger';
  return index === 0 ? 'primary' : '';
}

const questions: Record<Action, Omit<Confirmation, 'run'>> = {
  replay: {
    title: 'Try it again?',
    text: 'Steps that failed are sent again. A step that is unknown may then happen twice: a second enrolment, a second call.',
    button: 'Replay',
    danger: false,
  },
  'resolve-done': {
    title: 'Did it happen?',
    text: 'The unknown steps are noted as done, and delivery goes on after them.',
    button: 'It happened',
    danger: false,
  },
  'resolve-skipped': {
    title: 'Leave it out?',
    text: 'The unknown steps are noted as not to be done, and delivery goes on after them.',
    button: 'Leave it out',
    danger: false,
  },
  release: {
    title: 'Release this lead?',
    text: 'It is delivered to the service like any other: created, tagged, enrolled.',
    button: 'Release',
    danger: false,
  },
  erase: {
    title: 'Erase this lead?',
    text: 'Everything kept of it here is deleted for good. What the service has of it stays there.',
    button: 'Erase',
    danger: true,
  },
};
