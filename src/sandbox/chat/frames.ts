import { randomUUID } from 'node:crypto';
import { clientFrame, maxFrameLength, type ServerFrame } from '../../protocol/index.ts';
import { parseJson } from '../parse-json.ts';
import type { StoredMessage } from '../store/conversation-store.ts';

export type Owner = { id: string; name: string; profilepic: string };

/** First frame of a connection; the client stores `session_id`. */
export function sessionFrame(sessionId: string): ServerFrame {
  return { type: 'session', id: randomUUID(), session_id: sessionId };
}

export function ownerFrame({ id, name, profilepic }: Owner): ServerFrame {
  return { type: 'chatowner', id, name, profilepic };
}

export function messageFrame({ name, profilepic }: Owner, { id, content }: StoredMessage): ServerFrame {
  return { type: 'message', id, name, profilepic, content };
}

/**
 * The text of a client's message frame (`assumptions.clientFrame`). Undefined for any other frame: the service API names
 * no error frame, so the sandbox ignores those.
 */
export function parseClientFrame(text: string): string | undefined {
  if (text.length > maxFrameLength) return undefined;
  const json = parseJson(text);
  const frame = json.ok ? clientFrame.safeParse(json.value) : undefined;
  if (frame?.success !== true || frame.data.content.trim() === '') return undefined;
  return frame.data.content;
}
