import { useId } from 'preact/hooks';
import type { FieldProblem } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { dateLimitsOf, localToday } from '../../../protocol/date-value.ts';
import { labelFromName } from '../../../protocol/field-label.ts';
import type { FormField } from '../../../protocol/form.ts';
import { textIn } from '../../../protocol/locale.ts';
import { Icon, icons } from '../Icon.tsx';
import { useTranslator } from '../panel-model.ts';
import { Choices } from './Choices.tsx';
import { useForm, useInputRef } from './form-context.ts';
import { type InputAttributes, PhoneInput } from './PhoneInput.tsx';
import { Problem } from './Problem.tsx';
import { problemText } from './problem-text.ts';

/** The `autocomplete` values of fields that browsers can fill in. */
export const autofill: ReadonlyMap<string, AutoFill> = new Map<string, AutoFill>([
  ['phone', 'tel'],
  ['first_name', 'given-name'],
  ['last_name', 'family-name'],
  ['name', 'name'],
  ['email', 'email'],
  ['company', 'organization'],
  ['city', 'address-level2'],
  ['zip', 'postal-code'],
  ['country', 'country'],
]);

/** A field of the form with its label and its problem. */
export function Field({ field }: { field: FormField }) {
  const { form } = useForm();
  const translator = useTranslator();
  const id = useId();
  const { name, required } = field;
  const isCheckbox = field.type === 'checkbox';
  const problem = form.problems.value[name];
  const visitor = form.visitor.value;
  const isVerified = visitor.status === 'verified' && Object.hasOwn(visitor.fields, name);
  const attributes: InputAttributes = {
    ref: useInputRef(name),
    id,
    name,
    'data-field': name,
    required,
    readOnly: isVerified,
    autocomplete: autofill.get(name) ?? 'on',
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
    onBlur: () => form.blur(name),
  };
  const textOf = (found: FieldProblem) =>
    isGroup && found.code === 'required'
      ? translator.t('badOption')
      : problemText(name, found, translator, form.country.value);
  const isGroup = field.type === 'radio' || field.type === 'checkboxes';
  const labelId = `${id}-label`;
  const words = (
    <>
      {/* A question that the site writes in one language may be in a panel of the other direction. */}
      <bdi>{labelOf(field, translator)}</bdi>
      {/* A screen reader says which fields are required, except for a group of checkboxes. */}
      {!required && !isCheckbox && <small aria-hidden={field.type !== 'checkboxes'}> {translator.t('optional')}</small>}
    </>
  );
  const label = isGroup ? (
    <span id={labelId} class="label">
      {words}
    </span>
  ) : (
    <label for={id}>{words}</label>
  );
  return (
    <div class={`field ${field.type} ${isHalf(field, form.visibleFields.value) ? 'half' : ''}`} part="field">
      {!isCheckbox && label}
      {isGroup ? (
        <Choices field={field} labelId={labelId} problemId={attributes['aria-describedby']} isReadOnly={isVerified} />
      ) : (
        <Input field={field} attributes={attributes} />
      )}
      {isCheckbox && label}
      {problem !== undefined && <Problem id={`${id}-problem`} text={textOf(problem)} />}
    </div>
  );
}

function Input({ field, attributes }: { field: FormField; attributes: InputAttributes }) {
  const { form } = useForm();
  const { locale, t } = useTranslator();
  const value = form.values.value[field.name] ?? '';
  const textAttributes = {
    ...attributes,
    placeholder: textIn(field.placeholder, locale),
    value: String(value),
    onInput: (event: { currentTarget: { value: string } }) => form.set(field.name, event.currentTarget.value),
  };
  switch (field.type) {
    case 'tel':
      return <PhoneInput field={field} attributes={attributes} />;
    case 'text':
      return <input {...textAttributes} type="text" dir="auto" />;
    case 'email':
      return <input {...textAttributes} type="email" inputmode="email" />;
    case 'textarea':
      return <textarea {...textAttributes} rows={3} dir="auto" />;
    case 'checkbox':
      return (
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onInput={(event) => form.set(field.name, event.currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <span class="pick">
          <select {...textAttributes} disabled={attributes.readOnly}>
            <option value="">{t('choose')}</option>
            {field.options?.map((option) => (
              <option key={option.value} value={option.value}>
                {textIn(option.label, locale)}
              </option>
            ))}
          </select>
          <Icon path={icons.open} />
        </span>
      );
    case 'date': {
      const { earliest, latest } = dateLimitsOf(field, localToday());
      return <input {...textAttributes} type="date" min={earliest} max={latest} />;
    }
    case 'number':
      // Not `type="number"`, which takes the digits of one script only, and changes with the wheel.
      return <input {...textAttributes} type="text" inputmode={isWhole(field) ? 'numeric' : 'decimal'} dir="auto" />;
    case 'radio':
    case 'checkboxes':
    case 'hidden':
      return null;
    default:
      return field.type satisfies never;
  }
}

/** Whether a keyboard without a decimal mark and a minus is enough. */
function isWhole({ min, step }: FormField): boolean {
  return typeof min === 'number' && min >= 0 && Number.isInteger(min) && Number.isInteger(step ?? Number.NaN);
}

/** What the visitor reads beside the field. */
export function labelOf({ name, label }: FormField, { locale, t }: Translator): string {
  if (label !== undefined) return textIn(label, locale);
  switch (name) {
    case 'phone':
    case 'first_name':
    case 'last_name':
    case 'email':
      return t(name);
    default:
      return labelFromName(name);
  }
}

/** First and last name share a line if they follow each other. */
function isHalf(field: FormField, fields: readonly FormField[]): boolean {
  const index = fields.indexOf(field);
  if (field.name === 'first_name') return fields[index + 1]?.name === 'last_name';
  return field.name === 'last_name' && fields[index - 1]?.name === 'first_name';
}
