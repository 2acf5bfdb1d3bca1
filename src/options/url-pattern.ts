import { attempt } from './attempt.ts';

/**
 * Whether the URL contains the parts of the pattern in their order. `*` stands for anything between them, `^` for the start
 * and `$` for the end. A pattern that begins with `^/` is for the path alone. Both may have letters that URLs escape: `/größe` is
 * `/gr%C3%B6%C3%9Fe`.
 */
export function matchesUrl(pattern = '', url: string): boolean {
  const text = `^${decode(pattern.startsWith('^/') ? url.replace(/^\w+:\/+[^/]*|[?#].*$/g, '') : url)}$`;
  let from = 0;
  return decode(pattern)
    .split('*')
    .every((part) => {
      const at = text.indexOf(part, from);
      from = at + part.length;
      return at !== -1;
    });
}

/** A URL may be escaped wrongly. */
function decode(url: string): string {
  return attempt(() => decodeURI(url)) ?? url;
}
