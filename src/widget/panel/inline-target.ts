import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { ResolvedOptions } from '../../options/index.ts';
import type { InlineDeps } from './mount-inline.ts';
import type { ReportError } from './report-problems.ts';

export type InlineTargetDeps = InlineDeps & { options: ReadonlySignal<ResolvedOptions>; reportError: ReportError };

/** Applies the option `target`. The code that moves the widget into the page is loaded only if the option is set. */
export function moveToInlineTarget({ options, reportError, ...deps }: InlineTargetDeps): () => void {
  const target = computed(() => options.value.target);
  return effect(() => {
    const selector = target.value;
    if (selector === undefined) return;
    let isDisposed = false;
    let leave = () => {
      deps.layer.hidden = false;
    };
    // An inline widget must not float above the page while the code is loading.
    deps.layer.hidden = true;
    import('./mount-inline.ts').then(
      ({ mountInline }) => {
        if (!isDisposed) leave = mountInline(deps, selector, (problem) => reportError('no-target', problem));
      },
      (error) => reportError('no-target', `[leadchat] ${error}`),
    );
    return () => {
      isDisposed = true;
      leave();
    };
  });
}
