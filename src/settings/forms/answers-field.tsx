import { useContext, useId } from 'preact/hooks';
import type { Json, JsonObject, Problem } from '../../schema-form/index.ts';
import { useFocusNext } from '../use-focus-next.ts';
import { FormLanguageContext } from './form-language.ts';
import { typeOf } from './form-model.ts';
import { isInvalid, ProblemTexts } from './problem-texts.tsx';
import { answersOf, titleOf, valuesOf } from './question-words.ts';

type AnswersFieldProps = {
  question: JsonObject;
  /** The answers of which one is enough. */
  is: Json | undefined;
  problems: readonly Problem[];
  onChange: (is: Json) => void;
};

/** The end of a sentence: "… is 50–99 or 100+". */
export function AnswersField(props: AnswersFieldProps) {
  const { question, is, problems, onChange } = props;
  const { language } = useContext(FormLanguageContext);
  const answers = answersOf(question, language);
  const id = useId();
  const chosen = valuesOf(is);
  // An answer that the question has no more is still to be seen, and to be taken out.
  const gone = answers === undefined ? [] : chosen.filter((value) => !answers.some((known) => known.value === value));
  const unanswered: Problem = {
    path: [],
    message: answers === undefined ? 'Write an answer.' : 'Choose at least one answer.',
  };
  const isBox = typeOf(question) === 'checkbox';
  return (
    <fieldset class="answers" aria-describedby={`${id}-about`}>
      <legend class="visually-hidden">Answers to {titleOf(question, language)}</legend>
      {answers === undefined ? (
        <WrittenAnswers {...props} />
      ) : (
        [...answers, ...gone.map((value) => ({ value, words: `${value} (no choice any more)` }))].map(
          ({ value, words }) => (
            <label key={String(value)} class="choice">
              <input
                type={isBox ? 'radio' : 'checkbox'}
                name={id}
                checked={chosen.includes(value)}
                onChange={({ currentTarget: { checked } }) => {
                  if (isBox) onChange(value);
                  else onChange(oneOrMore(checked ? [...chosen, value] : chosen.filter((other) => other !== value)));
                }}
              />
              {words}
            </label>
          ),
        )
      )}
      <div id={`${id}-about`}>
        <ProblemTexts problems={chosen.every((value) => value === '') ? [unanswered] : problems} />
      </div>
    </fieldset>
  );
}

/** Answers that people write: each of them counts. */
function WrittenAnswers({ question, is, problems, onChange }: AnswersFieldProps) {
  const values = valuesOf(is);
  const shown = values.length === 0 ? [''] : values;
  const type = typeOf(question);
  const { root, focusNext } = useFocusNext<HTMLDivElement>();
  const focusAnswer = (index: number) => focusNext(`[data-answer="${index}"]`);
  const attributesOf = (value: Json, index: number) => ({
    'data-answer': index,
    'aria-label': shown.length === 1 ? 'Answer' : `Answer ${index + 1}`,
    'aria-invalid': isInvalid(problems),
    value: String(value),
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange(oneOrMore(shown.with(index, currentTarget.value))),
  });
  return (
    <div class="written-answers" ref={root}>
      {shown.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer's place is its identity
        <span key={index} class="field-row">
          {type === 'date' ? (
            <input type="date" {...attributesOf(value, index)} />
          ) : (
            <input inputMode={type === 'number' ? 'decimal' : 'text'} {...attributesOf(value, index)} />
          )}
          {shown.length > 1 && (
            <button
              type="button"
              class="quiet"
              aria-label={`Remove answer ${index + 1}`}
              onClick={() => {
                focusAnswer(Math.max(0, index - 1));
                onChange(oneOrMore(shown.filter((_, at) => at !== index)));
              }}
            >
              ×
            </button>
          )}
        </span>
      ))}
      <button
        type="button"
        class="quiet reset"
        onClick={() => {
          focusAnswer(shown.length);
          onChange([...shown, '']);
        }}
      >
        or another answer
      </button>
    </div>
  );
}

function oneOrMore(values: Json[]): Json {
  const [only, ...more] = values;
  return only !== undefined && more.length === 0 ? only : values;
}
