import * as z from 'zod/mini';
import { messagePage } from '../../protocol/service/frames.ts';

/**
 * The delivery state of a visitor's message. The service API has no acknowledgements. So a message is `confirmed` if, after it
 * was handed to a socket, the agent has written, or that socket has carried a frame of an unknown type or was closed cleanly.
 * The frames `session` and `chatowner` confirm nothing: they belong to the handshake, whose last frames may come late.
 */
export const delivery = z.enum(['queued', 'sent', 'confirmed', 'not-delivered']);
export type Delivery = z.infer<typeof delivery>;

const author = z.object({ name: z.exactOptional(z.string()), avatarUrl: z.exactOptional(z.string()) });

export const chatMessage = z.object({
  /** The service's message id; for the visitor's own messages an id from the browser. */
  id: z.string(),
  from: z.enum(['visitor', 'agent']),
  text: z.string(),
  /** Milliseconds since the epoch. Frames contain no time, so for an agent's message it is the time of arrival. */
  at: z.number(),
  /** Only for messages of the visitor. */
  delivery: z.exactOptional(delivery),
  /** Only for messages of the visitor: how often it was handed to a socket. */
  sendCount: z.exactOptional(z.number()),
  /** Only for messages of the visitor whose frame says on which page they were written. */
  page: z.exactOptional(messagePage),
  /** Only for messages of an agent. */
  author: z.exactOptional(author),
});
export type ChatMessage = Readonly<z.infer<typeof chatMessage>>;

/** Who answers in this conversation. */
export const owner = z.object({
  id: z.string(),
  name: z.exactOptional(z.string()),
  avatarUrl: z.exactOptional(z.string()),
});
export type Owner = Readonly<z.infer<typeof owner>>;

/** The longest message that is sent, in UTF-16 units. */
export const maxMessageLength = 8000;
