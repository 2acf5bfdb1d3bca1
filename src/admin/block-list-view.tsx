import { useSignal } from '@preact/signals';
import type { AdminState } from './admin-state.ts';
import { formatShortTime } from './format.ts';
import { OperatorNameField } from './operator-name-field.tsx';

/** The numbers that nobody calls, with a form that adds one. */
export function BlockListView({ state }: { state: AdminState }) {
  const blocks = state.blockList.blocks.value;
  return (
    <section class="records" aria-label="Blocked numbers">
      <p class="intro muted">
        Nobody calls a blocked number: its planned calls are cancelled, and new leads with it wait for you. The numbers
        themselves are not stored, so this list cannot show them.
      </p>
      {state.may('POST /blocklist') && <BlockForm state={state} />}
      {blocks !== null && blocks.length === 0 && <p class="card empty">No number is blocked.</p>}
      {blocks !== null && blocks.length > 0 && (
        <div class="card record-list">
          <ul aria-label="Blocked numbers">
            {blocks.map(({ id, at, by, reason }) => (
              <li key={id} class="record">
                <span class="who">
                  <strong>{reason ?? 'No reason given'}</strong>
                  <span class="muted">{`by ${by}`}</span>
                </span>
                <time class="meta" dateTime={at}>
                  {formatShortTime(at)}
                </time>
                {state.may('DELETE /blocklist/:id') && (
                  <button
                    type="button"
                    aria-label={`Unblock, ${reason ?? 'no reason given'}, ${formatShortTime(at)}`}
                    onClick={() => void state.records.unblockNumber(id)}
                  >
                    Unblock
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function BlockForm({ state }: { state: AdminState }) {
  const phone = useSignal('');
  const reason = useSignal('');
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (!(await state.records.blockNumber(phone.peek(), reason.peek()))) return;
    phone.value = '';
    reason.value = '';
  };
  return (
    <form class="card block-form fields" aria-label="Block a number" onSubmit={(event) => void onSubmit(event)}>
      <label>
        Phone number
        <input
          type="tel"
          required
          maxLength={40}
          placeholder="+1 415 555 2671"
          value={phone}
          onInput={(event) => {
            phone.value = event.currentTarget.value;
          }}
        />
      </label>
      <label>
        Reason (shown here)
        <input
          type="text"
          maxLength={200}
          value={reason}
          onInput={(event) => {
            reason.value = event.currentTarget.value;
          }}
        />
      </label>
      <OperatorNameField state={state} />
      <button type="submit" class="primary">
        Block this number
      </button>
    </form>
  );
}
