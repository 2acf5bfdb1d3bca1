import * as z from 'zod/mini';
import { isTextKey, type TextKey } from '../i18n/index.ts';
import { formField, formName, uuid } from '../protocol/index.ts';
import { defaultColor, defaultOffset } from './defaults.ts';
import { trigger } from './trigger.ts';

const text = (maxLength: number) =>
  z
    .string({ error: 'must be a text' })
    .check(z.maxLength(maxLength, { error: `must be a text of at most ${maxLength} characters` }));
const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, { error: `must be one of ${values.map((value) => `"${value}"`).join(', ')}` });
const address = (protocol: RegExp, error: string) =>
  z.string({ error }).check(z.refine((value) => hasProtocol(value, protocol), { error }));
/** A text of the protocol, with an error message for host pages. */
const accepted = (schema: z.ZodMiniType<string, string>, error: string) =>
  z.string({ error }).check(z.refine((value) => schema.safeParse(value).success, { error }));
const webAddress = address(/^https?:$/, 'must be an absolute URL or a path that begins with /');
const boolean = z.boolean({ error: 'must be true or false' });
/** A text with the plural forms of its language, by the names of `Intl.PluralRules`. */
const pluralText = z.strictObject({
  zero: z.optional(z.string()),
  one: z.optional(z.string()),
  two: z.optional(z.string()),
  few: z.optional(z.string()),
  many: z.optional(z.string()),
  other: z.string(),
});
const pixels = z.number({ error: 'must be a number of pixels' });

/**
 * Every option of the widget, the one source of types, defaults and messages. The same options come as `data-*`
 * attributes, `LeadChat.init({…})`, attributes of `<lead-chat>`, and props of the React and Vue components.
 */
export const optionsSchema = z.object({
  /** Flow that the chat runs. Needed when there is no proxy. */
  flowId: z.optional(accepted(uuid, 'must be a flow id (UUID)')),
  /** Host of the chat's WebSocket, `wss://…`. Needed when there is no proxy. */
  wssUrl: z.optional(address(/^wss?:$/, 'must be an absolute ws:// or wss:// URL')),
  /** Address of the leadchat proxy, where leads go; `/chat` is a path of the page's own site. @default the script's origin, if it came from a proxy */
  proxyUrl: z.optional(webAddress),
  /** Host of session initialization, to chat by name without a proxy. */
  hooksUrl: z.optional(webAddress),
  /** Name of the proxy's form. @default "default" */
  form: z._default(accepted(formName, 'must be letters, digits, - and _, at most 64'), 'default'),
  /** Whether a lead is asked for before the chat. @default "required" with a proxy or hooksUrl, else "off" */
  leadForm: z.optional(oneOf('required', 'optional', 'off')),
  /** Name of the dialog and of who answers. @default "Chat with us", in the visitor's language */
  title: z.optional(text(80)),
  /** First words to the visitor. @default "Hi there. How can we help?", in the visitor's language */
  greeting: z.optional(text(300)),
  /** Picture beside the title, `https://…`; without one the title's initials. */
  avatar: z.optional(address(/^https:$/, 'must be an absolute https:// URL')),
  /** Accent colour, any CSS colour; its lightness is moved until text on it can be read. @default "#2a5bd7" */
  color: z._default(text(100), defaultColor),
  /** `auto` follows the visitor's system. @default "auto" */
  theme: z._default(oneOf('auto', 'light', 'dark'), 'auto'),
  /** Corner of the page. @default "bottom-right" */
  position: z._default(oneOf('bottom-right', 'bottom-left'), 'bottom-right'),
  /** Distance from the corner in pixels. @default 20 */
  offset: z._default(
    z.union([pixels, z.strictObject({ x: pixels, y: pixels })], { error: 'must be a number of pixels, or {x, y}' }),
    defaultOffset,
  ),
  /** Language, such as `de` or `pt-BR`. @default the page's, else the browser's */
  locale: z.optional(text(35)),
  /** Replaces single texts of the widget, by key: `{ startChat: 'Ask us' }`. The keys are listed under Texts. @default {} */
  texts: z._default(
    z.partialRecord(z.custom<TextKey>(isTextKey), z.union([z.string(), pluralText], { error: 'must be a text' }), {
      error: 'must be an object of texts',
    }),
    {},
  ),
  /** Where visitors reach you if the chat cannot be loaded: a `mailto:`, `tel:` or `https:` address. */
  contact: z.optional(address(/^(?:mailto|tel|https):$/, 'must be a mailto:, tel: or https: address')),
  /** `none`: no bubble; the page opens the chat by itself. @default "bubble" */
  launcher: z._default(oneOf('bubble', 'none'), 'bubble'),
  /** CSS selector of an element that holds the chat, instead of a panel that floats. */
  target: z.optional(text(500)),
  /** Open at once; in `update({ open })`: opens or closes now. @default false */
  open: z._default(boolean, false),
  /** When the widget speaks up by itself. @default [] */
  triggers: z._default(z.array(trigger, { error: 'must be a list of triggers' }).check(z.maxLength(20)), []),
  /** Where the conversation is kept: `session` until the tab closes, `none` not at all. @default "local" */
  storage: z._default(oneOf('local', 'session', 'none'), 'local'),
  /** Whether anything may be kept: `required` waits for setConsent("granted"). @default "granted" */
  consent: z._default(oneOf('granted', 'required', 'denied'), 'granted'),
  /** Days for which a conversation can be resumed. @default 30 */
  resumeDays: z._default(z.number({ error: 'must be a number of days' }).check(z.minimum(0)), 30),
  /** Push events, never personal data, to `dataLayer` if the page has one. @default true */
  analytics: z._default(boolean, true),
  /** The visitor's frame for a text (6 does not show it). @default {"type":"message","content":text} */
  encodeMessage: z.optional(
    z.custom<(text: string) => string>((value) => typeof value === 'function', { error: 'must be a function' }),
  ),
  /** The form's fields when there is no proxy to ask. @default phone, first name, last name, email */
  fields: z.optional(z.array(formField, { error: 'must be a list of form fields' }).check(z.maxLength(30))),
  /** Consent to ask for when there is no proxy; may hold links: `[privacy policy](https://…)`. */
  consentText: z.optional(text(2000)),
});

/** Options as a host page writes them. */
export type WidgetOptions = z.input<typeof optionsSchema>;
/** Options with their defaults. */
export type ResolvedOptions = z.output<typeof optionsSchema>;

/** A path has the protocol of the page, whichever that is. */
function hasProtocol(value: string, protocol: RegExp): boolean {
  const base = value[0] === '/' ? 'http://page' : undefined;
  return URL.canParse(value, base) && protocol.test(new URL(value, base).protocol);
}
