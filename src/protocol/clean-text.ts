/** Line breaks as `multiline` keeps them, of any system. */
const lineBreak = /\r\n?|[\n\u2028\u2029]/;
/** Control characters, and the line breaks that a text of one line does not have. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What draws nothing: zero-width spaces, direction marks, soft hyphens, fillers, tags. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
/** The blank of braille is no white space for `trim()`. */
const blankEnds = /^[\s\u2800]+|[\s\u2800]+$/gu;
/** Chooses the shape of the character before it, as in `❤️` and in many Japanese names. */
const variation = '[\\ufe00-\\ufe0f\\u180b-\\u180d\\u{e0100}-\\u{e01ef}]';
const shapedBefore = /[\p{L}\p{M}\p{N}\p{S}]$/u;
const joiner = '[\\u200c\\u200d]';
/** Scripts and emoji that are written with joiners: Persian `می‌روم`, Sinhala, `👩‍💻`. */
const joinedBefore =
  /[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]$/u;
const joinedAfter = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const shape = new RegExp(`^${variation}$`, 'u');
const joint = new RegExp(`^${variation}?${joiner}$`, 'u');

/**
 * Cleans what a visitor has typed, before it is judged, compared or kept: composes accents, trims, drops characters that draw
 * nothing, and replaces control characters and lone surrogates, which not every database accepts. `multiline` keeps the line breaks.
 */
export function cleanText(text: string, { multiline = false }: { multiline?: boolean } = {}): string {
  // Not toWellFormed(), which browsers of 2022 do not have.
  const visible = withoutInvisible(text.replace(/\p{Cs}/gu, '\ufffd').normalize('NFC'));
  const lines = multiline ? visible.split(lineBreak) : [visible];
  return trimmed(lines.map((line) => line.replace(controls, ' ')).join('\n'));
}

/** The same for an address or a number, which has no other forms of a character: `＠` is `@`. */
export function cleanIdentifier(text: string): string {
  return trimmed(cleanText(text).normalize('NFKC').replace(invisible, ''));
}

function trimmed(text: string): string {
  return text.replace(blankEnds, '');
}

/** Keeps what belongs to the character before it. */
function withoutInvisible(text: string): string {
  return text.replace(invisible, (run, at: number) => {
    const end = at + run.length;
    const before = text.slice(Math.max(0, at - 2), at);
    if (shape.test(run)) return shapedBefore.test(before) ? run : '';
    const isJoint = joint.test(run) && joinedBefore.test(before) && joinedAfter.test(text.slice(end, end + 2));
    return isJoint ? run : '';
  });
}
