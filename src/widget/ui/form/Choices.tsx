import type { FieldValue, FormField } from '../../../protocol/form.ts';
import { textIn } from '../../../protocol/locale.ts';
import { useTranslator } from '../panel-model.ts';
import { useForm, useInputRef } from './form-context.ts';

type ChoicesProps = {
  field: FormField;
  /** Of the field's label and its problem. */
  labelId: string;
  problemId: string | undefined;
  isReadOnly: boolean;
};

/** The options of a `radio` or of `checkboxes`, all to be seen, each as large as a finger. */
export function Choices({ field, labelId, problemId, isReadOnly }: ChoicesProps) {
  const { form } = useForm();
  const { locale } = useTranslator();
  const { name, type, options = [], required } = field;
  const first = useInputRef(name);
  const isRadio = type === 'radio';
  const chosen = choicesIn(form.values.value[name]);

  const choose = (option: string, isChosen: boolean) => {
    // Two clicks may come before the next render.
    const others = choicesIn(form.values.peek()[name]).filter((other) => other !== option);
    form.set(name, isRadio ? option : [...others, ...(isChosen ? [option] : [])]);
  };
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it does not see the role of an expression
    <div
      class="choices"
      role={isRadio ? 'radiogroup' : 'group'}
      aria-labelledby={labelId}
      aria-describedby={problemId}
      {...(isRadio && { 'aria-required': required, 'aria-invalid': problemId !== undefined })}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) form.blur(name);
      }}
    >
      {options.map((option, index) => (
        <label key={option.value} class="choice">
          <input
            ref={index === 0 ? first : null}
            type={isRadio ? 'radio' : 'checkbox'}
            name={name}
            data-field={name}
            value={option.value}
            disabled={isReadOnly}
            checked={chosen.includes(option.value)}
            {...(!isRadio && { 'aria-invalid': problemId !== undefined })}
            onInput={({ currentTarget }) => choose(option.value, currentTarget.checked)}
          />
          <bdi>{textIn(option.label, locale)}</bdi>
        </label>
      ))}
    </div>
  );
}

function choicesIn(value: FieldValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
}
