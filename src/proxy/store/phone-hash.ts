import { createHmac } from 'node:crypto';

/** Recognizes the phone of a scrubbed lead, so that the rest can be erased with the person. */
export type PhoneHasher = {
  /** What a scrubbed lead keeps of its phone. */
  hash(phone: string): string | null;
  /** What every hash of this secret begins with. */
  prefix: string;
};

/** `secret` is not in the database: phones are few enough to find that of a plain hash. Without it, nothing is kept. */
export function createPhoneHasher(secret: string | undefined): PhoneHasher {
  if (secret === undefined) return { hash: () => null, prefix: 'none:' };
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const prefix = `${hmac('which secret').slice(0, 8)}:`;
  return { prefix, hash: (phone) => `${prefix}${hmac(`phone ${phone}`)}` };
}
