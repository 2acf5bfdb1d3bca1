/**
 * What is wrong with the pattern of a form field, or undefined. Visitors choose what it is run on, so a pattern that
 * repeats a group which itself repeats or branches, `(a+)+`, is refused: it can take exponential time.
 */
export function patternFault(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
  } catch (error) {
    return `must be a regular expression (${error instanceof Error ? error.message : String(error)})`;
  }
  if (repeatsARepetition(pattern)) {
    return 'repeats a group that itself repeats or branches, like (a+)+, which can take exponential time; write it without nesting';
  }
  return undefined;
}

/** As in HTML the whole value must match. */
export function compilePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

/** Walks the pattern once; per open group it notes whether something in it repeats without an upper limit, or branches. */
function repeatsARepetition(pattern: string): boolean {
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

/** `*`, `+`, `{2,}`, or a bound so high that it is as good as none. */
function isUnbounded(rest: string): boolean {
  const bounds = /^\{\d+(,(\d*))?\}/.exec(rest);
  if (bounds === null) return rest.startsWith('*') || rest.startsWith('+');
  return bounds[1] !== undefined && (bounds[2] === '' || Number(bounds[2]) > 10);
}
