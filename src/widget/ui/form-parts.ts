import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useRequired } from './use-required.ts';

/** What shows the form and what has come of it. It comes with the code for leads, so it is there as soon as the chat is. */
export type FormParts = typeof import('./form/index.ts');

const PartsContext = createContext<ReadonlySignal<FormParts | null> | null>(null);

export const FormPartsProvider = PartsContext.Provider;

/** Null for a chat without leads. */
export const useFormParts = () => useRequired(PartsContext).value;
