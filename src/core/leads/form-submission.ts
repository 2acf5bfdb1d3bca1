import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { FormField } from '../../protocol/form.ts';
import { isConsentIssue } from '../../protocol/proxy/consent-problem.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import type { VisitorSignal } from '../effects/visitor-lifetime.ts';
import { isUnknownPhone, problemOfIssue } from './field-issue.ts';
import type { createFormConsent } from './form-consent.ts';
import type { createFormValidation } from './form-validation.ts';
import type { FormValues } from './form-values.ts';
import type {
  CaptchaProof,
  FieldProblem,
  LeadFormState,
  LeadFormStatus,
  LeadSubmission,
  SubmissionExtra,
} from './lead-form-state.ts';
import type { LeadOutcome } from './lead-gateway.ts';
import type { createPhoneConfirmation } from './phone-confirmation.ts';

export type FormSubmissionDeps = {
  fields: readonly FormField[];
  values: ReadonlySignal<FormValues>;
  visitorSignal: VisitorSignal;
  /** What has come of the visitor's lead, in whichever tab. Null while the form is to be filled in. */
  outcome: ReadonlySignal<'queued' | 'accepted' | null>;
  validation: ReturnType<typeof createFormValidation>;
  consent: ReturnType<typeof createFormConsent>;
  confirmation: ReturnType<typeof createPhoneConfirmation>;
  /** Returns the lead with the current values. */
  createRequest(extra: SubmissionExtra): LeadRequest;
  /** Gets a new token if the visitor's has expired. Undefined if there is nothing to wait for. */
  renewToken(): Promise<void> | undefined;
  send(request: LeadRequest): Promise<LeadOutcome>;
  /** Called when a field that the visitor cannot see keeps the form from being sent. */
  onHiddenProblem(name: string, problem: FieldProblem): void;
  /** Called when the form could not be sent, with the names of the fields that have a problem. */
  onFailed(names: string[]): void;
  /** Receives what a function of the page throws. */
  reportError(error: unknown): void;
};

/** Validates a form and sends it, one lead at a time. */
export function createFormSubmission(deps: FormSubmissionDeps) {
  const {
    fields,
    values,
    visitorSignal,
    outcome: known,
    validation,
    consent,
    confirmation,
    createRequest,
    renewToken,
    send,
  } = deps;
  const { onHiddenProblem, onFailed, reportError } = deps;
  const { problems, setProblem } = validation;
  let current: Promise<LeadSubmission> | undefined;
  const isSending = signal(false);
  /** The proxy has refused the values as they are: they have not changed since. */
  const isRefused = signal(false);
  const status = computed<LeadFormStatus>(() => {
    if (isRefused.value) return 'refused';
    return isSending.value ? 'sending' : (known.value ?? 'editing');
  });
  let isDisposed = false;

  /** Returns undefined if the form can be sent. */
  function validateForm(): LeadSubmission | undefined {
    validation.validateAll();
    consent.validate();
    return validation.firstProblem() === '' ? undefined : fail();
  }

  function fail(): LeadSubmission {
    for (const { name, type } of fields) {
      const problem = problems.peek()[name];
      if (type === 'hidden' && problem !== undefined) onHiddenProblem(name, problem);
    }
    onFailed(Object.keys(problems.peek()));
    return { ok: false, firstProblem: validation.firstProblem() };
  }

  /** A function of the page that fails must not lose a lead: without a captcha, the proxy decides about it. */
  async function runPrepare(prepare: () => Promise<CaptchaProof>): Promise<CaptchaProof> {
    try {
      return await prepare();
    } catch (error) {
      reportError(error);
      return { ok: true };
    }
  }

  async function sendLead(extra: SubmissionExtra, prepare?: () => Promise<CaptchaProof>): Promise<LeadSubmission> {
    // After an await, another person may have the form.
    const signal = visitorSignal();
    const renewal = renewToken();
    const proof: CaptchaProof = prepare === undefined ? { ok: true } : await runPrepare(prepare);
    if (renewal !== undefined) await renewal;
    if (signal.aborted) return { ok: false, firstProblem: '' };
    if (!proof.ok) {
      setProblem('captcha', { code: 'required' });
      onFailed(['captcha']);
      return { ok: false, firstProblem: 'captcha' };
    }
    // The values may have changed meanwhile.
    const failure = validateForm();
    if (failure !== undefined) return failure;
    const { token } = proof;
    // The visitor may change them until the answer comes, which is about these.
    const sent = values.peek();
    const phones = confirmation.read(fields.filter(({ type }) => type === 'tel').map(({ name }) => name));
    const outcome = await send(createRequest({ ...extra, ...(token !== undefined && { captcha: token }) }));
    if (signal.aborted) return { ok: false, firstProblem: '' };
    isRefused.value = outcome.status === 'refused';
    if (outcome.status !== 'refused') {
      // The box stays ticked like the values stay: the same visitor has agreed to the same text.
      consent.isTouched.value = false;
      return { ok: true, status: outcome.status };
    }
    for (const issue of outcome.issues) {
      const name = issue.path.replace(/^fields\./, '');
      const field = fields.find((known) => known.name === name);
      if (field === undefined) continue;
      validation.setRefusal(name, sent[name], problemOfIssue(issue, field));
    }
    // A phone that was asked about before stays confirmed when only something else is wrong.
    if (outcome.issues.some(isUnknownPhone)) confirmation.ask(phones);
    const consentIssue = outcome.issues.find(isConsentIssue);
    if (consentIssue !== undefined) await consent.askAgain(consentIssue.message, signal);
    return signal.aborted ? { ok: false, firstProblem: '' } : fail();
  }

  function end(): void {
    current = undefined;
    isSending.value = false;
  }

  function reset(): void {
    isRefused.value = false;
    validation.reset();
    confirmation.reset();
  }

  const submit: LeadFormState['submit'] = (extra = {}, prepare) => {
    if (current !== undefined) return current;
    if (isDisposed) return Promise.resolve({ ok: false, firstProblem: '' });
    setProblem('captcha', undefined);
    const failure = validateForm();
    if (failure !== undefined) return Promise.resolve(failure);
    isRefused.value = false;
    isSending.value = true;
    let resolve = (_: Promise<LeadSubmission>) => {};
    const sending = new Promise<LeadSubmission>((resolveSending) => {
      resolve = resolveSending;
    });
    const done = () => {
      if (current === sending) end();
    };
    current = sending;
    sending.then(done, done);
    // Last: the page is told of the lead, and may submit the form again.
    resolve(sendLead(extra, prepare));
    return sending;
  };

  return {
    status,
    submit,
    /** A value has changed, so the proxy may accept the lead now. */
    onChange(): void {
      isRefused.value = false;
    },
    reset,
    /** For another person. */
    clear(): void {
      end();
      reset();
    },
    dispose(): void {
      isDisposed = true;
    },
  };
}
