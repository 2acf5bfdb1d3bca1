export type Inline =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'code'; text: string }
  | { type: 'strong'; content: Inline[] }
  | { type: 'emphasis'; content: Inline[] }
  | { type: 'link'; address: string; content: Inline[] };

/** Nested deeper than this, marks are text. */
const maxDepth = 4;

/**
 * What stands out inside a line, found by one regular expression whose alternatives each begin with another character
 * and have no nested repetition, so that reading is linear. Whitespace inside the marks' edges makes them text: `2 * 3 * 4`.
 */
const mark =
  /`([^`\n]+)`|\*\*(?=\S)([^*\n]+(?:\*[^*\n]+\*[^*\n]*)?)\*\*|\*(?=\S)([^*\n]+)\*|(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+)_(?![\p{L}\p{N}])|\[([^[\]\n]{1,500})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>"]{1,2000})|(?<![\w.+-])([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})|\n/gu;

export function readInline(text: string, depth = 0): Inline[] {
  if (depth >= maxDepth) return [{ type: 'text', text }];
  const found: Inline[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) found.push({ type: 'text', text: text.slice(end, until) });
  };
  for (const match of text.matchAll(mark)) {
    const inline = toInline(match, depth);
    addText(match.index);
    found.push(inline.token);
    end = match.index + match[0].length - inline.left;
  }
  addText(text.length);
  return found;
}

/** `left`: how many characters at the end are not part of it after all. */
function toInline(match: RegExpExecArray, depth: number): { token: Inline; left: number } {
  const [all, code, strong, star, underscore, label, address, bare, mail] = match;
  const whole = (token: Inline) => ({ token, left: 0 });
  if (code !== undefined) return whole({ type: 'code', text: code });
  if (strong !== undefined) return whole({ type: 'strong', content: readInline(strong, depth + 1) });
  const emphasis = star ?? underscore;
  if (emphasis !== undefined) return whole({ type: 'emphasis', content: readInline(emphasis, depth + 1) });
  if (label !== undefined && address !== undefined) {
    // A link in a link is none: an address as a label stays text.
    const content = readInline(label, maxDepth - 1).map((one) => (one.type === 'link' ? one.content : [one]));
    return whole({ type: 'link', address, content: content.flat() });
  }
  if (bare !== undefined) {
    // The full stop after an address ends the sentence, not the address.
    const trimmed = bare.replace(/[.,;:!?)\]}'*_]+$/, '');
    return {
      token: { type: 'link', address: trimmed, content: [{ type: 'text', text: trimmed }] },
      left: bare.length - trimmed.length,
    };
  }
  if (mail !== undefined)
    return whole({ type: 'link', address: `mailto:${mail}`, content: [{ type: 'text', text: mail }] });
  return whole(all === '\n' ? { type: 'break' } : { type: 'text', text: all });
}
