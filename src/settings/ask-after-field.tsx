import { useId } from 'preact/hooks';
import { answerInWords, type Json, objectValue, settingWords } from '../schema-form/index.ts';

type AskAfterFieldProps = {
  value: Json | undefined;
  /** What applies without a value. */
  unset: string;
  onChange: (value: Json | undefined) => void;
};

/** After which answer of the agent the chat offers the form by itself. */
export function AskAfterField({ value, unset, onChange }: AskAfterFieldProps) {
  const id = useId();
  const { answers } = objectValue(value);
  const chosen = typeof answers === 'number' ? [answers] : [];
  const { label, hint } = settingWords.askAfter ?? {};
  return (
    <div class="task-field field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={String(answers ?? '')}
        aria-describedby={`${id}-about`}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : { answers: Number(currentTarget.value) })
        }
      >
        <option value="">{unset}</option>
        {[...new Set([1, 2, 3, 4, 5, ...chosen])].map((count) => (
          <option key={count} value={String(count)}>
            {answerInWords(count)}
          </option>
        ))}
      </select>
      <p class="hint" id={`${id}-about`}>
        {hint}
      </p>
    </div>
  );
}
