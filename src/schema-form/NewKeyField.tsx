import { createContext } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import { FieldNames } from './field-names.ts';
import { Examples } from './fields.tsx';
import type { JsonSchema } from './json-schema.ts';
import { isByLanguage } from './schema-values.ts';

/** Called when the user adds an empty entry, which they still have to fill in. */
export const EntryAdded = createContext<() => void>(() => {});

type NewKeyFieldProps = {
  label: string;
  /** The schema of the object that gets the entry. */
  schema: JsonSchema;
  usedKeys: readonly string[];
  onAdd: (key: string) => void;
};

/** Adds an entry with a new key to an object. */
export function NewKeyField({ label, schema, usedKeys, onAdd }: NewKeyFieldProps) {
  const id = useId();
  const onEntryAdded = useContext(EntryAdded);
  const [key, setKey] = useState('');
  const fieldNames = useContext(FieldNames);
  const choices = schema.propertyNames?.oneOf;
  const examples = schema.propertyNames?.isFieldName ? fieldNames : schema.propertyNames?.examples;
  return (
    <div class="field">
      <label for={id}>{questionOf(schema, label)}</label>
      <span class="field-row">
        {choices === undefined ? (
          <>
            <input id={id} value={key} list={`${id}-keys`} onInput={(event) => setKey(event.currentTarget.value)} />
            <Examples id={`${id}-keys`} examples={examples} />
          </>
        ) : (
          <select id={id} value={key} onChange={(event) => setKey(event.currentTarget.value)}>
            <option value="">Choose…</option>
            {choices
              .filter((choice) => !usedKeys.includes(choice.const))
              .map((choice) => (
                <option key={choice.const} value={choice.const}>
                  {choice.title} ({choice.const})
                </option>
              ))}
          </select>
        )}
        <button
          type="button"
          class="small-button"
          disabled={key === ''}
          onClick={() => {
            onEntryAdded();
            onAdd(key);
            setKey('');
          }}
        >
          Add to {label}
        </button>
      </span>
    </div>
  );
}

function questionOf(schema: JsonSchema, label: string): string {
  if (schema.propertyNames?.isFieldName) return `Field of ${label}`;
  if (isByLanguage(schema)) return `Language of ${label}, such as de`;
  return schema.propertyNames?.oneOf === undefined ? `Name of a new entry of ${label}` : `Which of the ${label}`;
}
