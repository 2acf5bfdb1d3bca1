import type { RefCallback, TargetedInputEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { type FormField, textIn } from '../../../protocol/index.ts';
import { useTranslator } from '../panel-model.ts';
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

/** A phone number, formatted for its country while it is typed, with the country beside it. */
export function PhoneInput({ field, attributes }: { field: FormField; attributes: InputAttributes }) {
  const { form, phone } = useForm();
  const { locale } = useTranslator();
  const country = form.country.value;
  const value = String(form.values.value[field.name] ?? '');
  // The number may have been typed before the metadata was loaded, or be set by the page.
  useLayoutEffect(() => {
    if (phone !== null) form.setCountry(phone.followCallingCode(value, form.country.peek()));
  }, [form, phone, value]);
  const onInput = (event: TargetedInputEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = event.currentTarget;
    // Formats only at the end and not while deleting, because formatting would move the caret.
    const isAtEnd = selectionStart === typed.length;
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    const formatted = phone !== null && isAtEnd && !isDeleting ? phone.formatAsTyped(typed, country) : null;
    if (formatted?.country !== undefined && phone?.isInternational(typed)) form.setCountry(formatted.country);
    form.set(field.name, formatted?.text ?? typed);
  };
  return (
    <div class="tel-box">
      {phone !== null && !attributes.readOnly && <phone.CountrySelect form={form} field={field} />}
      <input
        {...attributes}
        type="tel"
        inputmode="tel"
        dir="ltr"
        placeholder={textIn(field.placeholder, locale) ?? phone?.examplePhone(country)}
        value={value}
        onInput={onInput}
      />
    </div>
  );
}
