import type { ControlProps } from './field-props.ts';

/** A number as it is written where the visitor is: formatted while typing, with the country beside it to change. */
export function PhoneInput({ field, form, translator, phone, value, attributes }: ControlProps) {
  const country = form.country.value;
  return (
    <div class="tel-box">
      {phone !== null && <phone.Country form={form} translator={translator} />}
      <input
        {...attributes}
        type="tel"
        inputmode="tel"
        dir="ltr"
        placeholder={field.placeholder ?? phone?.examplePhone(country)}
        value={String(value)}
        onInput={(event) => {
          const { currentTarget } = event;
          const typed = currentTarget.value;
          // In the middle of the text, and while deleting, formatting would move the caret away from the finger.
          const isAtEnd = currentTarget.selectionStart === typed.length;
          const deletes = event instanceof InputEvent && event.inputType.startsWith('delete');
          const formatted = phone !== null && isAtEnd && !deletes ? phone.formatAsTyped(typed, country) : null;
          if (formatted?.country !== undefined && /^\s*(?:\+|00)/.test(typed)) form.setCountry(formatted.country);
          form.set(field.name, formatted?.text ?? typed);
        }}
      />
    </div>
  );
}
