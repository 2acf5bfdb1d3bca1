import type { Json } from './json-schema.ts';

/** A mistake in a value: the keys that lead to it from the control's own value, and what is wrong. */
export type Problem = {
  path: readonly string[];
  message: string;
  /** The value is valid, but does not do what its author probably wants. */
  isAdvice?: true;
};

/** The problems of one key of a value, for its control. */
export function problemsAt(problems: readonly Problem[], key: string | number): Problem[] {
  return problems
    .filter(({ path }) => path[0] === String(key))
    .map(({ path, ...rest }) => ({ ...rest, path: path.slice(1) }));
}

/** The problems that the controls of these keys do not show. */
export function problemsBeside(problems: readonly Problem[], keys: readonly string[]): Problem[] {
  return problems.filter(({ path: [key] }) => key === undefined || !keys.includes(key));
}

/** Connects a control with its problems for assistive technology. */
export function invalidProps(id: string, problems: readonly Problem[]) {
  const isInvalid = problems.some(({ isAdvice }) => isAdvice === undefined);
  return { ...(isInvalid && { 'aria-invalid': true }), ...describedBy(id, problems) };
}

/** The same for a group, which cannot be invalid itself. */
export function describedBy(id: string, problems: readonly Problem[]) {
  return problems.length === 0 ? {} : { 'aria-describedby': `${id}-problems` };
}

type ProblemTextsProps = {
  /** The ID of the control. */
  id: string;
  problems: readonly Problem[];
  value: Json | undefined;
};

/** What is wrong with a value, at its control. */
export function ProblemTexts({ id, problems, value }: ProblemTextsProps) {
  if (problems.length === 0) return null;
  const texts = new Map(problems.map((problem) => [textOf(problem, value), problem]));
  return (
    <div class="problems" id={`${id}-problems`}>
      {[...texts].map(([text, { isAdvice }]) => (
        <p class={isAdvice ? 'advice' : 'problem'} role={isAdvice ? 'status' : 'alert'} key={text}>
          {text}
        </p>
      ))}
    </div>
  );
}

function textOf({ path, message }: Problem, value: Json | undefined): string {
  // The control shows the value.
  const advice = message.replace(/, got .*$/s, '.');
  const text = path.length === 0 && isEmpty(value) ? fillIn(advice) : advice;
  if (path.length > 0) return `${path.map(placeOf).join(' ')} ${text}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The entries of lists are numbered from 1, as in their controls. */
function placeOf(key: string): string {
  return /^\d+$/.test(key) ? String(Number(key) + 1) : key;
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** "must be a time such as 09:00." of a value that is missing becomes "fill this in: a time such as 09:00." */
function fillIn(message: string): string {
  const rule = /^(?:is missing: |must be )(.*)$/s.exec(message)?.[1];
  const saysLittle = /^(?:must not be empty|is missing|must be a (?:text|number|list\b.*)|must be an object)\.?$/;
  if (saysLittle.test(message)) return 'fill this in.';
  return rule === undefined ? message : `fill this in: ${rule}`;
}
