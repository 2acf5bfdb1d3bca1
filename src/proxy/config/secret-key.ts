import * as z from 'zod';
import { sensitive } from './values.ts';

/** The newest key first; at most one before it, so that it can be replaced. */
export const secretKeySchema = z
  .string()
  .refine((text) => readSecretKeys(text) !== undefined, {
    error:
      'must be 32 bytes in Base64, such as the output of `openssl rand -base64 32`; after a comma, the key before it',
  })
  .meta(sensitive);

/** The keys as bytes; undefined if one of them is none. */
export function readSecretKeys(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((key) => key.trim());
  if (keys.length > 2 || !keys.every((key) => /^[\w+/-]{43}=?$/.test(key))) return undefined;
  return keys.map((key) => Buffer.from(key, 'base64'));
}
