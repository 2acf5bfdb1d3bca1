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
  /** The user has added an empty entry. */
  onAdd: () => void;
  /** The user has left a control, so a problem is now a mistake. */
  onLeave: () => void;
  onChange: (value: Json | undefined) => void;
};

/** The control of one option, with what it is for, and its problems. */
export function OptionControl({ option, value, problems, onAdd, onLeave, onChange }: OptionControlProps) {
  const { name, schema, note } = option;
  return (
    <div
      class="option"
      onFocusOut={({ target }) => {
        if (!(target instanceof HTMLButtonElement)) onLeave();
      }}
    >
      <EntryAdded.Provider value={onAdd}>
        <SchemaEditor label={name} schema={schema} value={value} problems={problems} onChange={onChange} />
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
