import { useId } from 'preact/hooks';
import type { Json } from '../schema-form/index.ts';

type NoteFieldProps = {
  value: Json | undefined;
  /** The value of each choice. */
  values: Readonly<Record<keyof typeof notes, Json | undefined>>;
  onChange: (value: Json | undefined) => void;
};

/** Where somebody begins who writes a note. */
export const newNote = 'An AI agent answers here.';

const notes = { ours: 'Our words', own: 'Your own words', none: 'No note' } as const;
const kinds = ['ours', 'own', 'none'] as const;

/** Whether the chat says that an AI agent answers: Art. 50 of the EU AI Act asks for it. */
export function NoteField({ value, values, onChange }: NoteFieldProps) {
  const id = useId();
  const isOwn = value !== undefined && typeof value !== 'boolean';
  return (
    <fieldset class="task-field">
      <legend>Note that an AI agent answers</legend>
      {kinds.map((kind) => (
        <label key={kind} class="choice">
          <input
            type="radio"
            name={`${id}-note`}
            checked={isOwn ? kind === 'own' : value === values[kind]}
            onChange={() => onChange(values[kind])}
          />
          {notes[kind]}
        </label>
      ))}
      <p class="hint">The EU AI Act asks for it since August 2026.</p>
    </fieldset>
  );
}
