import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Lazy } from './use-lazy.ts';

/** What follows behind the first screen. */
export type ConversationParts = Lazy<typeof import('./conversation/index.ts')>;

const PartsContext = createContext<ReadonlySignal<ConversationParts> | null>(null);

export const ConversationPartsProvider = PartsContext.Provider;

export function useConversationParts(): ConversationParts {
  const parts = useContext(PartsContext);
  if (parts === null) throw new Error('[leadchat] useConversationParts() needs a ConversationPartsProvider above it');
  return parts.value;
}
