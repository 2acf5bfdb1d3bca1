import { useSignal } from '@preact/signals';
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { type Json, type JsonObject, type Problem, problemsAt, withCell } from '../../schema-form/index.ts';
import { GrowingText } from '../growing-text.tsx';
import { objectOf } from '../json-value.ts';
import { FormLanguageContext } from './form-language.ts';
import { nameOf, typeOf } from './form-model.ts';
import { MoveButtons } from './move-buttons.tsx';
import { valueFor } from './names.ts';
import { isInvalid, ProblemTexts } from './problem-texts.tsx';
import { textOf } from './question-words.ts';
import { useUniqueText } from './use-unique-text.ts';

type ChoicesEditorProps = {
  question: JsonObject;
  problems: readonly Problem[];
  /** Leads have this value already. */
  isSaved: (value: Json) => boolean;
  /** `renamed`: a choice whose value is another one now. */
  onChange: (options: readonly JsonObject[], renamed?: { from: string; to: string }) => void;
};

/** What visitors choose from, in their order. */
export function ChoicesEditor({ question, problems, isSaved, onChange }: ChoicesEditorProps) {
  const { language, mainLanguage } = useContext(FormLanguageContext);
  const list = useRef<HTMLFieldSetElement>(null);
  const focusOn = useRef<string | null>(null);
  const showsValues = useSignal(false);
  const type = typeOf(question);
  const options = Array.isArray(question.options) ? question.options.map(objectOf) : [];
  const values = options.map(({ value }) => String(value ?? ''));
  const others = (at: number) => values.filter((_, index) => index !== at);
  useLayoutEffect(() => {
    if (focusOn.current === null) return;
    list.current?.querySelector<HTMLElement>(focusOn.current)?.focus();
    focusOn.current = null;
  });
  const write = (at: number, words: string) => {
    const option = options[at];
    if (option === undefined) return;
    const label = withCell(option.label, { language, mainLanguage }, words) ?? '';
    const from = values[at] ?? '';
    // The value of a new choice is its words, until somebody writes another one.
    const isFollowing = !isSaved(from) && from === valueFor(textOf(option.label, mainLanguage), others(at), type);
    const to = isFollowing ? valueFor(textOf(label, mainLanguage), others(at), type) : from;
    onChange(options.with(at, { ...option, value: to, label }), from === to ? undefined : { from, to });
  };
  const add = () => {
    focusOn.current = `[data-choice="${options.length}"] textarea`;
    const words = `Choice ${options.length + 1}`;
    onChange([...options, { value: valueFor(words, values, type), label: words }]);
  };
  const swap = (at: number, by: -1 | 1) => {
    const [one, other] = [options[at], options[at + by]];
    if (one === undefined || other === undefined) return;
    const isAtEnd = at + by === (by === 1 ? options.length - 1 : 0);
    focusOn.current = `[data-choice="${at + by}"] [data-focus="${(by === 1) === isAtEnd ? 'up' : 'down'}"]`;
    onChange(options.with(at, other).with(at + by, one));
  };
  return (
    <fieldset class="task-field choices-editor" ref={list}>
      <legend>Choices</legend>
      <ol>
        {options.map(({ label }, at) => {
          const words = textOf(label, language);
          const own = problemsAt(problems, at);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice's place is its identity
            <li key={at} class="field" data-choice={at}>
              <span class="field-row">
                <GrowingText
                  aria-label={`Choice ${at + 1}`}
                  value={words}
                  placeholder=""
                  isLong={false}
                  lang={language}
                  aria-invalid={isInvalid(own)}
                  onFocus={({ currentTarget }) => currentTarget.select()}
                  onText={(next) => write(at, next)}
                  onEnter={add}
                />
                <MoveButtons
                  title={words}
                  canMove={(by) => options[at + by] !== undefined}
                  onMove={(by) => swap(at, by)}
                />
                <button
                  type="button"
                  class="icon-button"
                  disabled={options.length === 1}
                  aria-label={`Remove ${words}`}
                  onClick={() => {
                    focusOn.current = `[data-choice="${Math.max(0, at - 1)}"] textarea`;
                    onChange(options.filter((_, index) => index !== at));
                  }}
                >
                  ×
                </button>
              </span>
              {showsValues.value && (
                <ChoiceValue
                  words={words}
                  value={values[at] ?? ''}
                  others={others(at)}
                  onChange={(value) =>
                    onChange(options.with(at, { ...options[at], value, label: label ?? '' }), {
                      from: values[at] ?? '',
                      to: value,
                    })
                  }
                />
              )}
              <ProblemTexts problems={own} />
            </li>
          );
        })}
      </ol>
      <ProblemTexts problems={problems.filter(({ path }) => path.length === 0)} />
      <p class="item-buttons">
        <button type="button" class="small-button" onClick={add}>
          Add a choice
        </button>
        <button
          type="button"
          class="quiet reset"
          aria-pressed={showsValues.value}
          onClick={() => {
            showsValues.value = !showsValues.value;
          }}
        >
          What leads get<span class="visually-hidden"> for the choices of {nameOf(question)}</span>
        </button>
      </p>
    </fieldset>
  );
}

type ChoiceValueProps = { words: string; value: string; others: readonly string[]; onChange: (value: string) => void };

/** What a lead gets for a choice, by which conditions and routes know it. */
function ChoiceValue({ words, value, others, onChange }: ChoiceValueProps) {
  const id = useId();
  const { problem = '', attributes } = useUniqueText({
    value,
    onChange,
    problemOf: (text) => (others.includes(text) ? 'Another choice has this value.' : undefined),
  });
  return (
    <>
      <label class="choice-value">
        In the lead<span class="visually-hidden"> for {words}</span>
        <input aria-invalid={problem !== ''} aria-describedby={id} {...attributes} />
      </label>
      <p id={id} class="problem" role="alert">
        {problem}
      </p>
    </>
  );
}
