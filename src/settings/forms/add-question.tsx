import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { type JsonObject, knownQuestions, questionKinds } from '../../schema-form/index.ts';
import { nameOf, withType } from './form-model.ts';
import { nameFor } from './names.ts';

type AddQuestionProps = { questions: readonly JsonObject[]; onAdd: (question: JsonObject) => void };

/** As many as a form may have. */
const maxQuestions = 40;

/** The kinds to choose from, as soon as somebody wants one. */
export function AddQuestion({ questions, onAdd }: AddQuestionProps) {
  const id = useId();
  const isOpen = useSignal(false);
  const names = questions.map(nameOf);
  const add = (question: JsonObject) => {
    isOpen.value = false;
    onAdd(question);
  };
  if (questions.length >= maxQuestions) return <p class="hint">A form has at most {maxQuestions} questions.</p>;
  return (
    <div class="add-question">
      <button
        type="button"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Add a question
      </button>
      {isOpen.value && (
        <div id={id} class="kinds">
          {knownQuestions
            .filter(({ name }) => !names.includes(name))
            .map(({ name, type, words, label }) => (
              <button
                key={name}
                type="button"
                onClick={() => add({ name, type, required: false, ...(label !== undefined && { label }) })}
              >
                <strong>{words}</strong>
                <span class="hint">Ready-made</span>
              </button>
            ))}
          {questionKinds.map(({ type, words, example }) => (
            <button
              key={type}
              type="button"
              onClick={() => add(withType({ name: nameFor('', { type, others: names }), required: false }, type))}
            >
              <strong>{words}</strong>
              <span class="hint">{example}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
