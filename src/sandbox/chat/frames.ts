import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  clientFrame,
  encodeClientMessage,
  type MessageFrameTemplate,
  maxFrameLength,
  type ServerFrame,
} from '../../protocol/index.ts';
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
 * The text of a client's message frame: `assumptions.clientFrame`, or the template that the sandbox was started with.
 * Undefined for any other frame, which the sandbox ignores: the service API has no error frame.
 */
export function parseClientFrame(text: string, template: MessageFrameTemplate | undefined): string | undefined {
  if (text.length > maxFrameLength) return undefined;
  const json = parseJson(text);
  if (!json.ok) return undefined;
  const content = template === undefined ? contentOf(json.value) : matchTemplate(json.value, template);
  return content?.trim() === '' ? undefined : content;
}

function contentOf(frame: unknown): string | undefined {
  return clientFrame.safeParse(frame).data?.content;
}

/** The text with which the template equals this frame. */
function matchTemplate(frame: unknown, template: MessageFrameTemplate): string | undefined {
  const text = findText(frame, template);
  if (text === undefined) return undefined;
  return isDeepStrictEqual(frame, JSON.parse(encodeClientMessage(text, template))) ? text : undefined;
}

/** The part of the value in the place of the template's first `{text}`. */
function findText(value: unknown, template: unknown): string | undefined {
  if (typeof template === 'string') {
    const [prefix, suffix] = template.split('{text}');
    if (prefix === undefined || suffix === undefined || typeof value !== 'string') return undefined;
    return value.slice(prefix.length, value.length - suffix.length);
  }
  if (typeof template !== 'object' || template === null) return undefined;
  for (const [name, part] of Object.entries(template)) {
    const text = findText(Object(value)[name], part);
    if (text !== undefined) return text;
  }
  return undefined;
}
