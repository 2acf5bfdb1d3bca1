import type { ReadonlySignal } from '@preact/signals-core';
import type { FormValues } from './form-values.ts';

export type PhoneConfirmationDeps = { values: ReadonlySignal<FormValues>; country: ReadonlySignal<string | undefined> };

/**
 * Phones that the proxy does not know to be in use. The visitor is asked once: who sends them again as they are confirms them. That
 * counts for all phones of the form, so none of them may be another one then.
 */
export function createPhoneConfirmation({ values, country }: PhoneConfirmationDeps) {
  let asked = new Map<string, string>();
  const phoneOf = (name: string) => `${country.peek()} ${values.peek()[name]}`;
  return {
    /** `names`: of all phones. The proxy asks about some of them. */
    ask(names: readonly string[]): void {
      asked = new Map(names.map((name) => [name, phoneOf(name)]));
    },
    isGiven: (): boolean => asked.size > 0 && [...asked].every(([name, phone]) => phoneOf(name) === phone),
    reset(): void {
      asked.clear();
    },
  };
}
