import type { ReadonlySignal } from '@preact/signals';
import type { ResolvedOptions } from '../../options/index.ts';
import type { PanelDeps } from '../launcher/index.ts';

/** Returns the function that reports once per form and page view that the visitor has begun to fill it in. */
export function createFormStartReporter(
  options: ReadonlySignal<ResolvedOptions>,
  pageViews: PanelDeps['pageViews'],
  report: PanelDeps['emit'],
): () => void {
  /** When the page view began in which each form was last reported, by the form's name. */
  const reported = new Map<string, number>();
  return () => {
    const { form } = options.peek();
    const { startedAt } = pageViews.current();
    if (reported.get(form) === startedAt) return;
    reported.set(form, startedAt);
    report('form:start', { form });
  };
}
