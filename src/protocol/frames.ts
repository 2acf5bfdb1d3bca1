import * as z from 'zod/mini';

/** First frame of a connection; its `session_id` is kept to resume the conversation (6). */
export const sessionFrame = z.looseObject({
  type: z.literal('session'),
  id: z.string(),
  /** Only ever put into a path, encoded; its form is the service's business once it names it. */
  session_id: z.string().check(z.regex(/^[A-Za-z0-9._-]{8,128}$/)),
});

/** Who answers in this conversation (6). */
export const chatownerFrame = z.looseObject({
  type: z.literal('chatowner'),
  id: z.string(),
  profilepic: z.nullish(z.string()),
  name: z.nullish(z.string()),
});

/** A chat message (6). */
export const messageFrame = z.looseObject({
  type: z.literal('message'),
  id: z.string().check(z.minLength(1)),
  profilepic: z.nullish(z.string()),
  name: z.nullish(z.string()),
  content: z.string(),
});

/** What the service sends over the WebSocket, told apart by `type` (6). */
export const serverFrame = z.discriminatedUnion('type', [sessionFrame, chatownerFrame, messageFrame]);
export type ServerFrame = z.infer<typeof serverFrame>;
export type SessionFrame = z.infer<typeof sessionFrame>;
export type ChatownerFrame = z.infer<typeof chatownerFrame>;
export type MessageFrame = z.infer<typeof messageFrame>;

/** What the visitor's side sends; the interface does not show it: `assumptions.clientFrame`. */
export const clientFrame = z.looseObject({ type: z.literal('message'), content: z.string() });
export type ClientFrame = z.infer<typeof clientFrame>;

export function encodeClientMessage(content: string): string {
  return JSON.stringify({ type: 'message', content } satisfies ClientFrame);
}

/** The largest frame that is read, in UTF-16 units; longer ones are dropped unread. */
export const maxFrameLength = 65_536;

export type FrameReading =
  | { ok: true; frame: ServerFrame }
  | { ok: false; problem: 'not-text' | 'too-large' | 'not-json' | 'unknown-type' | 'malformed' };

const knownTypes = new Set(['session', 'chatowner', 'message']);

/** Reads one frame of the service. Never throws: what cannot be read is named, and an unknown type is no fault. */
export function readServerFrame(data: unknown): FrameReading {
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
