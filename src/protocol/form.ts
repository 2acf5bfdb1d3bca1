import * as z from 'zod/mini';
import { chooseLanguage } from './locale.ts';
import { localizedText } from './localized.ts';

export const fieldName = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/));
const label = localizedText(200, 1);

/** Not `z.int()`, which would add the ranges of all number formats to the browser's code. */
export const wholeNumber = z.number().check(z.refine(Number.isInteger, { error: 'must be a whole number' }));

/** Of a field, so also the most that can be chosen of them. */
export const maxOptions = 250;

/** The value of a field that has one. */
const singleValue = z.union([z.string().check(z.maxLength(2000)), z.boolean()]);

/** The value of one form field as the browser sends it; of `checkboxes` the list of the chosen values. */
export const fieldValue = z.union([
  ...singleValue.def.options,
  z.array(z.string().check(z.maxLength(200))).check(z.maxLength(maxOptions)),
]);
export type FieldValue = z.infer<typeof fieldValue>;

/** What a field is compared with: a value, or several of which one is enough. A checkbox is `true` or `false`. */
export const conditionValue = z.union([
  ...singleValue.def.options,
  z.array(singleValue).check(z.minLength(1), z.maxLength(maxOptions)),
]);
export type ConditionValue = z.infer<typeof conditionValue>;

/** The value of one attribute: what a page knows about the visitor besides the form's fields. */
export const attributeValue = z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean()]);
export type AttributeValue = z.infer<typeof attributeValue>;

/** Of the signed token about a visitor, in characters. It is part of a lead, whose body has at most 16 KB. */
export const maxUserTokenLength = 4096;

const fieldTypes = [
  ...(['tel', 'text', 'email', 'select', 'radio', 'checkboxes'] as const),
  ...(['textarea', 'checkbox', 'date', 'number', 'hidden'] as const),
] as const;

/** One field of a lead form, as an operator or a host page writes it. */
export const formField = z.strictObject({
  /** Key of the value in the lead: `first_name`. Lower case, digits and underscores. `phone`, `first_name`, `last_name`, `email` and `company` are fields of the service; any other name becomes a custom field. */
  name: fieldName,
  /** Kind of value: `tel`, `text`, `email`, `select`, `radio`, `checkboxes`, `textarea`, `checkbox`, `date`, `number` or `hidden`. @default "text" */
  type: z._default(z.enum(fieldTypes), 'text'),
  /** Label that the visitor reads: one text, or texts by language. Without one the widget uses its own text for a known name, else the name. */
  label: z.optional(label),
  /** Whether the form can only be sent with it. @default false */
  required: z._default(z.boolean(), false),
  /** Choices of a `select`, a `radio` or `checkboxes`, `[{ value, label }]`: the lead gets the `value`, of several joined by `, `; the visitor reads the `label`, one text or texts by language. */
  options: z.optional(
    z
      .array(z.strictObject({ value: z.string().check(z.maxLength(200)), label }))
      .check(z.minLength(1), z.maxLength(maxOptions)),
  ),
  /** Regular expression that the whole value must match; of a `tel` the number with `+` and without spaces, such as `+14155552671`. */
  pattern: z.optional(z.string().check(z.maxLength(500))),
  /** Maximum length in characters. @default 200, for a `textarea` and a `hidden` field 2000 */
  maxLength: z.optional(wholeNumber.check(z.minimum(1), z.maximum(2000))),
  /** Fewest choices of `checkboxes`, if the visitor chooses any. @default 1 */
  minChoices: z.optional(wholeNumber.check(z.minimum(1), z.maximum(maxOptions))),
  /** Most choices of `checkboxes`. @default all */
  maxChoices: z.optional(wholeNumber.check(z.minimum(1), z.maximum(maxOptions))),
  /** Smallest `number`, or earliest `date`: `2026-12-01`, `today`, `today+30`, `today-7`. @default any */
  min: z.optional(z.union([z.number(), z.string().check(z.maxLength(20))])),
  /** Largest `number`, or latest `date`, written like `min`. @default any */
  max: z.optional(z.union([z.number(), z.string().check(z.maxLength(20))])),
  /** Distance between the values of a `number`, from `min` or else 0: `1` allows whole numbers, `0.5` halves. @default any number */
  step: z.optional(z.number().check(z.positive())),
  /** Shown in the empty field: one text, or texts by language. */
  placeholder: z.optional(localizedText(200)),
  /** Value of a `hidden` field. */
  value: z.optional(z.string().check(z.maxLength(2000))),
  /** When the field is a part of the form: `{ field, is }`, the name of another field and its value, or a list of values; for a checkbox `true` or `false`. Otherwise it is neither shown nor required, and its value is not kept. @default always */
  showIf: z.optional(
    z.strictObject({
      /** Name of the other field. */
      field: fieldName,
      /** The value that it must have, or a list of values. */
      is: conditionValue,
    }),
  ),
});
/** A field with its defaults. */
export type FormField = z.infer<typeof formField>;
/** A field as an operator or a host page writes it. */
export type FormFieldInput = z.input<typeof formField>;

export const phoneField: FormField = { name: 'phone', type: 'tel', required: true };

/** The fields of a form that lists none. */
export const defaultFields: FormField[] = [
  phoneField,
  { name: 'first_name', type: 'text', required: false },
  { name: 'last_name', type: 'text', required: false },
  { name: 'email', type: 'email', required: false },
];

/** Every form has a required phone field. It comes first if the configuration leaves it out. */
export function withPhone(fields: readonly FormField[]): FormField[] {
  const configured = fields.find((field) => field.name === 'phone');
  if (configured === undefined) return [phoneField, ...fields];
  return fields.map((field) => (field === configured ? { ...field, type: 'tel', required: true } : field));
}

/** Consent that a form asks for. The proxy records which text was shown. */
export const formConsent = z.strictObject({
  /** One text, or texts by language, such as `{ "en": "…", "de": "…" }`; visitors with another language see the English one, else the first. May contain links: `[privacy policy](https://…)`. */
  text: localizedText(2000, 1),
  /** Changes whenever the text does. */
  version: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Whether the form can only be sent with it. @default true */
  required: z._default(z.boolean(), true),
});
/** A consent with its defaults. */
export type FormConsent = z.infer<typeof formConsent>;
/** A consent as an operator or a host page writes it. */
export type FormConsentInput = z.input<typeof formConsent>;

/** The consent text for a visitor's locale, and the language to record with it. A single text is recorded with the visitor's locale. */
export function consentTextFor(text: FormConsent['text'], locale = ''): { text: string; locale: string } {
  if (typeof text === 'string') return { text, locale };
  const language = chooseLanguage(text, locale);
  return { text: text[language] ?? '', locale: language };
}

/** ISO 3166-1 alpha-2 code, upper case: `US`. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/));
