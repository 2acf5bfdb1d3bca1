import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  clientFrame,
  encodeClientMessage,
  type MessageFrameTemplate,
  maxFrameLength,
  messagePlaceholder,
  type ServerFrame,
} from '../../protocol/service/frames.ts';
import { parseJson } from '../parse-json.ts';
import type { StoredMessage } from '../store/conversation-store.ts';
import { type AcceptedFrames, textOfAnyFrame } from './any-frame.ts';

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
 * The text of a client's message frame: `assumptions.clientFrame`, or what the sandbox was started with.
 * Undefined for any other frame, which the sandbox ignores: the service API has no error frame.
 */
export function parseClientFrame(text: string, accepted: AcceptedFrames | undefined): string | undefined {
  if (text.length > maxFrameLength) return undefined;
  const json = parseJson(text);
  if (!json.ok) return undefined;
  const content = contentIn(json.value, accepted);
  return content?.trim() === '' ? undefined : content;
}

function contentIn(frame: unknown, accepted: AcceptedFrames | undefined): string | undefined {
  if (accepted === undefined) return contentOf(frame);
  return accepted === 'any' ? textOfAnyFrame(frame) : matchTemplate(frame, accepted);
}

function contentOf(frame: unknown): string | undefined {
  return clientFrame.safeParse(frame).data?.content;
}

/** The text with which the template equals this frame, on whatever page it was written. */
function matchTemplate(frame: unknown, template: MessageFrameTemplate): string | undefined {
  const { text, page = '', pageTitle = '' } = placedValues(frame, template);
  if (text === undefined) return undefined;
  const expected = JSON.parse(encodeClientMessage(text, template, { url: page, title: pageTitle }));
  return isDeepStrictEqual(frame, expected) ? text : undefined;
}

/** The parts of the value in the places of the template's placeholders. The first place of each counts. */
function placedValues(value: unknown, template: unknown): Record<string, string> {
  if (typeof template === 'string') return typeof value === 'string' ? placedTexts(value, template) : {};
  if (typeof template !== 'object' || template === null) return {};
  const parts = Object.entries(template).map(([name, part]) => placedValues(Object(value)[name], part));
  return Object.assign({}, ...parts.reverse());
}

function placedTexts(value: string, template: string): Record<string, string> {
  const names = [...template.matchAll(messagePlaceholder)].map(([, name = '']) => name);
  const literals = template.split(messagePlaceholder).filter((_, index) => index % 2 === 0);
  const pattern = literals.map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const texts = new RegExp(`^${pattern.join('(.*)')}$`, 's').exec(value)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']).reverse());
}
