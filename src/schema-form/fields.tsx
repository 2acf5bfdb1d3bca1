import { useContext, useId, useState } from 'preact/hooks';
import { FieldNames } from './field-names.ts';
import type { Json, JsonSchema } from './json-schema.ts';
import { Label, Legend } from './labels.tsx';
import { describedBy, invalidProps, type Problem, ProblemTexts } from './problems.tsx';

export type EditorProps = {
  /** The control's accessible name: a key, or a list with the number of an entry. */
  label: string;
  schema: JsonSchema;
  value: Json | undefined;
  /** What is wrong with the value, and with those within it. */
  problems: readonly Problem[];
  /** Undefined unsets the value. */
  onChange: (value: Json | undefined) => void;
};

export function TextField({ label, schema, value, problems, onChange }: EditorProps) {
  const id = useId();
  const fieldNames = useContext(FieldNames);
  const examples = schema.isFieldName ? fieldNames : schema.examples;
  const text = typeof value === 'string' ? value : '';
  const onText = (next: string) => onChange(next === '' ? undefined : next);
  const placeholder = schema.placeholder ?? (typeof schema.default === 'string' ? schema.default : '');
  return (
    <div class="field">
      <Label control={id} name={label} />
      {(schema.maxLength ?? 0) >= 1000 ? (
        <textarea
          id={id}
          rows={3}
          value={text}
          {...invalidProps(id, problems)}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      ) : (
        <span class="field-row">
          <input
            id={id}
            value={text}
            placeholder={placeholder}
            list={examples === undefined ? undefined : `${id}-examples`}
            {...invalidProps(id, problems)}
            onInput={(event) => onText(event.currentTarget.value)}
          />
          <Examples id={`${id}-examples`} examples={examples} />
          {label === 'color' && (
            <input
              type="color"
              aria-label="Pick a color"
              value={/^#[0-9a-f]{6}$/i.test(text) ? text : placeholder}
              onInput={(event) => onText(event.currentTarget.value)}
            />
          )}
        </span>
      )}
      <ProblemTexts id={id} problems={problems} value={value} />
    </div>
  );
}

export function NumberField({ label, schema, value, problems, onChange }: EditorProps) {
  const id = useId();
  return (
    <div class="field">
      <Label control={id} name={label} />
      <input
        id={id}
        type="number"
        step="any"
        min={schema.minimum}
        max={schema.maximum}
        value={typeof value === 'number' ? value : ''}
        placeholder={schema.default === undefined ? '' : String(schema.default)}
        {...invalidProps(id, problems)}
        onInput={({ currentTarget }) =>
          onChange(Number.isNaN(currentTarget.valueAsNumber) ? undefined : currentTarget.valueAsNumber)
        }
      />
      <ProblemTexts id={id} problems={problems} value={value} />
    </div>
  );
}

export function SwitchField({ label, schema, value, problems, onChange }: EditorProps) {
  const id = useId();
  return (
    <>
      <div class="switch">
        <input
          id={id}
          type="checkbox"
          checked={value === undefined ? schema.default === true : value === true}
          {...invalidProps(id, problems)}
          onChange={({ currentTarget: { checked } }) => onChange(checked === schema.default ? undefined : checked)}
        />
        <Label control={id} name={label} />
      </div>
      <ProblemTexts id={id} problems={problems} value={value} />
    </>
  );
}

/** Values that browsers suggest while the user types. Other values are allowed too. */
export function Examples({ id, examples }: { id: string; examples: readonly string[] | undefined }) {
  if (examples === undefined) return null;
  return (
    <datalist id={id}>
      {examples.map((example) => (
        <option key={example} value={example} />
      ))}
    </datalist>
  );
}

export function ChoiceField({
  label,
  schema,
  value,
  problems,
  onChange,
  choices,
}: EditorProps & { choices: string[] }) {
  const id = useId();
  return (
    <div class="field">
      <Label control={id} name={label} />
      <select
        id={id}
        value={typeof value === 'string' ? value : ''}
        {...invalidProps(id, problems)}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
      >
        <option value="">{typeof schema.default === 'string' ? `${schema.default} (default)` : 'default'}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
      <ProblemTexts id={id} problems={problems} value={value} />
    </div>
  );
}

export function ChoicesField({ label, value, problems, onChange, choices }: EditorProps & { choices: string[] }) {
  const id = useId();
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset class="choices" aria-labelledby={id} {...describedBy(id, problems)}>
      <Legend id={id} name={label} />
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(choices.filter((other) => (other === choice ? checked : chosen.includes(other))))
            }
          />
          {choice}
        </label>
      ))}
      <ProblemTexts id={id} problems={problems} value={value} />
    </fieldset>
  );
}

/** Any other value, as JSON. Invalid JSON stays in the field and is not applied. */
export function JsonField({ label, value, problems, onChange }: EditorProps) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  return (
    <div class="field">
      <Label control={id} name={label} />
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        {...invalidProps(id, problems)}
        aria-invalid={draft !== undefined || problems.length > 0}
        value={draft ?? (value === undefined ? '' : JSON.stringify(value))}
        onInput={({ currentTarget: { value: text } }) => {
          try {
            onChange(text === '' ? undefined : JSON.parse(text));
            setDraft(undefined);
          } catch {
            setDraft(text);
          }
        }}
      />
      {draft === undefined ? (
        <ProblemTexts id={id} problems={problems} value={value} />
      ) : (
        <p class="problem">Must be JSON, such as {'{"key": "value"}'}.</p>
      )}
    </div>
  );
}
