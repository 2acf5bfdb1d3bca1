import type { WebSocket } from 'ws';

/** CSS selectors of the elements of a chat. */
export type Controls = {
  /** Elements whose shadow roots contain the chat, the outermost first. Empty for a chat in the page itself. */
  hosts: readonly string[];
  /** The bubble that opens the chat. Undefined for a chat that is always open. */
  bubble?: string;
  /** The window of the chat, where it can be there before its field. */
  panel?: string;
  /** The first field of a form that comes before the chat. */
  form?: string;
  /** The field for the visitor's message. */
  field: string;
  send: string;
  /** Its children are the messages. */
  log: string;
  /**
   * For a chat that loads when the pointer is over its bubble: part of the file's name, and an element that exists
   * afterwards.
   */
  loadsOnIntent?: { file: string; element?: string };
};

/** A page with a chat, and the backend that the chat talks to. */
export type Subject = {
  /** Its name in tables. */
  name: string;
  /** Its pages, files and backend are below `/<path>/`. */
  path: string;
  controls: Controls;
  /** The folder of its script files, served as `/<path>/files/`. */
  folder?: string;
  /** The body of its page in HTML. */
  body(page: PageOptions): string;
  /** Returns what the backend responds to a request below `/<path>/api/`, as JSON. */
  respond?(request: BackendRequest): unknown;
  /** Returns the events that the backend streams in response to a POST below `/<path>/api/`. */
  stream?(request: BackendRequest): readonly object[];
  /** Serves a socket of its page, from a path below `/<path>/`. */
  connect?(socket: WebSocket, path: string): void;
  /** The thousand messages are the history of the chat, because its backend sends only one message in reply. */
  hasHistory?: boolean;
};

/**
 * `origin` is the host and port of the site. With `historyLength`, the chat starts with as many messages of the agent.
 */
export type PageOptions = { origin: string; historyLength: number };

/** `path` is below `/<path>/api/`, `body` is parsed JSON, `origin` the host and port of the site. */
export type BackendRequest = { path: string; query: URLSearchParams; body: unknown; origin: string };

/** The replies of the agent: a thousand to `burst 1000`. The last one quotes the message. */
export function repliesTo(text: string): string[] {
  const count = Number(/^burst (\d+)$/.exec(text)?.[1] ?? 1);
  return history(count).map((reply, index) => (index + 1 < count ? reply : `${reply} end of answer to: ${text}`));
}

/** Messages of the agent; the last one of 1,000 begins with `1000 of 1000`. */
export function history(length: number): string[] {
  const line = (number: number) =>
    `${number} of ${length}, and here is what an agent writes in a line or two of a chat.`;
  return Array.from({ length }, (_, index) => line(index + 1));
}
