import { signal } from '@preact/signals-core';
import type { FormConsent } from '../../protocol/form.ts';
import { consentProblem } from '../../protocol/proxy/consent-problem.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import type { FieldProblem } from './lead-form-state.ts';

export type FormConsentDeps = {
  initial: FormConsent | null;
  /** Loads the consent that the form currently asks for; null if it asks for none. */
  load(): Promise<FormConsent | null | 'unreachable'>;
  onProblem(problem: FieldProblem | undefined): void;
};

/** The consent of a form: what it asks for, and what the visitor has answered. */
export function createFormConsent({ initial, load, onProblem }: FormConsentDeps) {
  const asked = signal(initial);
  const isGiven = signal(false);
  /** The visitor has answered since the form was sent. */
  const isTouched = signal(false);
  let locale: string | undefined;

  /** The answer as the proxy takes it; undefined if the form asks for no consent. */
  function answer(): LeadRequest['consent'] {
    const text = asked.peek();
    if (text === null) return undefined;
    const granted = isGiven.peek();
    return { granted, version: text.version, ...(granted && locale !== undefined && { locale }) };
  }

  return {
    asked,
    isGiven,
    isTouched,
    answer,
    set(given: boolean, shownIn: string | undefined): void {
      isTouched.value = true;
      isGiven.value = given;
      locale = shownIn;
      if (given) onProblem(undefined);
    },
    validate(): void {
      const text = asked.peek();
      const isLacking = text !== null && consentProblem(text, answer()) === 'required';
      onProblem(isLacking ? { code: 'required' } : undefined);
    },
    /** The proxy does not accept the visitor's consent, so its text has probably changed since the page was loaded. */
    async askAgain(message: string, visitor: AbortSignal): Promise<void> {
      const current = await load();
      if (visitor.aborted) return;
      const hasChanged = current !== 'unreachable' && current?.version !== asked.peek()?.version;
      if (hasChanged) {
        asked.value = current;
        isGiven.value = false;
      }
      // Without a consent, there is no box that could show a problem.
      if (current === null) return;
      onProblem(hasChanged ? { code: 'consent-changed' } : { code: 'refused', message });
    },
    clear(): void {
      isTouched.value = false;
      isGiven.value = false;
    },
  };
}
