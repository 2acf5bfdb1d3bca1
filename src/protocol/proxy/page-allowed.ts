import type { PublicConfig } from './public-config.ts';

type AllowedPages = Pick<PublicConfig, 'pageAllowed' | 'originHashes' | 'hostedChat'>;

/** Whether the proxy accepts leads from the pages of an origin, as far as its configuration says, which may be unchecked. */
export function isPageAllowed(
  config: AllowedPages | null | undefined,
  origin: string,
  proxyUrl: string | undefined,
): boolean {
  const { pageAllowed, originHashes, hostedChat } = config ?? {};
  if (hostedChat === true && isOfOrigin(proxyUrl ?? '', origin)) return true;
  return pageAllowed ?? (!Array.isArray(originHashes) || originHashes.includes(hashOrigin(origin)));
}

/** Without `URL`, because pages have a variable of that name. A path belongs to the page. */
function isOfOrigin(address: string, origin: string): boolean {
  return `${address}/`.startsWith(`${origin}/`) || /^\/(?!\/)/.test(address);
}

/**
 * Lets a page find its origin in a list without the list naming all others (FNV-1a). No secret: whoever guesses an origin
 * can ask the proxy about it anyway.
 */
export function hashOrigin(origin: string): number {
  let hash = 0x811c9dc5;
  for (const character of origin) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
