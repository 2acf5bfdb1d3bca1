/**
 * How far a visitor's message is. The interface has no acknowledgement, so `confirmed` means that the service said
 * anything after the message was handed to the open socket.
 */
export type Delivery = 'queued' | 'sent' | 'confirmed' | 'not-delivered';

export type Author = { name?: string; avatarUrl?: string };

export type ChatMessage = {
  /** The service's message id (6); for the visitor's own messages one of ours. */
  readonly id: string;
  readonly from: 'visitor' | 'agent';
  readonly text: string;
  /** Milliseconds since the epoch. Frames carry no time, so for an agent's message this is its arrival. */
  readonly at: number;
  /** Of the visitor's messages only. */
  readonly delivery?: Delivery;
  /** Of an agent's messages only. */
  readonly author?: Author;
};

/** Who answers in this conversation (6). */
export type Owner = { readonly id: string; readonly name?: string; readonly avatarUrl?: string };

/** The longest message that is sent, in UTF-16 units. */
export const maxMessageLength = 8000;
