import type { PublicConfig } from './public-config.ts';

type AllowedPages = Pick<PublicConfig, 'pageAllowed' | 'originHashes'>;

/** Whether the proxy accepts leads from the pages of an origin, as far as its configuration says, which may be unchecked. */
export function isPageAllowed(config: AllowedPages | null | undefined, origin: string): boolean {
  const { pageAllowed, originHashes } = config ?? {};
  return pageAllowed ?? (!Array.isArray(originHashes) || originHashes.includes(hashOrigin(origin)));
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
