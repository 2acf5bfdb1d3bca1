import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import {
  isPageKind,
  type Json,
  type PageKind,
  type Problem,
  pageKinds,
  readPattern,
  writePattern,
} from '../schema-form/index.ts';
import { ProblemNotes } from './problem-notes.tsx';

type PagesFieldProps = {
  pattern: Json | undefined;
  /** Whether "every page" is a choice. */
  withAll: boolean;
  problems: readonly Problem[];
  onChange: (pattern: string | undefined) => void;
};

/** On which pages something is, as people say it. */
export function PagesField({ pattern, withAll, problems, onChange }: PagesFieldProps) {
  const id = useId();
  const read = readPattern(pattern);
  /** Chosen before there is a text. */
  const chosen = useSignal<PageKind | undefined>(undefined);
  const usual: PageKind = withAll ? 'all' : 'begins';
  const kind = read.kind === 'all' ? (chosen.value ?? usual) : read.kind;
  const kinds = Object.entries(pageKinds).filter(([name]) => withAll || name !== 'all');
  return (
    <div class="task-field field">
      <label for={id}>On</label>
      <span class="field-row pages-row">
        <select
          id={id}
          value={kind}
          onChange={({ currentTarget: { value } }) => {
            if (!isPageKind(value)) return;
            chosen.value = value;
            onChange(writePattern({ kind: value, text: read.text }));
          }}
        >
          {kinds.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
        {kind !== 'all' && (
          <input
            aria-label="Part of the address"
            value={read.text}
            placeholder="/prices"
            spellcheck={false}
            aria-invalid={problems.some(({ isAdvice }) => isAdvice === undefined)}
            aria-describedby={`${id}-about`}
            onInput={({ currentTarget }) => {
              chosen.value = kind;
              onChange(writePattern({ kind, text: currentTarget.value }));
            }}
          />
        )}
      </span>
      {kind !== 'all' && <p class="hint">What follows the name of your site. * stands for anything.</p>}
      <ProblemNotes id={`${id}-about`} problems={problems} />
    </div>
  );
}
