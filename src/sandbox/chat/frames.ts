import { randomUUID } from 'node:crypto';
import { clientFrame, maxFrameLength, type ServerFrame } from '../../protocol/index.ts';
import { parseJson } from '../json/parse-json.ts';
import type { StoredMessage } from '../store/conversation-store.ts';

export type Owner = { id: string; name: string; profilepic: string };

/** First message of a connection; the client stores `session_id` (Frames). */
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
 * What the visitor says in a frame (`assumptions.clientFrame`). Undefined for every other frame: the interface names no
 * answer to one that cannot be read, so it is passed over.
 */
export function readClientFrame(text: string): string | undefined {
  if (text.length > maxFrameLength) return undefined;
  const json = parseJson(text);
  const frame = json.ok ? clientFrame.safeParse(json.value) : undefined;
  if (frame?.success !== true || frame.data.content.trim() === '') return undefined;
  return frame.data.content;
}
