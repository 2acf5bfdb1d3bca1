import { hash } from 'node:crypto';

/**
 * What is stored of an Idempotency-Key. A lead's token is derived from the key and a secret in the same database, so
 * with the key itself a copy of the database would yield the token. A key is random, so its hash does not reveal it.
 */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

/**
 * What is stored of a request's body. With the key, which is not stored: otherwise whoever has a copy of the database
 * could guess what a person had entered, even after it was deleted.
 */
export function hashBody(key: string, bodyHash: string): string {
  return hash('sha256', `${key} ${bodyHash}`);
}
