import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { AttributeValue, FormConsent } from '../../protocol/form.ts';
import type { FormStep } from '../../protocol/form-steps.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import { fitsType, isEmptyValue } from '../../protocol/value-kind.ts';
import type { FormDraft } from '../state/conversation.ts';
import { createFormConsent } from './form-consent.ts';
import { createFormSteps } from './form-steps.ts';
import { createFormSubmission, type FormSubmissionDeps } from './form-submission.ts';
import { createFormValidation } from './form-validation.ts';
import {
  coversRequiredFields,
  draftName,
  type FormValues,
  initialValues,
  isVerified,
  ownValues,
  typedValues,
} from './form-values.ts';
import type { LeadFormState, SignedVisitorState, SubmissionExtra } from './lead-form-state.ts';
import { createPhoneConfirmation } from './phone-confirmation.ts';

export type LeadFormDeps = Omit<
  FormSubmissionDeps,
  'values' | 'validation' | 'consent' | 'confirmation' | 'createRequest'
> & {
  form: string;
  consent: FormConsent | null;
  /** Undefined: the form is asked as a whole. */
  steps?: readonly FormStep[] | undefined;
  defaultCountry: string | undefined;
  clock: Clock;
  /** What the visitor has typed and not sent yet. All tabs share it, and it survives a reload. */
  draft: ReadonlySignal<FormDraft>;
  edit(changes: FormDraft): void;
  /** Loads the consent that the form currently asks for; null if it asks for none. */
  loadConsent(): Promise<FormConsent | null | 'unreachable'>;
};

export type ResettableLeadFormState = LeadFormState & {
  /** Sets the result of verifying the token. The token is sent with the lead. */
  setVisitor(visitor: SignedVisitorState, userToken?: string): void;
  /** Lets the visitor send the values again. */
  reset(): void;
  /** Clears the form for another person. */
  clear(): void;
  /** Nothing is sent any more, except what the visitor is sending. */
  dispose(): void;
};

export function createLeadForm(deps: LeadFormDeps): ResettableLeadFormState {
  const { form, fields, defaultCountry, clock, draft, edit } = deps;
  /** Values of the page, and those that were sent. */
  const known = signal(initialValues(fields));
  const verified = signal<FormValues>({});
  /** Fields that set() has changed. Its caller sees what it has set, also if that is no option of a select. */
  const changed = new Set<string>();
  const typed = computed(() => typedValues(draft.value.values, fields, changed));
  const values = computed<FormValues>(() => ({ ...known.value, ...typed.value, ...verified.value }));
  const visitor = signal<SignedVisitorState>({ status: 'unknown' });
  const knownCountry = signal(defaultCountry);
  const country = computed(() => (draft.value.country ?? knownCountry.value) || undefined);
  const validation = createFormValidation({ fields, values, country });
  const confirmation = createPhoneConfirmation({ values, country });
  const { problems, setProblem, validate, validateAgain } = validation;
  const consent = createFormConsent({
    initial: deps.consent,
    load: deps.loadConsent,
    onProblem: (problem) => setProblem('consent', problem),
  });
  const steps = createFormSteps({ ...deps, validation });
  const submission = createFormSubmission({
    ...deps,
    ...{ values, validation, consent, confirmation, createRequest },
    onFailed(names) {
      steps.showField(validation.firstProblem());
      deps.onFailed(names);
    },
  });
  /** Fields that were sent. prefill() does not overwrite them. */
  const sent = new Set<string>();
  const isTouched = computed(() => consent.isTouched.value || Object.keys(typed.value).length > 0);
  const isCovered = computed(
    () =>
      visitor.value.status === 'verified' &&
      !isTouched.value &&
      consent.asked.value?.required !== true &&
      Object.keys(problems.value).length === 0 &&
      coversRequiredFields(visitor.value, validation.visible.value),
  );
  let attributes: Readonly<Record<string, AttributeValue>> = {};
  let userToken: string | undefined;
  /** Used if the page never calls markShown(). */
  let createdAt = clock.now();
  let shownAt: number | undefined;

  function afterChange(name: string): void {
    submission.onChange();
    validateAgain(name);
  }

  function createRequest(extra: SubmissionExtra): LeadRequest {
    keepTyped();
    const answer = consent.answer();
    return {
      form,
      fields: validation.readValues(),
      ...(country.peek() !== undefined && { country: country.peek() }),
      ...(confirmation.isGiven() && { phoneConfirmed: true }),
      ...(answer !== undefined && { consent: answer }),
      ...(Object.keys(attributes).length > 0 && { attributes }),
      ...(userToken !== undefined && { userToken }),
      // The proxy holds a lead without these two, because it may come from a bot that has not seen the form.
      website: '',
      elapsedMs: Math.max(0, clock.now() - (shownAt ?? createdAt)),
      ...extra,
    };
  }

  /** What was sent stays in the form when the draft is empty again. */
  function keepTyped(): void {
    for (const name of Object.keys(typed.peek())) sent.add(name);
    known.value = { ...known.peek(), ...typed.peek() };
    knownCountry.value = country.peek();
  }

  function setVisitor(next: SignedVisitorState, token?: string): void {
    visitor.value = next;
    userToken = token;
    if (next.status === 'checking') return;
    const earlier = verified.peek();
    // Not those of an earlier token, which may be about another person.
    verified.value = next.status === 'verified' ? ownValues(next.fields, fields) : {};
    for (const { name } of fields) if (earlier[name] !== verified.peek()[name]) afterChange(name);
  }

  return {
    fields,
    visibleFields: validation.visible,
    step: steps.current,
    next: steps.next,
    back: steps.back,
    consent: consent.asked,
    values,
    consentGiven: consent.isGiven,
    problems,
    status: submission.status,
    country,
    visitor,
    isTouched,
    isCovered,
    markShown() {
      shownAt ??= clock.now();
    },
    set(name, value) {
      const field = fields.find((candidate) => candidate.name === name);
      if (field === undefined || isVerified(visitor.peek(), name)) return;
      // A number without `+` is one of the country that was chosen for it.
      const phoneCountry = field.type === 'tel' && country.peek();
      // First, because only a change of the draft computes the values anew.
      changed.add(name);
      edit({ values: { [draftName(field)]: value }, ...(phoneCountry && { country: phoneCountry }) });
      afterChange(name);
    },
    setConsent: consent.set,
    prefill(next) {
      for (const { name, type } of fields) {
        const value = next[name];
        if (value === undefined || !fitsType(type, value) || sent.has(name) || name in typed.peek()) continue;
        if (isVerified(visitor.peek(), name)) continue;
        known.value = { ...known.peek(), [name]: value };
        afterChange(name);
      }
    },
    setAttributes(next) {
      attributes = { ...attributes, ...next };
    },
    setVisitor,
    blur(name) {
      const value = values.peek()[name];
      if (isEmptyValue(value) || validation.isRefused(name)) return;
      validate(name);
    },
    setCountry(next) {
      if (next === country.peek()) return;
      knownCountry.value = next;
      if (draft.peek().country !== undefined) edit({ values: {}, country: next ?? '' });
      for (const { name, type } of fields) if (type === 'tel') validateAgain(name);
    },
    submit: submission.submit,
    reset: submission.reset,
    dispose: submission.dispose,
    clear() {
      submission.clear();
      setVisitor({ status: 'unknown' });
      sent.clear();
      changed.clear();
      consent.clear();
      createdAt = clock.now();
      shownAt = undefined;
      known.value = initialValues(fields);
      knownCountry.value = defaultCountry;
      attributes = {};
    },
  };
}
