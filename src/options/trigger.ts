import * as z from 'zod/mini';
import { localizedText } from '../protocol/localized.ts';

const common = {
  /** Only on pages whose address contains this text. `*` stands for anything, `^` and `$` for its start and end: `/pricing*`. A pattern that begins with `^/` is for the path alone, as in `pages`. */
  url: z.optional(z.string()),
  /** `teaser` shows a line above the bubble, `open` opens the panel without moving the focus. @default "teaser" */
  action: z._default(z.enum(['teaser', 'open']), 'teaser'),
  /** Text of the teaser: one text, or texts by language. @default the greeting */
  text: z.optional(localizedText(200)),
  /** Hours until the trigger may fire again for the same visitor. 0: in every page view. @default 24 */
  everyHours: z._default(z.number().check(z.minimum(0)), 24),
};

/** When the widget opens or shows a teaser by itself. The first trigger that applies wins. None applies once the visitor has opened the chat on the page, or where a conversation or a lead of an earlier page goes on. */
export const trigger = z.discriminatedUnion('type', [
  z.strictObject({
    /** `delay`: after some time on the page. `scroll`: when `percent` of the page was scrolled through in this page view. `exit`: when the mouse leaves the page at the top. `url`: as soon as the address matches `url`. */
    type: z.literal('delay'),
    /** Required for a `delay`: seconds since the page view began: since the page began to load, or since a navigation within it. */
    seconds: z.number().check(z.minimum(0)),
    ...common,
  }),
  z.strictObject({
    type: z.literal('scroll'),
    /** Required for a `scroll`: how much of the page, from 0 to 100. */
    percent: z.number().check(z.minimum(0), z.maximum(100)),
    ...common,
  }),
  z.strictObject({ type: z.literal('exit'), ...common }),
  z.strictObject({ type: z.literal('url'), ...common }),
]);
/** A trigger as a host page writes it. */
export type Trigger = z.input<typeof trigger>;
/** A trigger with its defaults. */
export type ResolvedTrigger = z.output<typeof trigger>;
