import type { Translator } from '../../../i18n/index.ts';
import type { FormField } from '../../../protocol/index.ts';
import { Icon, icons } from '../Icon.tsx';
import type { ControlProps, FieldProps } from './field-props.ts';
import { PhoneInput } from './phone-input.tsx';
import { problemText } from './problem-text.ts';

/** Names that browsers fill in by themselves. */
const autofill = new Map<string, AutoFill>([
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

/** A field with its label and what is wrong with it. */
export function Field({ field, form, translator, phone }: FieldProps) {
  const { name, required } = field;
  const problem = form.problems.value[name];
  const props: ControlProps = {
    field,
    form,
    translator,
    phone,
    value: form.values.value[name] ?? '',
    attributes: {
      id: `field-${name}`,
      name,
      required,
      autocomplete: autofill.get(name) ?? 'on',
      'aria-invalid': problem !== undefined,
      'aria-describedby': problem === undefined ? undefined : `problem-${name}`,
      onBlur: () => form.blur(name),
    },
  };
  const label = (
    <label for={`field-${name}`}>
      {labelOf(field, translator)}
      {!required && field.type !== 'checkbox' && <small aria-hidden="true"> {translator.t('optional')}</small>}
    </label>
  );
  return (
    <div class={`field ${field.type} ${isHalf(field, form.fields) ? 'half' : ''}`}>
      {field.type === 'checkbox' ? null : label}
      <Control {...props} />
      {field.type === 'checkbox' ? label : null}
      {problem !== undefined && (
        <Problem
          id={`problem-${name}`}
          text={problemText(name, problem, translator, phone?.problemTextIn(form.country.value, translator))}
        />
      )}
    </div>
  );
}

export function Problem({ id, text }: { id: string; text: string }) {
  return (
    <p class="problem" id={id}>
      <Icon path={icons.alert} />
      {text}
    </p>
  );
}

function Control(props: ControlProps) {
  const { field, form, translator, value, attributes } = props;
  const text = String(value);
  const set = (event: { currentTarget: { value: string } }) => form.set(field.name, event.currentTarget.value);
  switch (field.type) {
    case 'tel':
      return <PhoneInput {...props} />;
    case 'text':
      return (
        <input {...attributes} type="text" dir="auto" placeholder={field.placeholder} value={text} onInput={set} />
      );
    case 'email':
      return (
        <input
          {...attributes}
          type="email"
          inputmode="email"
          placeholder={field.placeholder}
          value={text}
          onInput={set}
        />
      );
    case 'textarea':
      return (
        <textarea {...attributes} rows={3} dir="auto" placeholder={field.placeholder} value={text} onInput={set} />
      );
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
          <select {...attributes} value={text} onInput={set}>
            <option value="">{translator.t('choose')}</option>
            {field.options?.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon path={icons.open} />
        </span>
      );
    case 'hidden':
      return null;
    default:
      return field.type satisfies never;
  }
}

function labelOf({ name, label }: FormField, translator: Translator): string {
  if (label !== undefined) return label;
  switch (name) {
    case 'phone':
    case 'first_name':
    case 'last_name':
    case 'email':
      return translator.t(name);
    default:
      return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
  }
}

/** First and last name share a line when they follow each other. */
function isHalf(field: FormField, fields: readonly FormField[]): boolean {
  const index = fields.indexOf(field);
  if (field.name === 'first_name') return fields[index + 1]?.name === 'last_name';
  return field.name === 'last_name' && fields[index - 1]?.name === 'first_name';
}
