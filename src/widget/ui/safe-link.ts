const allowed = /^(?:https?|mailto|tel):$/;

/**
 * The address of a link that came from outside, or undefined when it is none that may be followed. Control characters
 * go first, since browsers drop them too: `java\nscript:` is one.
 */
export function safeLink(address: string): string | undefined {
  const cleaned = address.replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, '');
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(cleaned) || !URL.canParse(cleaned)) return undefined;
  const url = new URL(cleaned);
  return allowed.test(url.protocol) && url.username === '' ? url.href : undefined;
}
