import { RE2JS } from 're2js';
import { maxLengthOf } from '../../protocol/field-value.ts';
import type { FormField } from '../../protocol/form.ts';
import { compilePattern } from '../../protocol/pattern.ts';

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

/**
 * A field's `pattern` with the meaning that it has in browsers, in an engine that takes linear time for every text. The
 * engine of JavaScript takes seconds for some: `(?:[A-Za-z]{1,10} ?){1,10}` tries every way to split a long word.
 * @throws Error for what the engine cannot do in linear time, such as look-ahead and references to groups
 */
export function compileLinearPattern(pattern: string): RE2JS {
  // The whole value must match, as in HTML.
  return RE2JS.compile(`^(?:${toRe2(pattern)})$`);
}

/** Characters that `\s` means in JavaScript; RE2 knows only those of ASCII. */
const spaces = String.raw`\s\x{b}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const anyButLineBreaks = String.raw`[^\n\r\x{2028}\x{2029}]`;
const token =
  /\\u\{(?<code>[0-9a-f]+)\}|\\u(?<high>d[89ab][0-9a-f]{2})\\u(?<low>d[c-f][0-9a-f]{2})|\\u(?<unit>[0-9a-f]{4})|\\.|./gisu;

/** Translates a valid pattern of JavaScript with the flag `u` where RE2 writes the same in another way. */
function toRe2(pattern: string): string {
  let isInClass = false;
  return pattern.replace(token, (text, ...rest) => {
    const groups: Record<string, string | undefined> = rest.at(-1);
    const { code = groups.unit, high, low } = groups;
    if (code !== undefined) return `\\x{${code}}`;
    if (high !== undefined && low !== undefined) {
      const unit = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
      return `\\x{${unit.codePointAt(0)?.toString(16)}}`;
    }
    if (text === '[') {
      // RE2 reads `[[:alpha:]]` as a class of its own.
      if (isInClass) return '\\[';
      isInClass = true;
    } else if (text === ']') isInClass = false;
    else if (text === '\\s') return isInClass ? spaces : `[${spaces}]`;
    else if (text === '\\S') {
      if (isInClass) throw new Error(String.raw`\S inside of […]; write the characters instead`);
      return `[^${spaces}]`;
    } else if (text === '.' && !isInClass) return anyButLineBreaks;
    return text;
  });
}
