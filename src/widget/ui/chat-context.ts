import { createContext } from 'preact';
import type { Chat } from '../../core/index.ts';
import { useRequired } from './use-required.ts';

/** Provided by Panel as soon as the chat exists. */
export const ChatContext = createContext<Chat | null>(null);

export const useChat = () => useRequired(ChatContext);

/** The id of the message that a button is in. */
export const MessageId = createContext('');
