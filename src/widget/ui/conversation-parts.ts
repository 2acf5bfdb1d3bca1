import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import type { Lazy } from './use-lazy.ts';
import { useRequired } from './use-required.ts';

/** What follows behind the first screen. */
export type ConversationParts = Lazy<typeof import('./conversation/index.ts')>;

const PartsContext = createContext<ReadonlySignal<ConversationParts> | null>(null);

export const ConversationPartsProvider = PartsContext.Provider;

export const useConversationParts = () => useRequired(PartsContext).value;
