/** Where the address of a link stands in a text, and where the link ends. */
export type Destination = { from: number; to: number; end: number };

/** Longer addresses are no links. */
const maxAddressLength = 2000;
const maxBracketDepth = 32;

/**
 * Reads what follows the words of a link: `(https://example.com "title")`, `(<https://example.com/a b>)`. Brackets may be
 * balanced or escaped. The address of a button may contain spaces, because authors of flows write
 * `leadchat:say?text=Yes, please`.
 */
export function readDestination(text: string, at: number): Destination | undefined {
  if (text[at] !== '(') return undefined;
  const start = skipSpace(text, at + 1);
  const address = text[start] === '<' ? readAngled(text, start) : readBalanced(text, start);
  if (address === undefined) return undefined;
  titleAndEnd.lastIndex = address.end;
  if (!titleAndEnd.test(text)) return undefined;
  return { from: address.from, to: address.to, end: titleAndEnd.lastIndex };
}

const titleAndEnd = /(?:\s+(?:"(?:\\.|[^"\\]){0,300}"|'(?:\\.|[^'\\]){0,300}'|\((?:\\.|[^()\\]){0,300}\)))?\s{0,20}\)/y;

/** The address as it is meant: `\)` is a bracket. */
export function unescapeAddress(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function readAngled(text: string, start: number): Destination | undefined {
  angled.lastIndex = start;
  if (!angled.test(text)) return undefined;
  return { from: start + 1, to: angled.lastIndex - 1, end: angled.lastIndex };
}

const angled = /<(?:\\.|[^<>\\\n]){0,2000}>/y;

function readBalanced(text: string, start: number): Destination | undefined {
  const stop = isButton(text, start) ? /\n/ : /[\s\p{Cc}]/u;
  let depth = 0;
  let at = start;
  for (; at < text.length && at - start <= maxAddressLength; at += 1) {
    const character = text[at] ?? '';
    if (stop.test(character)) break;
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0) break;
    if (depth > maxBracketDepth) return undefined;
    if (character === '\\') at += 1;
  }
  return depth > 0 || at === start || at - start > maxAddressLength ? undefined : { from: start, to: at, end: at };
}

function isButton(text: string, start: number): boolean {
  return /^leadchat:/i.test(text.slice(start, start + 'leadchat:'.length));
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && end < at + 20 && /\s/.test(text[end] ?? '')) end += 1;
  return end;
}
