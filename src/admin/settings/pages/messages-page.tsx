import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { WebhookReceiverInfo } from '../../../protocol/admin/receivers.ts';
import { type Confirmation, ConfirmDialog } from '../../../settings/index.ts';
import type { AdminState } from '../../admin-state.ts';
import type { ReceiverKind } from '../../receivers-state.ts';
import { ReceiverTest } from '../../webhook-receivers.tsx';
import { describeEvents } from '../../webhook-texts.ts';
import { draftOf, kindNames, kindOf, newDraft, readOnlyReason, receiverKinds } from '../messages/receiver-draft.ts';
import { ReceiverForm } from '../messages/receiver-form.tsx';

/** Who is told of leads and calls: those of the configuration file, and those that are added here. */
export function MessagesPage({ state }: { state: AdminState }) {
  const { receivers } = state;
  const known = receivers.known.value;
  const confirmation = useSignal<Confirmation | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the page is opened
  useEffect(() => void receivers.load(), []);
  if (known === null) return <p class="muted">Loading…</p>;
  const draft = receivers.draft.value;
  const reason = readOnlyReason(known, state.may('PUT /webhooks/receivers'));
  const isOpen = (receiver: WebhookReceiverInfo) => draft?.receiver === receiver.receiver;
  return (
    <div class="messages">
      {reason !== undefined && <p class="settings-note">{reason}</p>}
      {reason === undefined && known.withOlderKey > 0 && <OlderKey state={state} count={known.withOlderKey} />}
      {known.receivers.length === 0 && <p class="muted">Nobody is told of leads and calls yet.</p>}
      <ul aria-label="Receivers">
        {known.receivers.map((receiver) => (
          <li key={receiver.receiver}>
            {draft !== null && receiver.source === 'saved' && isOpen(receiver) ? (
              <ReceiverForm state={state} draft={draft} name={receiver.name} host={receiver.host} />
            ) : (
              <Receiver
                state={state}
                receiver={receiver}
                mayChange={reason === undefined && receiver.source === 'saved'}
                onRemove={() => {
                  confirmation.value = confirmRemoval(state, receiver);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {reason === undefined &&
        (draft?.version === 0 ? (
          <ReceiverForm state={state} draft={draft} name={undefined} host={undefined} />
        ) : (
          <section class="add-receiver" aria-labelledby="add-receiver">
            <h3 id="add-receiver">Add</h3>
            <div>
              {receiverKinds.map((kind) => (
                <button key={kind} type="button" onClick={() => receivers.edit(newDraft(kind, known.receivers))}>
                  {kindNames[kind]}
                </button>
              ))}
            </div>
          </section>
        ))}
      {confirmation.value !== null && (
        <ConfirmDialog
          confirmation={confirmation.value}
          onClose={() => {
            confirmation.value = null;
          }}
        />
      )}
    </div>
  );
}

type ReceiverProps = {
  state: AdminState;
  receiver: WebhookReceiverInfo;
  mayChange: boolean;
  onRemove: () => void;
};

function Receiver({ state, receiver, mayChange, onRemove }: ReceiverProps) {
  const { name, host, source, events, states, problem } = receiver;
  const place = [kindsInList[kindOf(receiver)], host, source === 'file' ? 'in the file' : undefined];
  return (
    <article class="card" aria-label={name}>
      <h3>{name}</h3>
      <p class="muted">{[...new Set(place.filter((part) => part !== undefined && part !== name))].join(' · ')}</p>
      <p>{describeEvents(events, states)}</p>
      {problem !== undefined && (
        <p class="problem">
          {name} {problem}
        </p>
      )}
      <div class="actions">
        {problem === undefined && <ReceiverTest state={state} receiver={receiver} />}
        {mayChange && (
          <>
            <button type="button" aria-label={`Change ${name}`} onClick={() => state.receivers.edit(draftOf(receiver))}>
              Change
            </button>
            <button type="button" class="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </button>
          </>
        )}
      </div>
    </article>
  );
}

const kindsInList: Record<ReceiverKind, string> = { ...kindNames, address: 'A program', own: 'A format of its own' };

/** The key has been replaced, and the earlier one is still needed. */
function OlderKey({ state, count }: { state: AdminState; count: number }) {
  return (
    <div class="settings-note">
      <p>
        {count === 1 ? '1 receiver is' : `${count} receivers are`} still encrypted with the earlier LEADCHAT_SECRET_KEY.
        Once all servers have the new one, use it for all. The earlier one can be removed then.
      </p>
      <div class="actions">
        <button type="button" onClick={() => void state.receivers.seal()}>
          Use the new key
        </button>
      </div>
    </div>
  );
}

function confirmRemoval({ receivers }: AdminState, receiver: WebhookReceiverInfo): Confirmation {
  return {
    title: `Remove ${receiver.name}?`,
    text: 'It gets nothing more, and its address is deleted. Messages that still wait for it are listed under Webhooks.',
    button: 'Remove',
    isDanger: true,
    onConfirm: () => void receivers.remove(receiver),
  };
}
