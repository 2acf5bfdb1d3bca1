import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { PanelDeps } from '../launcher/index.ts';
import type { Teaser } from '../ui/index.ts';
import type { Settings } from './settings.ts';

/** Reports each teaser once: when it is in sight, which is later if the page or its options have hidden the widget. Returns a cleanup. */
export function reportTeasers(
  teaser: ReadonlySignal<Teaser | null>,
  { isOpen, isHidden, isHiddenByPage }: Settings,
  report: PanelDeps['emit'],
): () => void {
  let reported: Teaser | null = null;
  return effect(() => {
    const current = teaser.value;
    if (current === null || current === reported || isOpen.value || isHidden.value || isHiddenByPage.value) return;
    reported = current;
    untracked(() => report('teaser:show', { source: current.source }));
  });
}
