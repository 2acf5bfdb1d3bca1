import type { RefCallback, TargetedInputEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { examplePhone, followCallingCode, formatAsTyped } from '../../../countries/index.ts';
import type { FormField } from '../../../protocol/form.ts';
import { textIn } from '../../../protocol/locale.ts';
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
  // The page may set the number, and the browser may fill it in.
  useLayoutEffect(() => form.setCountry(followCallingCode(value, form.country.peek())), [form, value]);
  const onInput = (event: TargetedInputEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = event.currentTarget;
    // Formats only at the end and not while deleting, because formatting would move the caret.
    const isAtEnd = selectionStart === typed.length;
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    form.set(field.name, isAtEnd && !isDeleting ? formatAsTyped(typed, country) : typed);
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
