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

/**
 * Walks the pattern once and records for each open group whether its content can match in several ways: an unbounded
 * repetition, a branch, or a count with a range. Each round of a repetition around it multiplies these ways.
 */
function hasNestedRepetition(pattern: string): boolean {
  const source = pattern.replace(/\\./gsu, 'x').replace(/\[[^\]]*\]/gu, 'x');
  const groups: boolean[] = [false];
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    const repetition = readRepetition(source.slice(at + 1));
    if (character === '(') groups.push(false);
    else if (character === '|') mark(groups);
    else if (character === ')') {
      const isAmbiguous = groups.pop() ?? false;
      if (isAmbiguous && repetition.max > maxAmbiguousRounds) return true;
      if (isAmbiguous || repetition.hasRange) mark(groups);
    } else if (repetition.hasRange) mark(groups);
  }
  return false;
}

/** Few rounds multiply to few ways: `(?:\d{1,3}\.){3}` is fine. */
const maxAmbiguousRounds = 4;

function mark(groups: boolean[]): void {
  groups[groups.length - 1] = true;
}

/** How often what precedes is repeated. `?` alone is no range: it has two ways, and separators are often optional. */
function readRepetition(rest: string): { max: number; hasRange: boolean } {
  if (rest.startsWith('*') || rest.startsWith('+')) return { max: Number.POSITIVE_INFINITY, hasRange: true };
  const [matched, least = '', range, most = ''] = /^\{(\d+)(,(\d*))?\}/.exec(rest) ?? [];
  if (matched === undefined) return { max: 1, hasRange: false };
  if (range === undefined) return { max: Number(least), hasRange: false };
  const max = most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return { max, hasRange: max > Number(least) };
}
