import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { PanelDeps } from '../launcher/index.ts';
import type { Teaser } from '../ui/index.ts';

export type ReportTeasersOptions = Pick<PanelDeps, 'element'> & {
  teaser: ReadonlySignal<Teaser | null>;
  isOpen: ReadonlySignal<boolean>;
  isHidden: ReadonlySignal<boolean>;
  report: PanelDeps['emit'];
};

/** Reports each teaser once: when it is in sight, which is later if the page or its options have hidden the widget. Returns a cleanup. */
export function reportTeasers({ element, teaser, isOpen, isHidden, report }: ReportTeasersOptions): () => void {
  let reported: Teaser | null = null;
  const check = () => {
    const current = teaser.value;
    if (current === null || current === reported || isOpen.value || isHidden.value || element.hidden) return;
    reported = current;
    untracked(() => report('teaser:show', { source: current.source }));
  };
  const observer = new MutationObserver(check);
  observer.observe(element, { attributeFilter: ['hidden'] });
  const stop = effect(check);
  return () => {
    observer.disconnect();
    stop();
  };
}
