import * as z from 'zod/mini';
import { countryCode, formConsent, formField } from './form.ts';
import { uuid } from './identifiers.ts';

/** What a visit says of its origin, first and last touch alike. */
export const attributionKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid',
  'msclkid',
  'referrer',
  'landing_page',
] as const;
export type AttributionKey = (typeof attributionKeys)[number];

const short = z.string().check(z.maxLength(200));
const long = z.string().check(z.maxLength(2000));

export const touch = z.partial(
  z.strictObject({
    utm_source: short,
    utm_medium: short,
    utm_campaign: short,
    utm_term: short,
    utm_content: short,
    gclid: long,
    fbclid: long,
    msclkid: long,
    referrer: long,
    landing_page: long,
  } satisfies Record<AttributionKey, unknown>),
);
export type Touch = z.infer<typeof touch>;

export const formName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** The value of one form field as the browser sends it. */
export const fieldValue = z.union([long, z.boolean()]);

/** Body of `POST /leads`. Strict: an unknown key is an issue. Only `form` and `fields.phone` are required. */
export const leadRequest = z.strictObject({
  form: formName,
  fields: z.record(z.string().check(z.maxLength(64)), fieldValue),
  consent: z.optional(z.strictObject({ granted: z.boolean(), version: z.optional(short) })),
  page: z.optional(z.strictObject({ url: z.optional(long), title: z.optional(long), referrer: z.optional(long) })),
  attribution: z.optional(z.strictObject({ first: z.optional(touch), last: z.optional(touch) })),
  /** true: open a chat session for this lead in the same answer. */
  chat: z.optional(z.boolean()),
  /** true: the visitor asked to be called back. */
  callback: z.optional(z.boolean()),
  /** Honeypot: people do not see it. */
  website: z.optional(long),
  /** Milliseconds from the form's appearance to its submission. */
  elapsedMs: z.optional(z.number().check(z.minimum(0))),
  /** Token of the captcha provider. */
  captcha: z.optional(z.string().check(z.maxLength(2048))),
});
export type LeadRequest = z.infer<typeof leadRequest>;

/** A session for the browser: the service's, with the address to use it at. Null: chat anonymously. */
export const proxySession = z.nullable(z.looseObject({ flow_id: z.string(), session: z.string(), url: z.string() }));
export type ProxySession = z.infer<typeof proxySession>;

/** 202 of `POST /leads`. */
export const leadAccepted = z.looseObject({
  status: z.literal('accepted'),
  /** Our id of the lead, not the service's. */
  lead: uuid,
  session: proxySession,
});
export type LeadAccepted = z.infer<typeof leadAccepted>;

/** Body of `POST /sessions` and of `POST /calls`: a stored lead. */
export const leadReference = z.strictObject({ lead: uuid });

/** 200 of `POST /sessions`. */
export const sessionAnswer = z.looseObject({ status: z.literal('success'), session: proxySession });

/** 202 of `POST /calls`. */
export const callAccepted = z.looseObject({ status: z.literal('accepted'), call: uuid });

/** How far a call-back is. `unknown`: it may have been placed; nobody knows. */
export const callState = z.enum([
  'waiting',
  'placing',
  'ringing',
  'answered',
  'completed',
  'failed',
  'expired',
  'unknown',
]);
export type CallState = z.infer<typeof callState>;

/** 200 of `GET /calls/:id`. */
export const callStatus = z.looseObject({
  status: z.literal('success'),
  call: uuid,
  state: callState,
  /** How many times the call was handed on. */
  transfers: z.optional(z.int()),
});

/** Whom the call-backs of a form reach, and when. */
const publicCall = z.looseObject({
  countries: z.optional(z.array(z.string())),
  hours: z.optional(z.array(z.looseObject({ days: z.array(z.string()), from: z.string(), to: z.string() }))),
  /** Without one the hours hold in every zone of the callee's country. */
  timeZone: z.optional(z.string()),
});
export type PublicCall = z.infer<typeof publicCall>;

/** The part of a form's configuration that browsers may see. */
export const publicForm = z.looseObject({
  name: formName,
  fields: z.array(formField),
  consent: z.nullish(formConsent),
  defaultCountry: z.optional(countryCode),
  /** Whether this form offers a call-back. */
  callback: z.optional(z.boolean()),
  /** What is known beforehand of whether one is possible; the proxy judges when it is asked for. */
  call: z.optional(publicCall),
});
export type PublicForm = z.infer<typeof publicForm>;

/** The captcha that the form draws; the secret that goes with it stays in the proxy. */
const publicCaptcha = z.looseObject({
  provider: z.enum(['turnstile', 'hcaptcha']),
  siteKey: z.string(),
  /** Where its script comes from, when not from the provider. */
  scriptUrl: z.optional(z.string()),
});
export type PublicCaptcha = z.infer<typeof publicCaptcha>;

/** 200 of `GET /config?form=NAME`: nothing secret. */
export const publicConfig = z.looseObject({
  flowId: uuid,
  wssUrl: z.string(),
  form: publicForm,
  /** Defaults for the widget's options. */
  widget: z.record(z.string(), z.unknown()),
  captcha: z.optional(publicCaptcha),
});
export type PublicConfig = z.infer<typeof publicConfig>;
