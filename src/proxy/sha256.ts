// Not by name: linking `hash` would fail on an old Node before requireNode says which version is needed.
import nodeCrypto from 'node:crypto';

/** SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return nodeCrypto.hash('sha256', text);
}
