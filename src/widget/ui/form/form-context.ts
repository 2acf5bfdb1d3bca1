import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { LeadForm } from '../../../core/index.ts';

/** The lazily loaded code for phone numbers. */
export type PhoneTools = typeof import('./phone-tools.ts');

/** The form that the fields belong to. `phone` is null while the phone metadata is not loaded. */
export type FormContextValue = { form: LeadForm; phone: PhoneTools | null };

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const value = useContext(FormContext);
  if (value === null) throw new Error('[leadchat] useForm() needs a FormContext.Provider above it');
  return value;
}
