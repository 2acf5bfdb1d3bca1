import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import type { Lazy } from './use-lazy.ts';
import { useRequired } from './use-required.ts';

/** What follows behind the first screen. */
export type ConversationParts = Lazy<typeof import('./conversation/index.ts')>;

/** What shows the form and what has come of it. It comes with the code for leads, so it is there as soon as the chat is. */
export type FormParts = typeof import('./form/index.ts');

export type LazyParts = {
  readonly conversation: ReadonlySignal<ConversationParts>;
  /** Null for a chat without leads. */
  readonly form: ReadonlySignal<FormParts | null>;
};

const PartsContext = createContext<LazyParts | null>(null);

export const PartsProvider = PartsContext.Provider;

export const useConversationParts = () => useRequired(PartsContext).conversation.value;

export const useFormParts = () => useRequired(PartsContext).form.value;
