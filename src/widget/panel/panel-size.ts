import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { attempt, getStorage, type ResolvedOptions, readText, sizeKey } from '../../options/index.ts';

const large = 'large';

/** The size of the panel that the visitor has chosen. With consent it is kept for the next pages. */
export function createPanelSize(options: ReadonlySignal<ResolvedOptions>) {
  /** What the visitor has chosen on this page. */
  const chosen = signal<boolean | null>(null);
  const kept = signal(false);
  const isLarge = computed(() => chosen.value ?? kept.value);
  const area = computed(() => getStorage(options.value));

  // Also when the visitor agrees to storing later.
  const stopFollowing = effect(() => {
    if (area.value === null) return;
    untracked(() => {
      if (chosen.peek() === null) kept.value = readText(area.peek(), sizeKey) === large;
      else write(area.peek(), isLarge.peek());
    });
  });

  return {
    isLarge,
    setLarge(next: boolean): void {
      chosen.value = next;
      write(area.peek(), next);
    },
    /** For the next visitor. What is stored is deleted with everything else. */
    forget(): void {
      chosen.value = null;
      kept.value = false;
    },
    dispose: () => stopFollowing(),
  };
}

/** If it is full or blocked, the size holds on this page. */
function write(area: Storage | null, isLarge: boolean): void {
  attempt(() => (isLarge ? area?.setItem(sizeKey, large) : area?.removeItem(sizeKey)));
}
