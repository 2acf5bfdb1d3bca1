import { useId } from 'preact/hooks';
import type { Json, Problem } from '../../schema-form/index.ts';
import { ProblemNotes } from './problem-notes.tsx';

type NameFieldProps = {
  label: string;
  hint?: string;
  name: Json | undefined;
  problems: readonly Problem[];
  onName: (name: string) => void;
};

/** A name may have no spaces, which people type. */
export function NameField({ label, hint, name, problems, onName }: NameFieldProps) {
  const id = useId();
  return (
    <div class="task-field field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={typeof name === 'string' ? name : ''}
        maxLength={40}
        aria-invalid={problems.length > 0}
        aria-describedby={`${id}-about`}
        onInput={({ currentTarget }) => onName(currentTarget.value.replaceAll(/\s+/g, '-'))}
      />
      {hint !== undefined && <p class="hint">{hint}</p>}
      <ProblemNotes id={`${id}-about`} problems={problems} />
    </div>
  );
}

type WeightFieldProps = {
  weight: Json | undefined;
  problems: readonly Problem[];
  onWeight: (weight: number | undefined) => void;
};

/** How many visitors get a variant, compared with the others. */
export function WeightField({ weight, problems, onWeight }: WeightFieldProps) {
  const id = useId();
  return (
    <div class="task-field field">
      <label for={id}>Share, compared with the others</label>
      <input
        id={id}
        type="number"
        min="0"
        step="any"
        placeholder="1"
        value={typeof weight === 'number' ? String(weight) : ''}
        aria-invalid={problems.length > 0}
        aria-describedby={`${id}-about`}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          onWeight(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
        }
      />
      <ProblemNotes id={`${id}-about`} problems={problems} />
    </div>
  );
}
