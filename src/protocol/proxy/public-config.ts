import * as z from 'zod/mini';
import { countryCode, formConsent, formField } from '../form.ts';
import { formSteps } from '../form-steps.ts';
import { formName, uuid } from '../identifiers.ts';

/** Countries and hours of a form's call-backs. */
const publicCall = z.looseObject({
  countries: z.optional(z.array(z.string())),
  hours: z.optional(z.array(z.looseObject({ days: z.array(z.string()), from: z.string(), to: z.string() }))),
  /** Without one the hours apply in every zone of the callee's country. */
  timeZone: z.optional(z.string()),
  /** Days without calls: those of the form and those of the widget, which have a zone of their own. */
  closed: z.optional(z.array(z.looseObject({ from: z.string(), to: z.string(), timeZone: z.optional(z.string()) }))),
});
export type PublicCall = z.infer<typeof publicCall>;

/** The part of a form's configuration that browsers may see. */
export const publicForm = z.looseObject({
  name: formName,
  fields: z.array(formField),
  /** The parts in which the form is asked. */
  steps: z.optional(formSteps),
  consent: z.nullish(formConsent),
  /** Names that `setAttributes()` accepts. Earlier versions of the proxy send none. */
  attributes: z.optional(z.array(z.string())),
  defaultCountry: z.optional(countryCode),
  /** Whether this form offers a call-back. */
  callback: z.optional(z.boolean()),
  /** Lets the widget predict whether a call-back is possible; the proxy decides when one is requested. */
  call: z.optional(publicCall),
});
export type PublicForm = z.infer<typeof publicForm>;

/** The captcha that the form draws; the secret that goes with it stays in the proxy. */
const publicCaptcha = z.looseObject({
  provider: z.enum(['turnstile', 'hcaptcha']),
  siteKey: z.string(),
  /** Address of the script, if it does not come from the provider. */
  scriptUrl: z.optional(z.string()),
});
export type PublicCaptcha = z.infer<typeof publicCaptcha>;

/** The Turnstile action of the widget's captcha: tokens of other forms of the page do not count for a lead. */
export const captchaAction = 'leadchat-lead';

/** 200 of `GET /config?form=NAME`: nothing secret. */
export const publicConfig = z.looseObject({
  flowId: uuid,
  wssUrl: z.string(),
  form: publicForm,
  /** Defaults for the widget's options. */
  widget: z.record(z.string(), z.unknown()),
  captcha: z.optional(publicCaptcha),
  /** Whether the page that asks may call the proxy. */
  pageAllowed: z.optional(z.boolean()),
  /** Instead of it, where the proxy does not know the page: `hashOrigin` of each page that may. Absent: every page may. */
  originHashes: z.optional(z.array(z.number())),
  /** Whether the proxy serves `GET /chat`, and takes what its own pages send. */
  hostedChat: z.optional(z.boolean()),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/**
 * The configuration in leadchat.js. `failed` is the launcher's text for a panel that cannot be loaded, since languages
 * cannot be loaded then either. Its key is the launcher's name in the same language ("Open chat").
 */
export type InlinedConfig = PublicConfig & { failed?: Readonly<Record<string, string>> };
