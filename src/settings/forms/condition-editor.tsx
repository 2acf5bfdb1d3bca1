import { useContext, useId } from 'preact/hooks';
import { type Json, type JsonObject, type Problem, problemsAt } from '../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';
import { NewEntryContext } from '../new-entry.tsx';
import { AnswersField } from './answers-field.tsx';
import { FormLanguageContext } from './form-language.ts';
import { nameOf, typeOf } from './form-model.ts';
import { isInvalid, ProblemTexts } from './problem-texts.tsx';
import { answersOf, titleOf } from './question-words.ts';

type ConditionEditorProps = {
  condition: Json | undefined;
  /** The questions that come before, of which one decides. */
  earlier: readonly JsonObject[];
  /** All of the form, as a condition may name any. */
  all: readonly JsonObject[];
  problems: readonly Problem[];
  onChange: (condition: Json | undefined) => void;
};

/** "Show only if How many employees is 100+". */
export function ConditionEditor({ condition, earlier, all, problems, onChange }: ConditionEditorProps) {
  const { language } = useContext(FormLanguageContext);
  const { onAdd } = useContext(NewEntryContext);
  const id = useId();
  const choices = earlier.filter(isComparable);
  const { field, is } = objectOf(condition);
  const question = all.find((other) => nameOf(other) === field);
  const known = condition === undefined || choices.some((other) => nameOf(other) === field);
  const fieldProblems = problems.filter(({ path }) => path[0] !== 'is');
  return (
    <fieldset class="task-field condition">
      <legend>When it is asked</legend>
      <label class="choice">
        <input type="radio" name={id} checked={condition === undefined} onChange={() => onChange(undefined)} />
        Always
      </label>
      <label class="choice">
        <input
          type="radio"
          name={id}
          checked={condition !== undefined}
          disabled={choices.length === 0 && condition === undefined}
          onChange={() => {
            onAdd();
            onChange(firstCondition(choices));
          }}
        />
        Only after a certain answer
      </label>
      {choices.length === 0 && condition === undefined && (
        <p class="hint">Possible as soon as another question comes before this one, besides the phone number.</p>
      )}
      {condition !== undefined && (
        <div class="condition-sentence">
          <label>
            Show only if{' '}
            <select
              value={typeof field === 'string' ? field : ''}
              aria-invalid={isInvalid(fieldProblems)}
              onChange={({ currentTarget: { value } }) => {
                const next = choices.find((other) => nameOf(other) === value);
                onAdd();
                onChange({ field: value, is: next === undefined ? '' : unansweredFor(next) });
              }}
            >
              {!known && (
                <option value={String(field ?? '')}>
                  {question === undefined
                    ? `${field} (no question any more)`
                    : `${titleOf(question, language)} (later)`}
                </option>
              )}
              {choices.map((other) => (
                <option key={nameOf(other)} value={nameOf(other)}>
                  {titleOf(other, language)}
                </option>
              ))}
            </select>{' '}
            is
          </label>
          {question !== undefined && (
            <AnswersField
              question={question}
              is={is}
              problems={problemsAt(problems, 'is')}
              onChange={(next) => onChange({ field: nameOf(question), is: next })}
            />
          )}
          <ProblemTexts problems={fieldProblems} />
        </div>
      )}
    </fieldset>
  );
}

/** Phone numbers are written in many ways. */
export function isComparable(question: JsonObject): boolean {
  return typeOf(question) !== 'tel' && nameOf(question) !== '';
}

/** Of the nearest question whose answers are known, else of the nearest. */
function firstCondition(earlier: readonly JsonObject[]): Json | undefined {
  const question = earlier.findLast((other) => answersOf(other, 'en') !== undefined) ?? earlier.at(-1);
  return question === undefined ? undefined : { field: nameOf(question), is: unansweredFor(question) };
}

/** No answer is chosen yet, so that nobody keeps one that they did not choose. */
export function unansweredFor(question: JsonObject): Json {
  if (typeOf(question) === 'checkbox') return true;
  return answersOf(question, 'en') === undefined ? '' : [];
}
