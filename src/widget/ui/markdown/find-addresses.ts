import { LinkifyIt } from 'linkify-it';

/** An email address in a text that a visitor sees. */
export type FoundEmail = { start: number; end: number; address: string };

/** A URL with credentials is found as a whole, so that no part of it becomes a link. */
const urls = new LinkifyIt({ fuzzyEmail: false, urlAuth: true, maxLength: 2000 });
const emails = new LinkifyIt({ maxLength: 320 });
for (const schema of ['http:', 'https:', 'ftp:', '//']) emails.add(schema, null);

/** Returns the end of the URL that begins at `start`, if one does. */
export function bareUrlEnd(text: string, start: number): number | undefined {
  const scheme = /^https?:(?=\/\/)/i.exec(text.slice(start, start + 'https://'.length))?.[0];
  // No space comes before an address in Chinese, Japanese or Thai, but a letter of the same script is part of a word.
  if (scheme === undefined || /[\p{Script=Latin}\p{N}]/u.test(text[start - 1] ?? '')) return undefined;
  const length = urls.testSchemaAt(text, scheme.toLowerCase(), start + scheme.length);
  if (length === 0) return undefined;
  const url = text.slice(start, start + scheme.length + length);
  // Linkify-it counts marks at the end as part of the path: `**https://example.com/a**`.
  return start + withoutMixedHost(url).replace(/[*_`~]+$/, '').length;
}

/**
 * Finds the email addresses in a text. One that has a letter which linkify-it does not take for a part of an address is none: the rest
 * of it may be the address of somebody else.
 */
export function findEmails(text: string): FoundEmail[] {
  if (!text.includes('@')) return [];
  return (emails.match(text) ?? []).flatMap(({ index, raw }) => {
    const isQuoted = raw.startsWith("'") && text[index + raw.length] === "'";
    const start = isQuoted ? index + 1 : index;
    const written = withoutMixedHost(isQuoted ? raw.slice(1) : raw);
    const address = written.replace(/^mailto:/i, '');
    const isPartOfWord = text[index - 1] === '"' && /[\p{L}\p{N}]/u.test(text[index - 2] ?? '');
    if (isPartOfWord || !/^[\p{L}\p{N}_]/u.test(address)) return [];
    const at = address.lastIndexOf('@');
    const user = encodeURI(address.slice(0, at)).replace(/[?&#]/g, encodeURIComponent);
    return [{ start, end: start + written.length, address: `mailto:${user}${address.slice(at)}` }];
  });
}

/** No top-level domain mixes Latin letters with others, so these begin the next word: `example.com谢谢`, `example.com에서`. */
function withoutMixedHost(address: string): string {
  return mixedHost.exec(address)?.[0] ?? address;
}

const mixedHost =
  /^(?:https?:\/\/)?[^/?#]*\.[a-z]{2,24}(?=[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}][^./?#]*(?:[/?#]|$))/iu;
