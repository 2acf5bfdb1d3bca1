import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { LeadFormState } from '../../../core/index.ts';
import { phoneCountries, replaceCallingCode } from '../../../countries/index.ts';
import type { FormField } from '../../../protocol/form.ts';
import { isInternational } from '../../../protocol/written-number.ts';
import { Icon, icons } from '../Icon.tsx';
import { useTranslator } from '../panel-model.ts';

/**
 * The country of a number without `+`. The select is transparent, above a text with the country and its calling code. If the
 * number contains the calling code, the text shows only the country.
 */
export function CountrySelect({ form, field }: { form: LeadFormState; field: FormField }) {
  const { t, locale } = useTranslator();
  const country = form.country.value;
  const typed = String(form.values.value[field.name] ?? '');
  const callingCodes = useMemo(() => new Map(phoneCountries().map((known) => [known.country, known.callingCode])), []);
  // Naming and sorting all countries takes a slow phone 60 ms, and few visitors open the list.
  const isListNeeded = useSignal(false);
  const requestList = () => {
    isListNeeded.value = true;
  };
  const list = useMemo(
    () => (isListNeeded.value ? nameCountries(callingCodes, locale) : null),
    [callingCodes, locale, isListNeeded.value],
  );
  const selectCountry = (next: string) => {
    form.setCountry(next || undefined);
    form.set(field.name, replaceCallingCode(typed, next));
  };
  const current =
    country === undefined ? null : { code: country, text: `${country} +${callingCodes.get(country) ?? ''}` };
  return (
    <span class="country">
      <span aria-hidden="true">{isInternational(typed) ? country : (current?.text ?? '+')}</span>
      <Icon path={icons.open} />
      <select
        aria-label={t('country')}
        autocomplete="off"
        value={country ?? ''}
        onPointerEnter={requestList}
        onPointerDown={requestList}
        onFocus={requestList}
        onInput={(event) => selectCountry(event.currentTarget.value)}
      >
        {current === null && <option value="" />}
        {(list ?? (current === null ? [] : [current])).map(({ code, text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Returns texts such as `Germany +49` in the visitor's language, sorted by its rules. */
function nameCountries(callingCodes: ReadonlyMap<string, string>, locale: string): { code: string; text: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return [...callingCodes]
    .map(([code, callingCode]) => ({ code, text: `${names.of(code) ?? code} +${callingCode}` }))
    .sort((first, second) => compare(first.text, second.text));
}
