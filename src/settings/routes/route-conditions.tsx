import { useContext } from 'preact/hooks';
import { type Json, type JsonObject, type Problem, problemsAt } from '../../schema-form/index.ts';
import { AnswersField } from '../forms/answers-field.tsx';
import { isComparable, unansweredFor } from '../forms/condition-editor.tsx';
import { FormLanguageContext } from '../forms/form-language.ts';
import { nameOf } from '../forms/form-model.ts';
import { isInvalid, ProblemTexts } from '../forms/problem-texts.tsx';
import { titleOf } from '../forms/question-words.ts';
import { objectOf } from '../json-value.ts';
import { NewEntryContext } from '../new-entry.tsx';
import { useFocusNext } from '../use-focus-next.ts';

type RouteConditionsProps = {
  when: Json | undefined;
  questions: readonly JsonObject[];
  problems: readonly Problem[];
  onChange: (when: JsonObject) => void;
};

/** "If How many employees? is 100+ and …": all of them must fit. */
export function RouteConditions({ when, questions, problems, onChange }: RouteConditionsProps) {
  const { language } = useContext(FormLanguageContext);
  const { onAdd } = useContext(NewEntryContext);
  const entries = Object.entries(objectOf(when));
  const names = entries.map(([name]) => name);
  const choices = questions.filter(isComparable);
  const free = choices.filter((question) => !names.includes(nameOf(question)));
  const { root, focusNext } = useFocusNext<HTMLDivElement>();
  const focusCondition = (at: number) => focusNext(`[data-condition="${at}"]`);
  const write = (next: readonly (readonly [string, Json])[]) => onChange(Object.fromEntries(next));
  return (
    <div class="route-conditions" ref={root}>
      {entries.map(([name, is], at) => {
        const question = questions.find((other) => nameOf(other) === name);
        const own = problemsAt(problems, name);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition's place is its identity
          <div key={at} class="condition-sentence">
            <label>
              {at === 0 ? 'If' : 'and'}{' '}
              <select
                data-condition={at}
                value={name}
                aria-invalid={isInvalid(own)}
                onChange={({ currentTarget: { value } }) => {
                  const next = choices.find((other) => nameOf(other) === value);
                  onAdd();
                  write(entries.with(at, [value, next === undefined ? '' : unansweredFor(next)]));
                }}
              >
                {question === undefined && <option value={name}>{name} (no question any more)</option>}
                {choices
                  .filter((other) => nameOf(other) === name || free.includes(other))
                  .map((other) => (
                    <option key={nameOf(other)} value={nameOf(other)}>
                      {titleOf(other, language)}
                    </option>
                  ))}
              </select>{' '}
              is
            </label>
            {question === undefined ? (
              <ProblemTexts problems={own} />
            ) : (
              <AnswersField
                question={question}
                is={is}
                problems={own}
                onChange={(next) => write(entries.with(at, [name, next]))}
              />
            )}
            {entries.length > 1 && (
              <button
                type="button"
                class="quiet reset"
                onClick={() => {
                  focusCondition(Math.max(0, at - 1));
                  write(entries.filter((_, other) => other !== at));
                }}
              >
                Remove this condition
              </button>
            )}
          </div>
        );
      })}
      <ProblemTexts problems={problems.filter(({ path }) => path.length === 0)} />
      {free.length > 0 && (
        <button
          type="button"
          class="quiet reset"
          onClick={() => {
            const [next] = free;
            if (next === undefined) return;
            focusCondition(entries.length);
            onAdd();
            write([...entries, [nameOf(next), unansweredFor(next)]]);
          }}
        >
          and another answer of the same lead
        </button>
      )}
    </div>
  );
}
