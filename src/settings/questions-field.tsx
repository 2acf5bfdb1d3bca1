import { type Json, listRows, type Problem, problemsAt, settingLabel } from '../schema-form/index.ts';
import { ProblemNotes } from './problem-notes.tsx';
import type { SettingsState } from './settings-state.ts';
import { useMainLanguage } from './site-language.ts';
import { TextsField } from './texts-field.tsx';
import { useFocusNext } from './use-focus-next.ts';

type QuestionsFieldProps = {
  settings: SettingsState;
  value: Json | undefined;
  problems: readonly Problem[];
  onChange: (questions: Json[]) => void;
};

export const maxQuestions = 6;

/** The questions that visitors may start with. None: there are no such buttons. */
export function QuestionsField({ settings, value, problems, onChange }: QuestionsFieldProps) {
  const questions = listRows(value);
  const language = useMainLanguage(settings);
  const { root, focusNext } = useFocusNext<HTMLFieldSetElement>();
  const change = (next: readonly (Json | undefined)[]) => onChange(next.map((question) => question ?? ''));
  return (
    <fieldset class="task-field questions" ref={root}>
      <legend>{settingLabel('starters')}</legend>
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question's place is its identity
        <div key={index} data-question={index}>
          <TextsField
            label={`Question ${index + 1}`}
            value={question}
            fallbackLanguage={language}
            problems={problemsAt(problems, index)}
            onChange={(next) => change(questions.with(index, next))}
          />
          <button
            type="button"
            class="quiet reset"
            onClick={() => {
              focusNext('.add-question');
              change(questions.toSpliced(index, 1));
            }}
          >
            Remove<span class="visually-hidden"> question {index + 1}</span>
          </button>
        </div>
      ))}
      <ProblemNotes problems={problems.filter(({ path }) => path.length === 0)} />
      <button
        type="button"
        class="small-button add-question"
        disabled={questions.length >= maxQuestions}
        onClick={() => {
          focusNext(`[data-question="${questions.length}"] textarea`);
          change([...questions, '']);
        }}
      >
        Add a question
      </button>
    </fieldset>
  );
}
