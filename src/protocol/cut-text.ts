/**
 * Cuts a text to at most so many characters (UTF-16 code units, as all limits count), never within what a reader sees as one
 * character: half an emoji is no text, and an accent or a flag's second letter by itself is another one.
 */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, boundaryBefore(text, maxLength));
}

/** Cuts a text as `cutText` does, with `…` in place of the rest. */
export function shortenText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutText(text, maxLength - 1).trimEnd()}…`;
}

/** Shortens a text at the end of a word, unless its last word alone is longer than a third of it. */
export function shortenAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = cutText(text, maxLength - 1);
  // A cut between two words leaves both whole.
  const end = /\s/.test(text[cut.length] ?? '') ? cut.length : cut.search(/\s\S*$/);
  return `${(end > maxLength * (2 / 3) ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** A stack of accents is longer than any character that people write, and must not use up the text. */
const maxCharacterLength = 64;

function boundaryBefore(text: string, at: number): number {
  // Browsers of 2022 and Firefox before 125 have none.
  const start = Intl.Segmenter === undefined ? at : characterStart(text, at);
  if (start > at - maxCharacterLength && start < at) return start;
  return isWithinPair(text, at) ? at - 1 : at;
}

function characterStart(text: string, at: number): number {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text).containing(at)?.index ?? at;
}

function isWithinPair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
