import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Translator } from '../../../i18n/index.ts';
import type { FormField } from '../../../protocol/form.ts';
import { usePanel, useTranslator } from '../panel-model.ts';
import { labelOf } from './Field.tsx';

type Change = { before: readonly FormField[]; after: readonly FormField[] };

/**
 * Tells screen readers which fields an answer has added to the form, or removed from it; others see it. The focus stays where
 * the answer was given, and the button that sends stays in sight.
 */
export function FieldChanges({ fields: shown }: { fields: readonly FormField[] }) {
  const { root } = usePanel();
  const translator = useTranslator();
  const change = useSignal<Change>({ before: shown, after: shown });
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { after } = change.peek();
    if (after === shown) return;
    change.value = { before: after, after: shown };
    const form = status.current?.closest('form');
    if (form?.contains(root.activeElement)) showSubmit(form, root.activeElement);
  }, [shown, change, root]);
  return (
    <p role="status" class="hidden" ref={status}>
      {describeChange(change.value, translator)}
    </p>
  );
}

/** Scrolls to the form's button, unless the answer would then be out of sight. */
function showSubmit(form: HTMLElement, answer: Element | null): void {
  const submit = form.querySelector('[type="submit"]');
  const view = form.closest('.log') ?? form;
  if (answer === null || submit === null) return;
  const height = submit.getBoundingClientRect().bottom - answer.getBoundingClientRect().top;
  // A form in the page may be higher than the window, or than what a keyboard leaves of it.
  const room = Math.min(view.clientHeight, window.visualViewport?.height ?? innerHeight);
  if (height < room) submit.scrollIntoView({ block: 'nearest' });
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
