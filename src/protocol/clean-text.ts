const plain = /^[ -~]*$/;

/** What most people type. A slow phone needs 15 ms to create the patterns for everything else, so the functions that need them do. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/**
 * Cleans what a visitor has typed, before it is judged, compared or kept: composes accents, trims, drops characters that draw
 * nothing, and replaces control characters and lone surrogates, which not every database accepts. `multiline` keeps the line breaks.
 */
export function cleanText(text: string, { multiline = false }: { multiline?: boolean } = {}): string {
  if (isPlain(text)) return text.trim();
  // Not toWellFormed(), which browsers of 2022 do not have.
  const visible = withoutInvisible(text.replace(/\p{Cs}/gu, '\ufffd').normalize('NFC'));
  // Line breaks of any system.
  const lines = multiline ? visible.split(/\r\n?|[\n\u2028\u2029]/) : [visible];
  // Control characters, and the line breaks that a text of one line does not have.
  return trimmed(lines.map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).join('\n'));
}

/** The same for an address or a number, which has no other forms of a character: `＠` is `@`. */
export function cleanIdentifier(text: string): string {
  if (isPlain(text)) return text.trim();
  return trimmed(replaceInvisible(cleanText(text).normalize('NFKC'), () => ''));
}

/**
 * The blank of braille is no white space for `trim()`. From the end, because a pattern that ends there looks at the rest of a run
 * of blanks from each of them.
 */
function trimmed(text: string): string {
  let end = text.length;
  while (/[\s\u2800]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end).replace(/^[\s\u2800]+/, '');
}

/** Keeps what belongs to the character before it. */
function withoutInvisible(text: string): string {
  return replaceInvisible(text, (run, at) => {
    const end = at + run.length;
    const before = text.slice(Math.max(0, at - 2), at);
    return isShape(run, before) || isJoint(run, before, text.slice(end, end + 2)) ? run : '';
  });
}

/** Replaces what draws nothing: zero-width spaces, direction marks, soft hyphens, fillers, tags. */
function replaceInvisible(text: string, replace: (run: string, at: number) => string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}+/gu, replace);
}

/** Chooses the shape of the character before it, as in `❤️` and in many Japanese names. */
const variation = '[\\ufe00-\\ufe0f\\u180b-\\u180d\\u{e0100}-\\u{e01ef}]';

function isShape(run: string, before: string): boolean {
  return new RegExp(`^${variation}$`, 'u').test(run) && /[\p{L}\p{M}\p{N}\p{S}]$/u.test(before);
}

/** Scripts and emoji that are written with joiners: Persian `می‌روم`, Sinhala, `👩‍💻`. */
function isJoint(run: string, before: string, after: string): boolean {
  return (
    new RegExp(`^${variation}?[\\u200c\\u200d]$`, 'u').test(run) &&
    /[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]$/u.test(
      before,
    ) &&
    /^[\p{L}\p{M}\p{Extended_Pictographic}]/u.test(after)
  );
}
