import type { Digest } from '../deps.ts';

/** Judges an Authorization header against the one token, in a time that tells nothing of how much of it is right. */
export function createAuthorizer(token: string, digest: Digest): (header: string | undefined) => Promise<boolean> {
  const expected = Promise.resolve(digest(token));
  return async (header) => {
    const given = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
    const [wanted, found] = await Promise.all([expected, digest(given ?? '')]);
    return given !== undefined && isSame(wanted, found);
  };
}

/** Both are hashes of the same length, so not even that differs. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
