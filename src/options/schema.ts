import * as z from 'zod/mini';
import type { TextKey } from '../i18n/index.ts';
import { closedDays } from '../protocol/closed-days.ts';
import { formField } from '../protocol/form.ts';
import { formName, uuid } from '../protocol/identifiers.ts';
import { toJson } from '../protocol/json.ts';
import { localized, localizedText } from '../protocol/localized.ts';
import { openingHours, timeZone } from '../protocol/opening-hours.ts';
import { experimentName } from '../protocol/proxy/experiment-name.ts';
import { funnelGoals } from '../protocol/proxy/funnel-goals.ts';
import { containsText } from '../protocol/service/frames.ts';
import { isAddress, isContact, isIcon } from './address.ts';
import { isClosedValue } from './css-value.ts';
import { defaultColor, defaultOffset } from './defaults.ts';
import { isHost } from './image-host.ts';
import { trigger } from './trigger.ts';
import { fixedOptions } from './variant-rules.ts';

const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
const address = (protocol: RegExp) => z.string().check(z.refine((value) => isAddress(value, protocol)));
const webAddress = address(/^https?:$/);
/** A text in place of one of ours, the longest of which has 200 characters. */
const ownText = text(500);
/** A text with one entry per plural form of `Intl.PluralRules`. */
const pluralText = z.strictObject({
  zero: z.optional(ownText),
  one: z.optional(ownText),
  two: z.optional(ownText),
  few: z.optional(ownText),
  many: z.optional(ownText),
  other: ownText,
});
/** Every visitor loads the texts of all languages with the script, so all of them together have a limit, too. */
const maxTextsLength = 20_000;
const starterTexts = z.array(localizedText(200)).check(z.maxLength(6));
const offerCondition = z.strictObject({
  /** How many answers of the agent come first, 1 to 100. */
  answers: z.number().check(z.refine(Number.isInteger), z.minimum(1), z.maximum(100)),
});
const siteHours = z.strictObject({
  /** Zone of all times, such as `America/New_York`. */
  timeZone,
  /** When the site is open; a day may be listed more than once. */
  open: z.array(openingHours).check(z.minLength(1), z.maxLength(50)),
  /** Days without hours, such as holidays, for the call-backs of every form, too. @default [] */
  closed: z.optional(z.array(closedDays).check(z.maxLength(100))),
});

/** The keys of an entry of `pages` besides the options. */
const pageKeys = {
  /** Required: the pages that the entry is for. Their path, without query and fragment, contains this text; `*` stands for anything, `^` for the start and `$` for the end: `/prices`, `/blog*comments`, `^/$` for the home page. */
  url: z.string().check(z.minLength(1), z.maxLength(500)),
  /** Whether the widget is hidden on these pages. A conversation goes on, and is there again on the next page. @default false */
  hidden: z.optional(z.boolean()),
};

/** The options that a page may set, for all pages or in an entry of `pages` for some. */
const ownOptions = {
  /** Flow that the chat runs. Needed without a proxy. */
  flowId: z.optional(uuid),
  /** Host of the chat's WebSocket, `wss://…`. Needed without a proxy. */
  wssUrl: z.optional(address(/^wss?:$/)),
  /** Address of the leadchat proxy, which receives the leads; a path such as `/chat` is relative to the page's origin. @default the script's origin, if it came from a proxy */
  proxyUrl: z.optional(webAddress),
  /** Host of webchat session initialization. Lets the agent greet a visitor by name without a proxy. */
  hooksUrl: z.optional(webAddress),
  /** When the proxy's configuration (look, triggers, form) is requested, if the script does not contain it: `idle` once when the page is idle, `intent` at the visitor's first interaction. Until then, the page's own options apply. @default "idle" */
  loadConfig: z._default(z.enum(['idle', 'intent']), 'idle'),
  /** When the chat is loaded: `intent` when the visitor points at the bubble, touches or focuses it; `idle` once the page has loaded and is idle, so that the chat opens at once. Visitors with `Save-Data` or a slow connection load it at their intent in any case. @default "intent" */
  preload: z._default(z.enum(['intent', 'idle']), 'intent'),
  /** Name of the proxy's form. @default "default" */
  form: z._default(formName, 'default'),
  /** When the lead form appears: `required` before the chat, `optional` before it with a button "Skip", `later` in the conversation when the visitor or your page asks for it, `off` never. @default "required" with a proxy or hooksUrl, else "off" */
  leadForm: z.optional(z.enum(['required', 'optional', 'later', 'off'])),
  /** Offers the form in the conversation, once a visit, if the visitor's lead is not known: `{ "answers": 2 }` after the agent's second answer. The greeting is no answer. Needs `leadForm` `later` or `optional`. @default never */
  askAfter: z.optional(offerCondition),
  /** Title of the panel, and the agent's name until the service sends one. One text, or texts by language: `{ en: 'Ask us', de: 'Fragen Sie uns' }`. @default "Chat with us", in the visitor's language */
  title: z.optional(localizedText(80)),
  /** Headline of the lead form, or without a form the first message. One text, or texts by language. @default "Hi there. How can we help?", in the visitor's language */
  greeting: z.optional(localizedText(300)),
  /** Picture beside the title, `https://…`. Without it, the title's initials are shown. */
  avatar: z.optional(address(/^https:$/)),
  /** Accent color: any CSS color. Used as it is if white or dark text on it is readable; otherwise its lightness is adjusted. @default "#2a5bd7" */
  color: z._default(text(100).check(z.refine(isClosedValue)), defaultColor),
  /** `light`, `dark`, or `auto`, which follows the visitor's system. @default "auto" */
  theme: z._default(z.enum(['auto', 'light', 'dark']), 'auto'),
  /** Corner of the window, `bottom-right` or `bottom-left`. @default "bottom-right" */
  position: z._default(z.enum(['bottom-right', 'bottom-left']), 'bottom-right'),
  /** Distance from the corner in pixels, or `{ x, y }`. @default 20 */
  offset: z._default(z.union([z.number(), z.strictObject({ x: z.number(), y: z.number() })]), defaultOffset),
  /** Language, such as `de` or `pt-BR`. @default the page's, else the browser's */
  locale: z.optional(text(35)),
  /** Replaces texts of the widget by key, with one text or texts by language: `{ startChat: 'Ask us' }`. The keys are listed under Texts. At most 500 characters a text, and 20,000 in all. @default {} */
  texts: z._default(
    z
      .partialRecord(
        z.custom<TextKey>((key) => typeof key === 'string'),
        localized(z.union([ownText, pluralText]), 'a text or its plural forms'),
      )
      .check(z.refine((texts) => toJson(texts).length <= maxTextsLength)),
    {},
  ),
  /** How visitors can reach you if the chat fails to load: a `mailto:`, `tel:` or `https:` address. */
  contact: z.optional(z.string().check(z.refine(isContact))),
  /** `bubble`, or `none` if the page opens the chat itself. @default "bubble" */
  launcher: z._default(z.enum(['bubble', 'none']), 'bubble'),
  /** Picture on the launcher, instead of the symbol: a `data:image/…` URI of at most 20,000 characters, which is loaded with the page's options, or an `https://…` address, which is one more request of every page. Drawn as an image, so an SVG runs no script. @default a speech bubble */
  launcherIcon: z.optional(text(20_000).check(z.refine(isIcon))),
  /** Words beside the symbol of the launcher, such as "Questions?". One text, or texts by language. */
  launcherText: z.optional(localizedText(40)),
  /** `z-index` of the widget, at least 1. Set it if the widget must not be in the browser's top layer, above everything, but for example below your own dialogs. @default the top layer */
  zIndex: z.optional(z.number().check(z.refine(Number.isInteger), z.minimum(1))),
  /** Whether visitors can make the panel larger, where the window has room, with a button in its header. The size is kept for them with consent; its width is `--leadchat-panel-width-large`. @default true */
  expandable: z._default(z.boolean(), true),
  /** CSS selector of an element to show the chat in, instead of a floating panel. */
  target: z.optional(text(500)),
  /** Which elements with `data-leadchat` use the chat: all (`true`), none (`false`), or those that match a CSS selector or stand in an element that does. Set it if visitors of your site write content in which attributes are kept. @default true */
  pageButtons: z._default(z.union([z.boolean(), text(500)]), true),
  /** Whether the chat opens on load. `update({ open })` opens or closes it. @default false */
  open: z._default(z.boolean(), false),
  /** When the widget opens or shows a teaser by itself. @default [] */
  triggers: z._default(z.array(trigger).check(z.maxLength(20)), []),
  /** Where the conversation is stored: `local` in localStorage, `session` until the tab closes, `none` nowhere. @default "local" */
  storage: z._default(z.enum(['local', 'session', 'none']), 'local'),
  /** Whether the widget may store anything in the browser: `granted`, `denied`, or `required`, which waits for `setConsent('granted')`. @default "granted" */
  consent: z._default(z.enum(['granted', 'required', 'denied']), 'granted'),
  /** For how many days a conversation can be resumed. @default 30 */
  resumeDays: z._default(z.number().check(z.minimum(0)), 30),
  /** Whether events are pushed to the page's `dataLayer`, if it has one. They never contain personal data. @default true */
  analytics: z._default(z.boolean(), true),
  /** Whether the events `generate_lead` and `request_callback` in `dataLayer` contain the lead's ID as `leadchat_lead_id`, so that a conversion that you also report from your server counts once. @default false */
  analyticsLeadId: z._default(z.boolean(), false),
  /** Whether the widget respects Global Privacy Control: with it, click IDs (`gclid` … `twclid`) leave neither page nor browser, and `analyticsLeadId` has no effect. `utm_…` parameters stay. @default true */
  respectGpc: z._default(z.boolean(), true),
  /** Whether the proxy counts what visitors do with the chat, without identifiers (docs/conversion.md). Nothing is sent before a visitor's first interaction, nor without consent. @default true */
  funnel: z._default(z.boolean(), true),
  /** The frame that carries a visitor's message: a JSON object with `{text}` in place of the message, at any depth. `{page}` stands for the address of the page that it was written on, without query and fragment (but with `keepUrlParameters`), and `{pageTitle}` for its title. The service API does not define this frame (Frames). `leadchat doctor --chat` tries it. @default {"type":"message","content":"{text}"} */
  messageFrame: z.optional(z.record(z.string(), z.unknown()).check(z.refine(containsText))),
  /** Function that encodes a visitor's message as a frame. Wins over `messageFrame`. @default `messageFrame` */
  encodeMessage: z.optional(z.custom<(text: string) => string>((value) => typeof value === 'function')),
  /** Up to six questions that visitors often have, shown as buttons until the visitor has written. A click sends one. One list, or lists by language: `{ en: ['Prices?'], de: ['Preise?'] }`; or a list whose texts are by language. @default [] */
  starters: z._default(localized(starterTexts, 'up to 6 texts of at most 200 characters'), []),
  /** What follows the lead: `chat`, or `thanks`, which starts no chat, says that you will be in touch and offers the call-back. Needs the form. @default "chat" */
  afterLead: z._default(z.enum(['chat', 'thanks']), 'chat'),
  /** The line above the text box that says that an AI agent answers, which Art. 50 of the EU AI Act asks for: `true` in our words, `false` not at all, or your text, or texts by language. May contain links: `[How we use AI](https://…)`. @default true */
  disclosure: z._default(z.union([z.boolean(), localizedText(300)]), true),
  /** Whether visitors can rate a chat, and how: `thumbs` (two buttons), `stars` (five), or `off`. After two answers the menu offers it, and "End chat" and "New conversation" ask once about the conversation before. Ratings reach the lead, the webhook `chat.rated` and the dashboard; without a proxy, only the event `rating`. @default "off" */
  rating: z._default(z.enum(['off', 'thumbs', 'stars']), 'off'),
  /** Opening hours, such as `{"timeZone": "Europe/London", "open": [{"days": ["mon", "tue"], "from": "09:00", "to": "17:30"}]}`. Outside them the header says when you are back, in the visitor's time zone. Holidays: `"closed": [{"from": "2026-12-24", "to": "2026-12-26", "text": "Merry Christmas"}]`. @default always open */
  hours: z.optional(siteHours),
  /** What visitors can do outside the hours: `note` lets them chat, `lead-only` takes their lead and starts no chat (needs the form), `hidden` shows nothing until you open. @default "note" */
  away: z._default(z.enum(['note', 'lead-only', 'hidden']), 'note'),
  /** Hosts whose pictures an agent's message may show, such as `['pictures.example.com']`: `![A map](https://pictures.example.com/map.png)` is then a picture, and a click opens it in a new tab. Pictures of other hosts are links. At most 20. @default [] */
  imageHosts: z._default(z.array(text(255).check(z.refine(isHost))).check(z.maxLength(20)), []),
  /** Which page counts as the visitor's first. `interaction`: the page where they first use the chat. `landing`: the first page of the visit in this tab, so that its campaign is not lost before they use the chat; needs consent. @default "interaction" */
  attribution: z._default(z.enum(['interaction', 'landing']), 'interaction'),
  /** Names of query parameters that a lead's page, referrer and landing page keep. Others leave the page only if they are campaign parameters (`utm_…`, click IDs such as `gclid`), because they may be secrets. @default [] */
  keepUrlParameters: z._default(z.array(text(100)).check(z.maxLength(50)), []),
  /** The form's fields without a proxy. @default phone, first name, last name, email */
  fields: z.optional(z.array(formField).check(z.maxLength(40))),
  /** Consent text without a proxy: one text, or texts by language. May contain links: `[privacy policy](https://…)`. */
  consentText: z.optional(localizedText(2000)),
  /** Signed visitor: a JWT that your server signs with the proxy's `identity.secret`, or a function that returns one or a promise of one; it is called once the chat is loaded and begins with the form, and again when the token has expired. The token's values fill the form and win over typed ones. If it contains all required fields, the form is not shown (docs/signed-visitors.md). */
  userToken: z.optional(
    z.union([z.string(), z.custom<() => TokenResult | Promise<TokenResult>>((value) => typeof value === 'function')]),
  ),
};

const variantName = z.string().check(z.regex(experimentName));

/** The keys of a variant besides the options. */
const variantKeys = {
  /** Required: its name in the dashboard: letters, digits, `-` and `_`, at most 40. Visitors keep a variant by its name. */
  name: variantName,
  /** How many visitors get it, compared with the other variants: with 3 and 1, three of four. @default 1 */
  weight: z.optional(z.number().check(z.positive())),
};

/** The keys of an experiment. */
const experimentKeys = {
  /** Required: its name in the dashboard, and in the lead's custom field `experiment_<name>`: letters, digits, `-` and `_`, at most 40. */
  name: variantName,
  /** Required: up to 10 variants, each with a `name`, a `weight`, and the options that differ. One without options is what the others are compared with. */
  variants: z
    .array(z.strictObject({ ...variantKeys, ...variableOptions() }))
    .check(z.minLength(1), z.maxLength(10), z.check(reportRepeatedNames)),
  /** What counts as a success in the dashboard: `accepted` (became a lead), `form-sent`, `message` (wrote one), or `answered`. @default what is chosen there */
  goal: z.optional(z.enum(funnelGoals)),
};

const experiments = z.array(z.strictObject(experimentKeys)).check(z.maxLength(5), z.check(reportRepeatedNames));

/**
 * All options of the widget: the single source of their types, defaults and documentation. Pages set them as `data-*`
 * attributes, by `LeadChat.init({…})`, as attributes of `<lead-chat>`, or as props of the React and Vue components. Messages
 * about invalid values are in option-problems.ts, because only a page with a mistake loads them.
 */
export const optionsSchema = z.object({
  ...ownOptions,
  /** Options for some pages: `[{ url: '/checkout', hidden: true }, { url: '/jobs', form: 'jobs' }]`. The first entry whose `url` matches the page's path applies, at once and after every navigation within the page. Its options win over those beside which the list stands. @default [] */
  // Defaults are for the options of all pages: readOptions() takes an entry as the page wrote it. This list only checks it.
  pages: z._default(
    z
      .array(z.strictObject({ ...pageKeys, ...ownOptions, experiments: z.optional(experiments) }))
      .check(z.maxLength(50)),
    [],
  ),
  /** Which of two is better: `[{ name: 'greeting', variants: [{ name: 'short', greeting: 'Questions?' }, { name: 'long', greeting: '…' }] }]`. Each visitor gets one variant of each experiment, and its options win over those beside which the list stands. The dashboard compares them (docs/experiments.md). @default [] */
  experiments: z._default(experiments, []),
});

type TokenResult = string | null | undefined;

/** Options as a host page writes them. */
export type WidgetOptions = z.input<typeof optionsSchema>;
/** Options with their defaults. */
export type ResolvedOptions = z.output<typeof optionsSchema>;
/** A token about the visitor, or a function that gets one. */
export type UserToken = NonNullable<ResolvedOptions['userToken']>;

/** The options that may differ. Not with `z.omit()`, which every panel would pay for. */
function variableOptions(): Omit<typeof ownOptions, keyof typeof fixedOptions> {
  const options = { ...ownOptions };
  for (const name of Object.keys(fixedOptions)) Reflect.deleteProperty(options, name);
  return options;
}

/** A name stands for one experiment, or one variant of it. */
function reportRepeatedNames({ value, issues }: z.core.ParsePayload<{ name: string }[]>): void {
  value.forEach(({ name }, index) => {
    if (value.findIndex((other) => other.name === name) === index) return;
    issues.push({ code: 'custom', input: name, path: [index, 'name'] });
  });
}
