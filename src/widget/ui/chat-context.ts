import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Chat } from '../../core/index.ts';

/** Provided by Panel as soon as the chat exists. */
export const ChatContext = createContext<Chat | null>(null);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (chat === null) throw new Error('[leadchat] useChat() needs a ChatContext.Provider above it');
  return chat;
}

/** The id of the message that a button is in. */
export const MessageId = createContext('');
