import { createHmac } from 'node:crypto';
import type { Database } from './sql.ts';

/** What all modules of the store share. */
export type StoreContext = {
  database: Database;
  /** For what only reads and may take long: intake and delivery do not wait for it. */
  dashboard: Database;
  /** After a commit: a lead or a webhook may be due, in this or another proxy. */
  notify(): void;
  now(): number;
  phoneHasher: PhoneHasher;
  /**
   * Whether what was deleted has left the disk, as far as the database can do that itself. False while another connection
   * of an embedded store is reading; the store tries again.
   */
  emptyLog(): Promise<boolean>;
};

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
