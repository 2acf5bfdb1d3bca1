import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { PanelDeps } from '../launcher/index.ts';
import type { Teaser } from '../ui/index.ts';

export type ReportTeasersOptions = {
  teaser: ReadonlySignal<Teaser | null>;
  isOpen: ReadonlySignal<boolean>;
  isHidden: ReadonlySignal<boolean>;
  isHiddenByPage: ReadonlySignal<boolean>;
  report: PanelDeps['emit'];
};

/** Reports each teaser once: when it is in sight, which is later if the page or its options have hidden the widget. Returns a cleanup. */
export function reportTeasers(options: ReportTeasersOptions): () => void {
  const { teaser, isOpen, isHidden, isHiddenByPage, report } = options;
  let reported: Teaser | null = null;
  return effect(() => {
    const current = teaser.value;
    if (current === null || current === reported || isOpen.value || isHidden.value || isHiddenByPage.value) return;
    reported = current;
    untracked(() => report('teaser:show', { source: current.source }));
  });
}
