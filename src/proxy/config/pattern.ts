import { compilePattern } from '../../protocol/index.ts';

/**
 * What is wrong with the pattern of a form field, or undefined. Refuses patterns that repeat a group which itself
 * repeats or branches, such as `(a+)+`, because some texts make them take exponential time.
 */
export function patternProblem(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
  } catch (error) {
    return `must be a regular expression (${error instanceof Error ? error.message : String(error)})`;
  }
  if (hasNestedRepetition(pattern)) {
    return 'repeats a group that itself repeats or branches, like (a+)+, which can take exponential time; write it without nesting';
  }
  return undefined;
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
