import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Translator } from '../../../i18n/index.ts';
import type { FormField } from '../../../protocol/index.ts';
import { useTranslator } from '../panel-model.ts';
import { labelOf } from './Field.tsx';

type Change = { before: readonly FormField[]; after: readonly FormField[] };

/**
 * Tells screen readers which fields an answer has added to the form, or removed from it; others see it. The focus stays where
 * the answer was given.
 */
export function FieldChanges({ fields: shown }: { fields: readonly FormField[] }) {
  const translator = useTranslator();
  const change = useSignal<Change>({ before: shown, after: shown });
  useEffect(() => {
    const { after } = change.peek();
    if (after !== shown) change.value = { before: after, after: shown };
  }, [shown, change]);
  return (
    <p role="status" class="hidden">
      {describeChange(change.value, translator)}
    </p>
  );
}

function describeChange({ before, after }: Change, translator: Translator): string {
  if (before === after) return '';
  const { t, locale } = translator;
  const listOf = (fields: readonly FormField[], others: readonly FormField[]) => {
    const labels = fields
      .filter((field) => field.type !== 'hidden' && !others.includes(field))
      .map((field) => labelOf(field, translator));
    return new Intl.ListFormat(locale, { type: 'unit' }).format(labels);
  };
  const [added, removed] = [listOf(after, before), listOf(before, after)];
  return [added && t('fieldsAdded', { fields: added }), removed && t('fieldsRemoved', { fields: removed })]
    .filter(Boolean)
    .join(' ');
}
