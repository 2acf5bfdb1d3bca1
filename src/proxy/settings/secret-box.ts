import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readSecretKeys } from '../config/values.ts';

export type OpenedText =
  /** `isOlderKey`: the key before the newest one has opened it. */
  | { ok: true; text: string; isOlderKey: boolean }
  /** `other-key`: it was sealed with a key that is not here. `damaged`: it was changed since, or belongs to another context. */
  | { ok: false; problem: 'other-key' | 'damaged' };

/** NIST SP 800-38D: 12 random bytes a text, which a key may see 2^32 times. */
const nonceLength = 12;
const tagLength = 16;
/** Names the format and the algorithm, AES-256-GCM. */
const format = 'v1';

/**
 * Encrypts texts for the database. `context` says what a text belongs to: it is opened only with the same one. `secretKey`: as it is
 * configured. The first of its keys seals, all open.
 */
export function createSecretBox(secretKey: string) {
  const keys = (readSecretKeys(secretKey) ?? []).map((bytes) => ({ bytes, id: idOf(bytes) }));
  const [newest] = keys;
  if (newest === undefined) throw new Error('[settings] secretKey holds no key.');
  return {
    seal(text: string, context: string): string {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', newest.bytes, nonce, { authTagLength: tagLength });
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [format, newest.id, sealed.toString('base64')].join('.');
    },
    open(sealed: string, context: string): OpenedText {
      const [found, id, base64 = ''] = sealed.split('.');
      const bytes = Buffer.from(base64, 'base64');
      if (found !== format || bytes.length < nonceLength + tagLength) return { ok: false, problem: 'damaged' };
      const key = keys.find((key) => key.id === id);
      if (key === undefined) return { ok: false, problem: 'other-key' };
      const nonce = bytes.subarray(0, nonceLength);
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-tagLength));
      try {
        const start = decipher.update(bytes.subarray(nonceLength, -tagLength));
        const text = Buffer.concat([start, decipher.final()]).toString();
        return { ok: true, text, isOlderKey: key.id !== newest.id };
      } catch {
        // Node's only error here: the text is not the one that was sealed in this context.
        return { ok: false, problem: 'damaged' };
      }
    },
  };
}

/** Tells keys apart, and says nothing of a random key. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('leadchat key ').update(key).digest('hex').slice(0, 12);
}
