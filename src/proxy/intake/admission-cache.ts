import type { HoldReason } from './detect-spam.ts';

/** Whether a lead may come in at all, and whether it is held. */
export type Judgement = { allowed: true; held: HoldReason | undefined } | { allowed: false; retryAfterSeconds: number };

/**
 * Judges each Idempotency-Key once: limits count a lead, not the retries of it, and a captcha's token is spent after the
 * first look. That holds for retries of a lead that could not be stored too, and for two that come at the same time.
 * Whether a key is a repetition is still the store's to say.
 */
export class AdmissionCache {
  readonly #known = new Map<string, Promise<Judgement>>();
  readonly #capacity: number;

  constructor(capacity = 20_000) {
    this.#capacity = capacity;
  }

  async once(key: string, judge: () => Promise<Judgement>): Promise<Judgement> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const judging = judge();
    this.#known.set(key, judging);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#capacity && oldest !== undefined) this.#known.delete(oldest);
    const judgement = await judging.catch(() => undefined);
    // Who was refused may come again later, and is judged anew then.
    if (judgement?.allowed !== true) this.#known.delete(key);
    return judging;
  }
}
