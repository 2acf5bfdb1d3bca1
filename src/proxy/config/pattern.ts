import { compilePattern, type FormField, maxLengthOf } from '../../protocol/index.ts';
import { compileLinearPattern } from './linear-pattern.ts';

/** The product of pattern and text that takes the linear engine about 60 ms. */
const maxSteps = 1_000_000;

/**
 * What is wrong with the pattern of a form field, or undefined. The browser and the proxy check the same pattern with
 * different engines, so it may use only what both understand. Refuses patterns that repeat a group which itself repeats
 * or branches, such as `(a+)+`, because the visitor's browser takes exponential time for some texts.
 */
export function patternProblem(field: FormField): string | undefined {
  const { pattern } = field;
  if (pattern === undefined) return undefined;
  try {
    compilePattern(pattern);
  } catch (error) {
    return `must be a regular expression (${describe(error)})`;
  }
  if (hasNestedRepetition(pattern)) {
    return 'repeats a group that itself repeats or branches, like (a+)+, which can take exponential time; write it without nesting';
  }
  try {
    const steps = compileLinearPattern(pattern).programSize() * maxLengthOf(field);
    if (steps <= maxSteps) return undefined;
  } catch (error) {
    return `must be a regular expression that takes linear time: no look-ahead, look-behind and references to groups, no counts above 1000, and of \\p{…} only short names such as \\p{L} (${describe(error)})`;
  }
  return 'is too large for texts of this length; use lower counts in {…}, or set a lower `maxLength`';
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Walks the pattern once and records for each open group whether it contains an unbounded repetition or a branch. */
function hasNestedRepetition(pattern: string): boolean {
  const source = pattern.replace(/\\./gsu, 'x').replace(/\[[^\]]*\]/gu, 'x');
  const groups: boolean[] = [false];
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '(') groups.push(false);
    else if (character === '|') mark(groups);
    else if (character === ')') {
      const risky = groups.pop() ?? false;
      const repeated = isUnbounded(source.slice(at + 1));
      if (risky && repeated) return true;
      if (risky || repeated) mark(groups);
    } else if (isUnbounded(source.slice(at + 1)) && character !== '?') mark(groups);
  }
  return false;
}

function mark(groups: boolean[]): void {
  groups[groups.length - 1] = true;
}

/** `*`, `+`, `{2,}`, or an upper bound over 10. */
function isUnbounded(rest: string): boolean {
  const bounds = /^\{\d+(,(\d*))?\}/.exec(rest);
  if (bounds === null) return rest.startsWith('*') || rest.startsWith('+');
  return bounds[1] !== undefined && (bounds[2] === '' || Number(bounds[2]) > 10);
}
