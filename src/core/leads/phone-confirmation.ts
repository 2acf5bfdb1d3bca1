import type { ReadonlySignal } from '@preact/signals-core';
import type { FormValues } from './form-values.ts';

export type PhoneConfirmationDeps = { values: ReadonlySignal<FormValues>; country: ReadonlySignal<string | undefined> };

/**
 * Phones that the proxy does not know to be in use. The visitor is asked once: who sends them again as they are confirms them. That
 * counts for all phones of the form, so none of them may be another one then.
 */
export function createPhoneConfirmation({ values, country }: PhoneConfirmationDeps) {
  let asked: ReadonlyMap<string, string> = new Map();
  const phoneOf = (name: string) => `${country.peek()} ${values.peek()[name]}`;
  return {
    /** The phones of these fields as they are now. */
    read: (names: readonly string[]): ReadonlyMap<string, string> =>
      new Map(names.map((name) => [name, phoneOf(name)])),
    /** `phones`: all that were sent. The proxy asks about some of them. */
    ask(phones: ReadonlyMap<string, string>): void {
      asked = phones;
    },
    isGiven: (): boolean => asked.size > 0 && [...asked].every(([name, phone]) => phoneOf(name) === phone),
    reset(): void {
      asked = new Map();
    },
  };
}
