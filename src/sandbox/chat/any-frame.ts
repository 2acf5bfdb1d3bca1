import type { MessageFrameTemplate } from '../../protocol/service/frames.ts';

/** The frames that count as a visitor's message: those of a template, or all that may contain one. */
export type AcceptedFrames = MessageFrameTemplate | 'any';

/** Names that frames give a message's text, the most telling first. */
const textNames = ['content', 'text', 'message', 'body', 'say', 'input', 'query', 'prompt', 'value'];
/** Names of what else is in a frame: what it is, who sends it, and where it comes from. */
const otherNames = [
  ...['type', 'event', 'kind', 'action', 'op', 'method', 'status', 'state', 'version'],
  ...['role', 'from', 'to', 'sender', 'author', 'user', 'userId', 'name', 'channel'],
  ...['page', 'pageTitle', 'title', 'url', 'source', 'lang', 'language', 'locale', 'id', 'time', 'timestamp'],
];

type NamedText = { name: string; text: string };

/**
 * The text of a message in a frame of any shape: the one whose name says so, else the first that may be one. The service API
 * does not define the frame, and the demo's agent answers whichever a page has set.
 */
export function textOfAnyFrame(frame: unknown): string | undefined {
  const texts = namedTexts(frame, '').filter(({ text }) => text.trim() !== '');
  const named = textNames.flatMap((wanted) => texts.filter(({ name }) => name === wanted));
  const others = texts.filter(({ name, text }) => !otherNames.includes(name) && !/^https?:\/\//.test(text));
  return [...named, ...others][0]?.text;
}

/** The texts at any depth. In a list, each has the name of the list. */
function namedTexts(value: unknown, name: string): NamedText[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((part) => namedTexts(part, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => namedTexts(part, key));
}
