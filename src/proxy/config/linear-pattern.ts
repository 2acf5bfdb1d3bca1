import { RE2JS } from 're2js';

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
