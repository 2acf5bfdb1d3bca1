import { afterClick } from './after-click.ts';
import { FieldNames } from './field-names.ts';
import type { Json } from './json-schema.ts';
import { Description } from './labels.tsx';
import { EntryAdded } from './NewKeyField.tsx';
import type { Option } from './option-schemas.ts';
import type { Problem } from './problems.tsx';
import { SchemaEditor } from './SchemaEditor.tsx';

type OptionControlProps = {
  option: Option;
  value: Json | undefined;
  problems: readonly Problem[];
  /** The names of the form's fields, if the option belongs to a form. */
  fieldNames?: readonly string[];
  /** The user has added an empty entry. */
  onAdd: () => void;
  /** The user has left a control, so a problem is now a mistake. */
  onLeave: () => void;
  onChange: (value: Json | undefined) => void;
};

/** The control of one option, with what it is for, and its problems. */
export function OptionControl({
  option,
  value,
  problems,
  fieldNames = [],
  onAdd,
  onLeave,
  onChange,
}: OptionControlProps) {
  const { name, schema, note } = option;
  return (
    <div
      class="option"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        // Problems appear now. The click is nothing to whoever hears that the control is left.
        afterClick(() => onLeave());
      }}
    >
      <EntryAdded.Provider value={onAdd}>
        <FieldNames.Provider value={fieldNames}>
          <SchemaEditor label={name} schema={schema} value={value} problems={problems} onChange={onChange} />
        </FieldNames.Provider>
      </EntryAdded.Provider>
      <Description schema={schema} />
      {note !== undefined && (
        <p class="description">
          {note.text} <a href={note.href}>{note.link}</a>.
        </p>
      )}
    </div>
  );
}
