import { useSignal } from '@preact/signals';
import type { MessageExample } from '../../../protocol/admin/receivers.ts';
import type { AdminState } from '../../admin-state.ts';
import type { ReceiverKind } from '../../receivers-state.ts';
import { eventSentences } from '../../webhook-texts.ts';
import { PreviewChoice } from '../preview-choice.tsx';
import { kindOf, sheetRowOf } from './receiver-draft.ts';

/** What the team gets: of the receiver that is being entered, else of one that there is, at first what was added last. */
export function MessagePreview({ state }: { state: AdminState }) {
  const { receivers } = state;
  const known = receivers.known.value;
  const draft = receivers.draft.value;
  const chosen = useSignal({ receiver: '', event: '' });
  if (known === null) return null;
  const receiver =
    known.receivers.find((other) => other.receiver === chosen.value.receiver) ??
    known.receivers.findLast(({ source }) => source === 'saved') ??
    known.receivers[0];
  const kind = draft?.kind ?? (receiver === undefined ? 'slack' : kindOf(receiver));
  const events = draft?.events ?? receiver?.events ?? ['lead.accepted'];
  const shown = known.examples.filter(({ type }) => events.includes(type));
  const example = shown.find(({ type }) => type === chosen.value.event) ?? shown[0];
  return (
    <section class="card settings-preview" aria-labelledby="settings-preview">
      <header>
        <h2 id="settings-preview">Preview</h2>
      </header>
      <div class="preview-choices in-rows">
        {draft === null && known.receivers.length > 1 && (
          <PreviewChoice
            label="Receiver in the preview"
            value={receiver?.receiver ?? ''}
            choices={known.receivers.map(({ receiver: id, name }) => [id, name] as const)}
            onChange={(next) => {
              chosen.value = { ...chosen.peek(), receiver: next };
            }}
          />
        )}
        {shown.length > 1 && (
          <PreviewChoice
            label="Event in the preview"
            value={example?.type ?? ''}
            choices={shown.map(({ type }) => [type, eventSentences[type]] as const)}
            onChange={(next) => {
              chosen.value = { ...chosen.peek(), event: next };
            }}
          />
        )}
      </div>
      {example === undefined ? <p class="muted">No message is sent.</p> : <Message kind={kind} example={example} />}
      {example !== undefined && kind !== 'own' && <p class="hint">Of a made-up lead.</p>}
    </section>
  );
}

function Message({ kind, example }: { kind: ReceiverKind; example: MessageExample }) {
  const { title, lines, body } = example;
  switch (kind) {
    case 'slack':
    case 'teams':
      return (
        <article class={kind === 'teams' ? 'team-message in-teams' : 'team-message'} aria-label={title}>
          <span class="team-app" aria-hidden="true">
            l
          </span>
          <div>
            <p>
              <b>leadchat</b> <span class="hint">App</span>
            </p>
            <div class="team-card">
              <h3>{title}</h3>
              {lines.map(({ label, value }) => (
                <p key={label}>
                  <b>{label}:</b> {value}
                </p>
              ))}
            </div>
          </div>
        </article>
      );
    case 'sheet':
      return (
        <dl class="team-row">
          {Object.entries(sheetRowOf(body)).map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      );
    case 'address':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached with the keyboard
        <pre tabIndex={0}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      );
    case 'own':
      return <p class="muted">It has a format of its own. Send a test to see it there.</p>;
    default:
      return kind satisfies never;
  }
}
