/**
 * The keys of leads that were stored lately. A repetition of one is no new attempt: it counts for no limit and needs no
 * captcha, whose token has expired by then. What it is worth is still the store's to say.
 */
export class RecentKeys {
  readonly #keys = new Set<string>();
  readonly #capacity: number;

  constructor(capacity = 20_000) {
    this.#capacity = capacity;
  }

  add(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= this.#capacity) return;
    const [oldest] = this.#keys;
    if (oldest !== undefined) this.#keys.delete(oldest);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}
