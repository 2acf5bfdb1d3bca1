import { useId } from 'preact/hooks';
import type { JsonObject } from '../../schema-form/index.ts';

type KnownLeadFieldProps = {
  journey: JsonObject;
  /** What applies if nothing is chosen. Undefined: the lead stays as it is. */
  none?: string;
  onChange: (journey: JsonObject) => void;
};

/** What happens to a lead that the service has already. */
export function KnownLeadField({ journey, none, onChange }: KnownLeadFieldProps) {
  const id = useId();
  const { onExisting, ...rest } = journey;
  return (
    <div class="task-field field">
      <label for={id}>Somebody who is a lead already</label>
      <select
        id={id}
        value={typeof onExisting === 'string' ? onExisting : none === undefined ? 'keep' : ''}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? rest : { ...rest, onExisting: value })}
      >
        {none !== undefined && <option value="">{none}</option>}
        <option value="keep">goes on the journey with the details of before</option>
        <option value="update">gets the new details first</option>
      </select>
    </div>
  );
}
