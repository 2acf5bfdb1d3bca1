import * as z from 'zod/mini';
import { isTextKey, type TextKey } from '../i18n/index.ts';
import { containsText, formField, formName, openingHours, timeZone, uuid } from '../protocol/index.ts';
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
/** A text with one entry per plural form of `Intl.PluralRules`. */
const pluralText = z.strictObject({
  zero: z.optional(z.string()),
  one: z.optional(z.string()),
  two: z.optional(z.string()),
  few: z.optional(z.string()),
  many: z.optional(z.string()),
  other: z.string(),
});
const starterTexts = z
  .array(text(200), { error: 'must be a list of texts' })
  .check(z.maxLength(6, { error: 'must be at most 6 texts' }));
const siteHours = z.strictObject(
  {
    /** Zone of all times, such as `America/New_York`. */
    timeZone,
    /** When the site is open; a day may be listed more than once. */
    open: z.array(openingHours, { error: 'must be a list of opening hours' }).check(z.minLength(1), z.maxLength(50)),
  },
  { error: 'must be opening hours, { timeZone, open }' },
);
const messageFrameError = 'must be a JSON object with "{text}" in one of its values';
const zIndexError = 'must be a whole number of at least 1';
const pixels = z.number({ error: 'must be a number of pixels' });

/**
 * Every option of the widget, the single source of types, defaults and messages. Hosts set them as `data-*`
 * attributes, `LeadChat.init({…})`, attributes of `<lead-chat>`, and props of the React and Vue components.
 */
export const optionsSchema = z.object({
  /** Flow that the chat runs. Needed when there is no proxy. */
  flowId: z.optional(accepted(uuid, 'must be a flow id (UUID)')),
  /** Host of the chat's WebSocket, `wss://…`. Needed when there is no proxy. */
  wssUrl: z.optional(address(/^wss?:$/, 'must be an absolute ws:// or wss:// URL')),
  /** Address of the leadchat proxy, which receives the leads; a path such as `/chat` is relative to the page's origin. @default the script's origin, if it came from a proxy */
  proxyUrl: z.optional(webAddress),
  /** Host of webchat session initialization, for a greeting by name without a proxy. */
  hooksUrl: z.optional(webAddress),
  /** Name of the proxy's form. @default "default" */
  form: z._default(accepted(formName, 'must be letters, digits, - and _, at most 64'), 'default'),
  /** When the lead form appears: `required` before the chat, `optional` before it with a button "Skip", `off` never. @default "required" with a proxy or hooksUrl, else "off" */
  leadForm: z.optional(oneOf('required', 'optional', 'off')),
  /** Title of the panel, and the agent's name until the service sends one. @default "Chat with us", in the visitor's language */
  title: z.optional(text(80)),
  /** First message to the visitor. @default "Hi there. How can we help?", in the visitor's language */
  greeting: z.optional(text(300)),
  /** Picture beside the title, `https://…`; without it, the title's initials are shown. */
  avatar: z.optional(address(/^https:$/, 'must be an absolute https:// URL')),
  /** Accent color, any CSS color; its lightness is adjusted until text on it is readable. @default "#2a5bd7" */
  color: z._default(text(100), defaultColor),
  /** `light`, `dark`, or `auto`, which follows the visitor's system. @default "auto" */
  theme: z._default(oneOf('auto', 'light', 'dark'), 'auto'),
  /** Corner of the window, `bottom-right` or `bottom-left`. @default "bottom-right" */
  position: z._default(oneOf('bottom-right', 'bottom-left'), 'bottom-right'),
  /** Distance from the corner in pixels, or `{ x, y }`. @default 20 */
  offset: z._default(
    z.union([pixels, z.strictObject({ x: pixels, y: pixels })], { error: 'must be a number of pixels, or {x, y}' }),
    defaultOffset,
  ),
  /** Language, such as `de` or `pt-BR`. @default the page's, else the browser's */
  locale: z.optional(text(35)),
  /** Replaces texts of the widget by key: `{ startChat: 'Ask us' }`. The keys are listed under Texts. @default {} */
  texts: z._default(
    z.partialRecord(z.custom<TextKey>(isTextKey), z.union([z.string(), pluralText], { error: 'must be a text' }), {
      error: 'must be an object of texts',
    }),
    {},
  ),
  /** How visitors can reach you if the chat fails to load: a `mailto:`, `tel:` or `https:` address. */
  contact: z.optional(address(/^(?:mailto|tel|https):$/, 'must be a mailto:, tel: or https: address')),
  /** `bubble`, or `none` to hide it; the page then opens the chat itself. @default "bubble" */
  launcher: z._default(oneOf('bubble', 'none'), 'bubble'),
  /** Words beside the symbol of the launcher, such as "Questions?". */
  launcherText: z.optional(text(40)),
  /** `z-index` of the widget, at least 1, where it must not be in the browser's top layer above everything, for example below your own dialogs. @default the top layer */
  zIndex: z.optional(
    z
      .number({ error: zIndexError })
      .check(z.refine(Number.isInteger, { error: zIndexError }), z.minimum(1, { error: zIndexError })),
  ),
  /** CSS selector of an element to show the chat in, instead of a floating panel. */
  target: z.optional(text(500)),
  /** Opens the chat on load; `update({ open })` opens or closes it. @default false */
  open: z._default(boolean, false),
  /** When the widget opens or shows a teaser on its own. @default [] */
  triggers: z._default(z.array(trigger, { error: 'must be a list of triggers' }).check(z.maxLength(20)), []),
  /** Where the conversation is stored: `local` in localStorage, `session` until the tab closes, `none` nowhere. @default "local" */
  storage: z._default(oneOf('local', 'session', 'none'), 'local'),
  /** Whether the widget may store anything in the browser: `granted`, `denied`, or `required`, which waits for `setConsent('granted')`. @default "granted" */
  consent: z._default(oneOf('granted', 'required', 'denied'), 'granted'),
  /** Number of days during which a conversation can be resumed. @default 30 */
  resumeDays: z._default(z.number({ error: 'must be a number of days' }).check(z.minimum(0)), 30),
  /** Push events, never personal data, to `dataLayer` if the page has one. @default true */
  analytics: z._default(boolean, true),
  /** The frame that carries a visitor's message, as a JSON object with `{text}` in place of the message, at any depth; the service API does not define this frame (Frames). `leadchat doctor --chat` tries it. @default {"type":"message","content":"{text}"} */
  messageFrame: z.optional(
    z
      .record(z.string(), z.unknown(), { error: messageFrameError })
      .check(z.refine(containsText, { error: messageFrameError })),
  ),
  /** Encodes a visitor's message as a frame in code; wins over `messageFrame`. @default `messageFrame` */
  encodeMessage: z.optional(
    z.custom<(text: string) => string>((value) => typeof value === 'function', { error: 'must be a function' }),
  ),
  /** Up to six questions that visitors often have, shown as buttons until the visitor has written; a click sends one. By language if the page has several: `{ en: ['Prices?'], de: ['Preise?'] }`. @default [] */
  starters: z._default(
    z.union([starterTexts, z.record(z.string(), starterTexts)], {
      error: 'must be up to 6 texts of at most 200 characters, or such a list per language, {"en": […]}',
    }),
    [],
  ),
  /** What follows the lead: `chat`, or `thanks`, which starts no chat, says that you will be in touch and offers the call-back. Needs the form. @default "chat" */
  afterLead: z._default(oneOf('chat', 'thanks'), 'chat'),
  /** Opening hours, such as `{"timeZone": "Europe/London", "open": [{"days": ["mon", "tue"], "from": "09:00", "to": "17:30"}]}`. Outside them the header says when you are back, in the visitor's time zone. @default always open */
  hours: z.optional(siteHours),
  /** What visitors can do outside the hours: `note` lets them chat, `lead-only` takes their lead and starts no chat. Needs the form. @default "note" */
  away: z._default(oneOf('note', 'lead-only'), 'note'),
  /** Which page counts as the visitor's first: with `interaction` the one where they first use the chat, with `landing` the first page of the visit in this tab, so that its campaign is not lost on the way to the chat. `landing` needs consent. @default "interaction" */
  attribution: z._default(oneOf('interaction', 'landing'), 'interaction'),
  /** Names of query parameters that a lead's page, referrer and landing page keep. Others leave the page only if they are campaign parameters (`utm_…`, `gclid`, `fbclid`, `msclkid`), because they may be secrets. @default [] */
  keepUrlParameters: z._default(
    z.array(z.string({ error: 'must be a text' }), { error: 'must be a list of names' }).check(z.maxLength(50)),
    [],
  ),
  /** The form's fields without a proxy. @default phone, first name, last name, email */
  fields: z.optional(z.array(formField, { error: 'must be a list of form fields' }).check(z.maxLength(30))),
  /** Consent text without a proxy; may contain links: `[privacy policy](https://…)`. */
  consentText: z.optional(text(2000)),
  /** Signed visitor: a JWT that your server signs with the proxy's `identity.secret`. Its values fill the form and win over typed ones; if it has all required fields, the form is not shown (docs/signed-visitors.md). */
  userToken: z.optional(z.string({ error: 'must be a text' })),
});

/** Options as a host page writes them. */
export type WidgetOptions = z.input<typeof optionsSchema>;
/** Options with their defaults. */
export type ResolvedOptions = z.output<typeof optionsSchema>;

/** A path always matches: it takes the page's protocol. */
function hasProtocol(value: string, protocol: RegExp): boolean {
  const base = value[0] === '/' ? 'http://page' : undefined;
  return URL.canParse(value, base) && protocol.test(new URL(value, base).protocol);
}
