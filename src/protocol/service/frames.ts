import * as z from 'zod/mini';
import { toJson } from '../json.ts';

/** First frame of a connection. The widget stores `session_id` to resume the conversation. */
export const sessionFrame = z.looseObject({
  type: z.literal('session'),
  id: z.string(),
  /** Used only as an encoded path segment, so other forms than `webchat-session.<uuid>` do no harm. */
  session_id: z.string().check(z.regex(/^[A-Za-z0-9._-]{8,128}$/)),
});

/** The owner of the conversation. */
export const chatownerFrame = z.looseObject({
  type: z.literal('chatowner'),
  id: z.string(),
  profilepic: z.nullish(z.string()),
  name: z.nullish(z.string()),
});

/** A chat message. */
export const messageFrame = z.looseObject({
  type: z.literal('message'),
  id: z.string().check(z.minLength(1)),
  profilepic: z.nullish(z.string()),
  name: z.nullish(z.string()),
  content: z.string(),
});

/** A frame that the service sends over the WebSocket. */
export const serverFrame = z.discriminatedUnion('type', [sessionFrame, chatownerFrame, messageFrame]);
export type ServerFrame = z.infer<typeof serverFrame>;
export type SessionFrame = z.infer<typeof sessionFrame>;
export type ChatownerFrame = z.infer<typeof chatownerFrame>;
export type MessageFrame = z.infer<typeof messageFrame>;

/** The frame that the widget sends. The service API does not specify it: `assumptions.clientFrame`. */
export const clientFrame = z.looseObject({ type: z.literal('message'), content: z.string() });
export type ClientFrame = z.infer<typeof clientFrame>;

/**
 * A client's frame in which `{text}` stands for the message, `{page}` for the address of the page that it was written on, and
 * `{pageTitle}` for that page's title.
 */
export type MessageFrameTemplate = Readonly<Record<string, unknown>>;

/** The page that a message was written on. */
export const messagePage = z.object({ url: z.string(), title: z.string() });
export type MessagePage = z.infer<typeof messagePage>;

const defaultTemplate: MessageFrameTemplate = { type: 'message', content: '{text}' } satisfies ClientFrame;
const noPage: MessagePage = { url: '', title: '' };

/** The placeholders of a template. */
export const messagePlaceholder = /\{(text|page|pageTitle)\}/g;

/** Fills every string of the template, at any depth. The result is valid JSON whatever text and page contain. */
export function encodeClientMessage(text: string, template = defaultTemplate, page = noPage): string {
  const values = new Map([
    ['text', text],
    ['page', page.url],
    ['pageTitle', page.title],
  ]);
  return toJson(template, (value) =>
    typeof value === 'string'
      ? value.replace(messagePlaceholder, (placeholder, name: string) => values.get(name) ?? placeholder)
      : value,
  );
}

/** Whether the frames of a template say which page a message was written on. */
export function containsPage(template: MessageFrameTemplate): boolean {
  const page = { url: 'a', title: 'a' };
  return encodeClientMessage('', template) !== encodeClientMessage('', template, page);
}

/** Whether the template is JSON and its frames contain the message. */
export function containsText(template: MessageFrameTemplate): boolean {
  try {
    return encodeClientMessage('a', template) !== encodeClientMessage('b', template);
  } catch {
    // A bigint, a circular object, or a getter of the page that throws.
    return false;
  }
}

/** Maximum length of a frame in UTF-16 units; longer frames are ignored. */
export const maxFrameLength = 65_536;

export type FrameParseResult =
  | { ok: true; frame: ServerFrame }
  | { ok: false; problem: 'not-text' | 'too-large' | 'not-json' | 'unknown-type' | 'malformed' };

const knownTypes = new Set(['session', 'chatowner', 'message']);

/** Parses a frame of the service. Never throws: a frame that it cannot parse has a `problem`. */
export function parseServerFrame(data: unknown): FrameParseResult {
  if (typeof data !== 'string') return { ok: false, problem: 'not-text' };
  if (data.length > maxFrameLength) return { ok: false, problem: 'too-large' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return { ok: false, problem: 'not-json' };
  }
  const result = serverFrame.safeParse(parsed);
  if (result.success) return { ok: true, frame: result.data };
  const type = typeof parsed === 'object' && parsed !== null && 'type' in parsed ? parsed.type : undefined;
  return { ok: false, problem: typeof type === 'string' && !knownTypes.has(type) ? 'unknown-type' : 'malformed' };
}
