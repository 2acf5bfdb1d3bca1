/**
 * Whether a value of CSS ends where its text ends. Browsers take `rgb(10 80 200` and `red/*` for colors, too, and read on where the
 * value stands before others.
 */
export function isClosedValue(value: string): boolean {
  let depth = 0;
  for (const character of value) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0 && !/[[\]{};\\"']|\/\*|<!--/.test(value);
}
