import type { ReadonlySignal } from '@preact/signals-core';
import type { PhoneParseResult, PhoneProblem } from '../../phone/index.ts';
import type { AttributeValue, FormConsent, FormField, LeadRequest } from '../../protocol/index.ts';

export type FieldValue = string | boolean;

export type FieldProblem =
  | { code: 'required' }
  | { code: 'too-long'; max: number }
  | { code: 'pattern' }
  | { code: 'email' }
  | { code: 'option' }
  | { code: 'phone'; problem: PhoneProblem }
  /** The consent's text has changed since the visitor agreed. */
  | { code: 'consent-changed' }
  /** `message` comes from the proxy. */
  | { code: 'refused'; message: string };

export type LeadFormStatus = 'editing' | 'sending' | 'queued' | 'accepted' | 'refused';

export type LeadSubmission =
  | { ok: true; status: 'accepted' | 'queued' }
  /** Name of the first field with a problem, `consent` for the consent box, empty when the lead was refused as a whole. */
  | { ok: false; firstProblem: string };

/** What a submission contains beyond the fields. */
export type SubmissionExtra = Pick<
  LeadRequest,
  'page' | 'attribution' | 'website' | 'elapsedMs' | 'callback' | 'captcha'
>;

/** The result of a captcha. Not ok: the visitor has to do something first. */
export type CaptchaProof = { ok: true; token?: string } | { ok: false };

export type ParsePhone = (typed: string, defaultCountry?: string) => PhoneParseResult;

/** Who the page says the visitor is, by a signed token. */
export type SignedVisitorState =
  | { status: 'unknown' }
  /** The proxy is verifying the token. */
  | { status: 'checking' }
  /** The values of these fields are certain; the visitor cannot change them. */
  | { status: 'verified'; fields: Readonly<Record<string, FieldValue>> };

/** A lead form as a state machine: its values, their problems, and the submission. It has no texts. */
export interface LeadForm {
  readonly fields: readonly FormField[];
  /** Read from a signal: it is replaced when the proxy has another text by now. */
  readonly consent: FormConsent | null;
  readonly values: ReadonlySignal<Readonly<Record<string, FieldValue>>>;
  readonly consentGiven: ReadonlySignal<boolean>;
  /** By field name; `consent` for the consent box, `captcha` for the captcha. */
  readonly problems: ReadonlySignal<Readonly<Record<string, FieldProblem>>>;
  readonly status: ReadonlySignal<LeadFormStatus>;
  /** The country of phone numbers without `+`; ISO 3166-1 alpha-2. */
  readonly country: ReadonlySignal<string | undefined>;
  readonly visitor: ReadonlySignal<SignedVisitorState>;
  /** Whether the signed token has all that the form requires, so that nothing has to be asked. */
  readonly isCovered: ReadonlySignal<boolean>;
  /**
   * The visitor sees the form. submit() reports the time since the first call; without a call, the time since the chat was
   * created. The proxy holds a lead that comes sooner than people type.
   */
  markShown(): void;
  /** A field that has a problem is validated again with each change. A verified field does not change. */
  set(name: string, value: FieldValue): void;
  /** `locale`: the language of the text that the visitor saw. */
  setConsent(given: boolean, locale?: string): void;
  /** Values of the page that the form's `attributes` list. They are sent with the lead, and with later leads. */
  setAttributes(values: Readonly<Record<string, AttributeValue>>): void;
  /** Fills fields that the visitor has not touched; names that are no field are ignored. */
  prefill(values: Readonly<Record<string, FieldValue>>): void;
  /** The visitor left the field: validates it, unless it is empty; submit() validates empty fields. */
  blur(name: string): void;
  setCountry(country: string | undefined): void;
  /** Without a parser, phones are validated by their number of digits alone. */
  setPhoneParser(parse: ParsePhone): void;
  /**
   * Validates all fields, asks the captcha if there is one, and sends the lead. While a lead is being sent, it returns the
   * same promise. It never rejects.
   */
  submit(extra?: SubmissionExtra, prove?: () => Promise<CaptchaProof>): Promise<LeadSubmission>;
}
