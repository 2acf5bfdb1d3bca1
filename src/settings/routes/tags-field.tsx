import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { isOfInputMethod } from '../../protocol/input-method.ts';
import type { Json, Problem } from '../../schema-form/index.ts';
import { Chips } from '../chips.tsx';
import { isInvalid, ProblemTexts } from '../forms/problem-texts.tsx';

type TagsFieldProps = {
  label: string;
  hint?: string;
  /** "tag": what one of them is. */
  noun?: string;
  tags: Json | undefined;
  problems: readonly Problem[];
  onChange: (tags: string[]) => void;
};

/** Tags, or names, each with a way out. They have no spaces, so underscores stand for them. */
export function TagsField({ label, hint, noun = 'tag', tags, problems, onChange }: TagsFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const typed = useSignal('');
  const list = Array.isArray(tags) ? tags.map(String) : [];
  const shown = problems.map((problem) => {
    const tag = list[Number(problem.path[0])];
    return tag === undefined ? problem : { ...problem, message: `“${tag}” ${problem.message}` };
  });
  const add = () => {
    const next = typed
      .peek()
      .split(',')
      .map(tagFor)
      .filter((tag) => tag !== '');
    typed.value = '';
    if (next.length > 0) onChange([...new Set([...list, ...next])]);
  };
  return (
    <div class="task-field field">
      <label for={id}>{label}</label>
      <Chips
        noun={noun}
        chips={list.map((tag) => [tag, tag])}
        onRemove={(tag) => {
          onChange(list.filter((other) => other !== tag));
          input.current?.focus();
        }}
      />
      <input
        ref={input}
        id={id}
        value={typed.value}
        placeholder={`Write a ${noun}, then Enter`}
        aria-describedby={`${id}-about`}
        aria-invalid={isInvalid(problems)}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
        }}
        // What was typed counts, also without Enter.
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isOfInputMethod(event)) return;
          event.preventDefault();
          add();
        }}
      />
      <div id={`${id}-about`}>
        {hint !== undefined && <p class="hint">{hint}</p>}
        <ProblemTexts problems={shown} />
      </div>
    </div>
  );
}

function tagFor(words: string): string {
  return words.trim().replace(/\s+/g, '_');
}
