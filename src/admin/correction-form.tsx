import { useSignal } from '@preact/signals';
import type { AdminLead } from '../protocol/admin/leads.ts';
import type { AdminState } from './admin-state.ts';
import { labelOf } from './lead-fields.ts';
import { OperatorNameField } from './operator-name-field.tsx';

type CorrectionFormProps = { lead: AdminLead; fields: readonly string[]; state: AdminState };

/** Corrects one value of a lead. The proxy checks it like a visitor's. A refused lead opens it at the field in question. */
export function CorrectionForm({ lead, fields, state }: CorrectionFormProps) {
  const field = useSignal(fieldInQuestion(lead, fields));
  const value = useSignal(currentValue(lead, field.peek()));
  const isRefused = lead.state === 'dead';
  return (
    <details class="correction" open={isRefused}>
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
              <option key={name} value={name}>
                {labelOf(name, lead.labels)}
              </option>
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
          <button type="submit" class={isRefused ? 'primary' : ''}>
            {isRefused ? 'Correct and send again' : 'Correct'}
          </button>
        </div>
      </form>
    </details>
  );
}

/** The field that the service names, else the first one that is not the phone. */
function fieldInQuestion({ steps, labels }: AdminLead, fields: readonly string[]): string {
  const words = steps
    .flatMap(({ reason, answer }) => [reason, answer])
    .join(' ')
    .toLowerCase();
  const isNamed = (name: string) =>
    [name, name.replaceAll('_', ' '), labelOf(name, labels)].some((text) => words.includes(text.toLowerCase()));
  return fields.find(isNamed) ?? fields.find((name) => name !== 'phone') ?? fields[0] ?? '';
}

/** The phone with its `+`, so that it is not read as a national number. */
function currentValue({ record, phone }: AdminLead, field: string): string {
  return field === 'phone' ? `+${phone}` : String(record[field] ?? '');
}
