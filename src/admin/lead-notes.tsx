import { useSignal } from '@preact/signals';
import type { AdminLead } from '../protocol/admin/leads.ts';
import type { AdminState } from './admin-state.ts';
import { formatTime } from './format.ts';
import { OperatorNameField } from './operator-name-field.tsx';

/** What operators have written about a lead, and a box for the next note. */
export function LeadNotes({ lead, state }: { lead: AdminLead; state: AdminState }) {
  const text = useSignal('');
  const { notes = [] } = lead;
  const mayWrite = lead.phone !== '' && state.may('POST /leads/:lead/notes');
  if (notes.length === 0 && !mayWrite) return null;
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (await state.addNote(lead, text.peek())) text.value = '';
  };
  return (
    <>
      <h3>Notes</h3>
      {notes.length > 0 && (
        <ul class="notes" aria-label="Notes">
          {notes.map(({ id, at, by, text: written }) => (
            <li key={id}>
              <p>{written}</p>
              <span class="meta">{`${by} · ${formatTime(at)}`}</span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form class="fields note-form" aria-label="Write a note" onSubmit={(event) => void onSubmit(event)}>
          <label>
            New note
            <textarea
              rows={2}
              required
              maxLength={2000}
              value={text}
              onInput={(event) => {
                text.value = event.currentTarget.value;
              }}
            />
          </label>
          <OperatorNameField state={state} />
          <div>
            <button type="submit">Add note</button>
          </div>
        </form>
      )}
    </>
  );
}
