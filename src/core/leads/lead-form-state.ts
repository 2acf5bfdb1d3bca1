import type { ReadonlySignal } from '@preact/signals-core';
import type { ValueProblem } from '../../protocol/field-value.ts';
import type { AttributeValue, FieldValue, FormConsent, FormField } from '../../protocol/form.ts';
import type { FormStep } from '../../protocol/form-steps.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';

export type FieldProblem =
  | ValueProblem
  /** The text of the consent has changed since the visitor agreed. */
  | { code: 'consent-changed' }
  /** `message` comes from the proxy. */
  | { code: 'refused'; message: string };

/** `queued`, `accepted`: until the form is asked for again. `refused`: until a value changes. */
export type LeadFormStatus = 'editing' | 'sending' | 'queued' | 'accepted' | 'refused';

export type LeadSubmission =
  | { ok: true; status: 'accepted' | 'queued' }
  /** The first problem that the visitor sees, or else a hidden field; `consent` for the consent box; empty if the lead was refused as a whole. */
  | { ok: false; firstProblem: string };

/** What a submission contains beyond the fields. */
export type SubmissionExtra = Pick<
  LeadRequest,
  'page' | 'attribution' | 'variants' | 'website' | 'elapsedMs' | 'callback' | 'captcha'
>;

/** The result of a captcha. Not ok: the visitor has to solve it first. */
export type CaptchaProof = { ok: true; token?: string } | { ok: false };

/** The visitor's identity according to the page's signed token. */
export type SignedVisitorState =
  | { status: 'unknown' }
  /** The proxy is verifying the token. */
  | { status: 'checking' }
  /** The values of these fields are verified; the visitor cannot change them. */
  | { status: 'verified'; fields: Readonly<Record<string, FieldValue>> };

/** The step of a form that the visitor is at. */
export type LeadFormStep = {
  /** In the configuration, from 1: the same step has the same number for every visitor. */
  readonly number: number;
  /** Among the steps that this visitor comes to, from 1, and how many these are. */
  readonly position: number;
  readonly count: number;
  readonly title: FormStep['title'];
  /** The fields that the visitor sees now. */
  readonly fields: readonly FormField[];
  /** Those of later steps. A browser fills them in, too, if they are in the page. */
  readonly laterFields: readonly FormField[];
};

/** The state of a lead form: its values, their problems, and the submission. It contains no texts. */
export interface LeadFormState {
  readonly fields: readonly FormField[];
  /** The fields that the values ask for: those without a condition, and those whose condition (`showIf`) is met. */
  readonly visibleFields: ReadonlySignal<readonly FormField[]>;
  /** Null if the form is asked as a whole. The last step sends it. */
  readonly step: ReadonlySignal<LeadFormStep | null>;
  /** What the form asks for; null if it asks for no consent. It is replaced when the proxy's text has changed. */
  readonly consent: ReadonlySignal<FormConsent | null>;
  readonly values: ReadonlySignal<Readonly<Record<string, FieldValue>>>;
  readonly consentGiven: ReadonlySignal<boolean>;
  /** By field name; `consent` for the consent box, `captcha` for the captcha. */
  readonly problems: ReadonlySignal<Readonly<Record<string, FieldProblem>>>;
  /** Of the lead that was sent last, in whichever tab. `sending` and `refused` are of this one. */
  readonly status: ReadonlySignal<LeadFormStatus>;
  /** The country of phone numbers without `+`; ISO 3166-1 alpha-2. */
  readonly country: ReadonlySignal<string | undefined>;
  /** The visitor according to the page's signed token. */
  readonly visitor: ReadonlySignal<SignedVisitorState>;
  /** Whether the visitor has begun to fill it in: changed a value or the consent since the last lead was sent. */
  readonly isTouched: ReadonlySignal<boolean>;
  /**
   * Whether the form can be skipped: the signed token contains everything that it requires, the visitor has not begun to fill
   * it in, and no value of the page or the token has a problem that the form must show.
   */
  readonly isCovered: ReadonlySignal<boolean>;
  /**
   * Call it when the visitor sees the form. submit() reports the time since the first call, or since the chat was created.
   * The proxy holds a lead that comes faster than people type.
   */
  markShown(): void;
  /** Sets a value. Validates a field that has a problem again. Does nothing for a verified field. */
  set(name: string, value: FieldValue): void;
  /** `locale`: the language of the text that the visitor saw. */
  setConsent(given: boolean, locale?: string): void;
  /** Sets values of the page that the form lists in `attributes`. They are sent with this lead and later ones. */
  setAttributes(values: Readonly<Record<string, AttributeValue>>): void;
  /** Fills fields that the visitor has not changed. Ignores names that are not fields. */
  prefill(values: Readonly<Record<string, FieldValue>>): void;
  /** Validates the fields of the step, and shows the next one. Returns the name of the first field with a problem. */
  next(): string | undefined;
  /** Shows the step before. */
  back(): void;
  /** Validates a field that the visitor has left, unless it is empty. submit() validates empty fields too. */
  blur(name: string): void;
  setCountry(country: string | undefined): void;
  /**
   * Validates all fields, and sends the lead. While a lead is being sent, it returns the same promise. It never rejects.
   * `prepare`: what the lead waits for, such as a captcha. The fields are validated again after it. If it
   * fails, the lead is sent without it. Shows the step of the first problem.
   */
  submit(extra?: SubmissionExtra, prepare?: () => Promise<CaptchaProof>): Promise<LeadSubmission>;
}
