import { useId, useRef } from 'preact/hooks';
import type { Json, Problem } from '../../schema-form/index.ts';
import { isInvalid, ProblemTexts } from '../forms/problem-texts.tsx';

/** Where the operator is. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

type ZoneFieldProps = {
  zone: Json | undefined;
  problems: readonly Problem[];
  onChange: (zone: string) => void;
};

/** A time zone by its name, that of the browser in one step. */
export function ZoneField({ zone, problems, onChange }: ZoneFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const mine = browserZone();
  return (
    <div class="task-field field">
      <label for={id}>Time zone</label>
      <input
        ref={input}
        id={id}
        list={`${id}-zones`}
        value={typeof zone === 'string' ? zone : ''}
        aria-invalid={isInvalid(problems)}
        aria-describedby={`${id}-about`}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {zone !== mine && (
        <button
          type="button"
          class="quiet reset"
          onClick={() => {
            input.current?.focus();
            onChange(mine);
          }}
        >
          Use mine, {mine}
        </button>
      )}
      <div id={`${id}-about`}>
        <ProblemTexts problems={problems} />
      </div>
    </div>
  );
}
