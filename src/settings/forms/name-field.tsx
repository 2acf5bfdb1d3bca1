import { useId } from 'preact/hooks';
import type { Problem } from '../../schema-form/index.ts';
import { isInvalid, ProblemTexts } from './problem-texts.tsx';
import { useUniqueText } from './use-unique-text.ts';

type NameFieldProps = {
  name: string;
  /** The names of the other questions. */
  others: readonly string[];
  problems: readonly Problem[];
  onChange: (name: string) => void;
};

/** The name of a question, by which conditions, routes and steps know it. */
export function NameField({ name, others, problems, onChange }: NameFieldProps) {
  const id = useId();
  const { problem, attributes } = useUniqueText({
    value: name,
    onChange,
    problemOf(text) {
      if (text === '') return 'Fill this in.';
      return others.includes(text) ? 'There is a question with this name already.' : undefined;
    },
  });
  const shown = problem === undefined ? problems : [{ path: [], message: problem }];
  return (
    <div class="task-field field">
      <label for={id}>Name in the lead</label>
      <input
        id={id}
        spellcheck={false}
        aria-describedby={`${id}-about`}
        aria-invalid={isInvalid(shown)}
        {...attributes}
      />
      <div id={`${id}-about`}>
        <p class="hint">Integrations find the answer by it. Small letters, digits and _.</p>
        <ProblemTexts problems={shown} />
      </div>
    </div>
  );
}
