import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { webhookTypes } from '../../../protocol/proxy/webhook.ts';
import type { AdminState } from '../../admin-state.ts';
import { CopyButton } from '../../copy-button.tsx';
import { OperatorNameField } from '../../operator-name-field.tsx';
import type { ReceiverDraft, ReceiverKind } from '../../receivers-state.ts';
import { eventSentences } from '../../webhook-texts.ts';
import { createSecret, type DraftField, kindNames, problemOf, requestOf, sheetScript } from './receiver-draft.ts';

type ReceiverFormProps = {
  state: AdminState;
  draft: ReceiverDraft;
  /** What it is called until it is saved. Undefined: it is a new one. */
  name: string | undefined;
  /** The host of the address that is stored, which an empty field keeps. */
  host: string | undefined;
};

/** Who is told, where, and of what. */
export function ReceiverForm({ state, draft, name: savedName, host }: ReceiverFormProps) {
  const { receivers } = state;
  const { kind, name, version, url, secret, events } = draft;
  const form = useRef<HTMLFormElement>(null);
  const isNew = version === 0;
  const issues = receivers.issues.value;
  const { change } = receivers;
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input');
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    if (issues.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [issues]);
  const title = savedName === undefined ? `Add ${addedNames[kind]}` : `Change ${savedName}`;
  return (
    <form
      ref={form}
      class="card receiver-form"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void receivers.save(requestOf(draft));
      }}
    >
      <h3>{title}</h3>
      <Steps kind={kind} />
      <TextField
        label="Name"
        hint="You see it here and in Webhooks."
        problem={problemOf(issues, 'name')}
        value={name}
        onInput={(name) => change({ name })}
      />
      <TextField
        label="Address"
        hint={
          host === undefined
            ? 'It is not shown again.'
            : `Leave it empty to keep the one at ${host}. It is not shown again.`
        }
        problem={problemOf(issues, 'url')}
        value={url}
        inputMode="url"
        onInput={(url) => change({ url })}
      />
      {kind === 'address' && (
        <TextField
          label="Signing secret"
          hint={
            isNew
              ? 'With it the receiver recognizes your messages. Copy it there now: it is not shown again.'
              : 'Leave it empty to keep the one that is stored.'
          }
          problem={problemOf(issues, 'secret')}
          value={secret}
          onInput={(secret) => change({ secret })}
        >
          <button type="button" onClick={() => change({ secret: createSecret() })}>
            Create one
          </button>
        </TextField>
      )}
      <Events
        draft={draft}
        problem={problemOf(issues, 'events')}
        onChange={(chosen) => change({ events: webhookTypes.filter((type) => chosen.has(type)) })}
        chosen={new Set(events)}
      />
      <OperatorNameField state={state} />
      <div class="actions">
        <button type="button" onClick={() => receivers.edit(null)}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={receivers.isSaving.value}>
          {isNew ? 'Add' : 'Save'}
        </button>
      </div>
    </form>
  );
}

const addedNames: Record<ReceiverKind, string> = { ...kindNames, sheet: 'a Google Sheet', address: 'another address' };

/** Where the address comes from. */
function Steps({ kind }: { kind: ReceiverKind }) {
  switch (kind) {
    case 'slack':
      return (
        <p class="muted">
          In Slack, create an{' '}
          <a href="https://api.slack.com/messaging/webhooks" target="_blank" rel="noreferrer">
            incoming webhook
          </a>{' '}
          for the channel, and paste its address here.
        </p>
      );
    case 'teams':
      return (
        <p class="muted">
          In the channel, open Workflows, choose the template that posts when a webhook request is received, and paste
          the address that it shows.
        </p>
      );
    case 'sheet':
      return (
        <div class="muted">
          <p>
            In the sheet, open Extensions, Apps Script, and paste the lines below. Deploy them as a web app that runs as
            you and that anyone can access, and paste its address here. Each message becomes a row: time, name, phone,
            email, page.
          </p>
          <CopyButton text={sheetScript} label="Copy the lines" />
          <details>
            <summary>Lines for Apps Script</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached with the keyboard */}
            <pre tabIndex={0}>{sheetScript}</pre>
          </details>
        </div>
      );
    case 'address':
      return (
        <p class="muted">A program of yours gets each event as signed JSON, by the Standard Webhooks specification.</p>
      );
    case 'own':
      return <p class="muted">It keeps the format that it was saved with. Another host needs another receiver.</p>;
    default:
      return kind satisfies never;
  }
}

type TextFieldProps = {
  label: string;
  hint: string;
  problem: string | undefined;
  value: string;
  inputMode?: 'text' | 'url';
  onInput: (value: string) => void;
  children?: ComponentChildren;
};

function TextField({ label, hint, problem, value, inputMode = 'text', onInput, children }: TextFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-row">
        <input
          id={id}
          inputMode={inputMode}
          value={value}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-about`}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
        {children}
      </div>
      <div id={`${id}-about`}>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <p class="hint">{hint}</p>
      </div>
    </div>
  );
}

type Event = ReceiverDraft['events'][number];
type EventsProps = {
  draft: ReceiverDraft;
  chosen: ReadonlySet<Event>;
  problem: string | undefined;
  onChange: (chosen: ReadonlySet<Event>) => void;
};

function Events({ chosen, problem, onChange }: EventsProps) {
  const id = useId();
  const field: DraftField = 'events';
  return (
    <fieldset class="receiver-events" aria-describedby={problem && `${id}-${field}`}>
      <legend>Send a message when</legend>
      {problem !== undefined && (
        <p id={`${id}-${field}`} class="problem" role="alert">
          {problem}
        </p>
      )}
      <div>
        {webhookTypes.map((type) => (
          <label key={type} class="choice">
            <input
              type="checkbox"
              checked={chosen.has(type)}
              aria-invalid={problem !== undefined}
              onChange={({ currentTarget }) => {
                const next = new Set(chosen);
                if (currentTarget.checked) next.add(type);
                else next.delete(type);
                onChange(next);
              }}
            />
            {eventSentences[type]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
