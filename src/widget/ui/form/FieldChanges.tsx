import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Translator } from '../../../i18n/index.ts';
import type { FormField } from '../../../protocol/index.ts';
import { useTranslator } from '../panel-model.ts';
import { labelOf } from './Field.tsx';

type Change = { before: readonly FormField[]; after: readonly FormField[] };

/**
 * Tells screen readers which fields an answer has added to the form, or removed from it; others see it. The focus stays where
 * the answer was given, and the button that sends stays in sight.
 */
export function FieldChanges({ fields: shown }: { fields: readonly FormField[] }) {
  const translator = useTranslator();
  const change = useSignal<Change>({ before: shown, after: shown });
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { after } = change.peek();
    if (after === shown) return;
    change.value = { before: after, after: shown };
    if (status.current !== null) showSubmit(status.current);
  }, [shown, change]);
  return (
    <p role="status" class="hidden" ref={status}>
      {describeChange(change.value, translator)}
    </p>
  );
}

/** Scrolls to the form's button, unless the answer would then be out of sight. */
function showSubmit(part: HTMLElement): void {
  const form = part.closest('form');
  const answer = form?.querySelector(':focus');
  const submit = form?.querySelector('[type="submit"]');
  const view = form?.closest('.log') ?? form;
  if (!answer || !submit || !view) return;
  const height = submit.getBoundingClientRect().bottom - answer.getBoundingClientRect().top;
  if (height < view.clientHeight) submit.scrollIntoView({ block: 'nearest' });
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
