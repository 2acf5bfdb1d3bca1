import { createContext, type RefCallback } from 'preact';
import { useCallback, useContext } from 'preact/hooks';
import type { LeadFormState } from '../../../core/index.ts';
import { useRequired } from '../use-required.ts';

/** The form that the fields belong to. */
export type FormContextValue = {
  form: LeadFormState;
  /** The input of each field that is shown, by the field's name. */
  inputs: Map<string, HTMLElement>;
};

export const FormContext = createContext<FormContextValue | null>(null);

export const useForm = () => useRequired(FormContext);

/** Returns the ref of a field's input, so that the form can focus it. Outside a form, it does nothing. */
export function useInputRef(name: string): RefCallback<HTMLElement> {
  const inputs = useContext(FormContext)?.inputs;
  return useCallback(
    (input) => {
      if (input === null) inputs?.delete(name);
      else inputs?.set(name, input);
    },
    [inputs, name],
  );
}
