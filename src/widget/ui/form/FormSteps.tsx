import type { RefObject } from 'preact';
import type { LeadFormStep } from '../../../core/index.ts';
import type { FormField } from '../../../protocol/form.ts';
import { textIn } from '../../../protocol/locale.ts';
import { useTranslator } from '../panel-model.ts';
import { autofill } from './Field.tsx';
import { useForm } from './form-context.ts';

type StepHeadProps = { step: LeadFormStep; id: string; head: RefObject<HTMLDivElement | null> };

/** Where the visitor is: "Step 2 of 3", and what the step is about. */
export function StepHead({ step: { number, position, count, title }, id, head }: StepHeadProps) {
  const { locale, t } = useTranslator();
  return (
    <div class="step" id={id} ref={head} tabIndex={-1} data-step={number}>
      <p>{t('stepOf', { step: position, count })}</p>
      {title !== undefined && (
        <h4>
          <bdi>{textIn(title, locale)}</bdi>
        </h4>
      )}
      <span class="bar" aria-hidden="true">
        <i style={{ width: `${(position / count) * 100}%` }} />
      </span>
    </div>
  );
}

/** Fields of later steps that a browser can fill in together with those of this one. People see them when they come to them. */
export function LaterFields({ fields }: { fields: readonly FormField[] }) {
  const { form } = useForm();
  const values = form.values.value;
  return (
    <div class="hidden" aria-hidden="true">
      {fields.map(({ name, type }) => {
        const autocomplete = autofill.get(name);
        if (autocomplete === undefined || (type !== 'tel' && type !== 'text' && type !== 'email')) return null;
        return (
          <input
            key={name}
            name={name}
            type="text"
            autocomplete={autocomplete}
            tabIndex={-1}
            value={String(values[name] ?? '')}
            onInput={({ currentTarget }) => form.set(name, currentTarget.value)}
          />
        );
      })}
    </div>
  );
}
