import { useSignal } from '@preact/signals';
import type { AdminLead } from '../protocol/index.ts';
import type { AdminState } from './admin-state.ts';
import { OperatorNameField } from './operator-name-field.tsx';

type CorrectionFormProps = { lead: AdminLead; fields: readonly string[]; state: AdminState };

/** Corrects one value of a lead. The proxy checks it like a visitor's. */
export function CorrectionForm({ lead, fields, state }: CorrectionFormProps) {
  const field = useSignal(fields.find((name) => name !== 'phone') ?? fields[0] ?? '');
  const value = useSignal(currentValue(lead, field.peek()));
  return (
    <details class="correction">
      <summary>Correct a field</summary>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void state.correct(lead, field.peek(), value.peek());
        }}
      >
        <label>
          Field
          <select
            value={field}
            onChange={(event) => {
              field.value = event.currentTarget.value;
              value.value = currentValue(lead, field.peek());
            }}
          >
            {fields.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          New value
          <input
            type="text"
            value={value}
            onInput={(event) => {
              value.value = event.currentTarget.value;
            }}
          />
        </label>
        <OperatorNameField state={state} />
        <div>
          <button type="submit">{lead.state === 'dead' ? 'Correct and send again' : 'Correct'}</button>
        </div>
      </form>
    </details>
  );
}

/** The phone with its `+`, so that it is not read as a national number. */
function currentValue({ record, phone }: AdminLead, field: string): string {
  return field === 'phone' ? `+${phone}` : String(record[field] ?? '');
}
