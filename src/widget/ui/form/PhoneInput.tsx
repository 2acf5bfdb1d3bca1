import type { RefCallback, TargetedInputEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { examplePhone, followCallingCode, formatAsTyped } from '../../../countries/index.ts';
import { attempt } from '../../../options/index.ts';
import { pageDocument } from '../../../page-globals.ts';
import type { FormField } from '../../../protocol/form.ts';
import { textIn } from '../../../protocol/locale.ts';
import { hasFocus } from '../focus.ts';
import { useTranslator } from '../panel-model.ts';
import { CountrySelect } from './CountrySelect.tsx';
import { useForm } from './form-context.ts';

/** Attributes of all inputs of the form. */
export type InputAttributes = {
  ref: RefCallback<HTMLElement>;
  id: string;
  name: string;
  /** Tells which field an event is about. */
  'data-field': string;
  required: boolean;
  /** A signed token has set the value. */
  readOnly: boolean;
  autocomplete: AutoFill;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  onBlur: () => void;
};

/** A phone number, grouped like the example of its country while it is typed, with the country beside it. */
export function PhoneInput({ field, attributes }: { field: FormField; attributes: InputAttributes }) {
  const { form } = useForm();
  const { locale } = useTranslator();
  const country = form.country.value;
  const value = String(form.values.value[field.name] ?? '');
  /** The last country that was not read from the number. */
  const chosen = useRef(country);
  const read = useRef<string | undefined>(undefined);
  // The page may set the number, and the browser may fill it in.
  useLayoutEffect(() => {
    const current = form.country.peek();
    if (current !== read.current) chosen.current = current;
    read.current = followCallingCode(value, current, chosen.current);
    form.setCountry(read.current);
  }, [form, value]);
  const onInput = (event: TargetedInputEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const { value: typed, selectionStart } = input;
    // Neither what is deleted or undone, nor what an input method still composes, which would come twice.
    const isTyped = !(event instanceof InputEvent) || (event.inputType.startsWith('insert') && !event.isComposing);
    // Only at the end, because formatting would move the caret.
    const next = isTyped && selectionStart === typed.length ? formatAsTyped(typed, country) : typed;
    if (next !== typed) retype(input, next);
    form.set(field.name, next);
  };
  return (
    <div class="tel-box">
      {!attributes.readOnly && <CountrySelect form={form} field={field} />}
      <input
        {...attributes}
        type="tel"
        inputmode="tel"
        dir="ltr"
        placeholder={textIn(field.placeholder, locale) ?? examplePhone(country)}
        value={attributes.readOnly ? formatAsTyped(value, country) : value}
        onInput={onInput}
      />
    </div>
  );
}

/**
 * Replaces what was typed as if the visitor had typed it, which is another event: otherwise the browser's undo and redo would
 * bring back digits at wrong places. Where that is not possible, the next render replaces it.
 */
function retype(input: HTMLInputElement, text: string): void {
  // The browser fills in fields that do not have the focus.
  if (!hasFocus(input)) return;
  input.select();
  attempt(() => pageDocument.execCommand('insertText', false, text));
}
