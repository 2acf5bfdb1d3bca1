import { type ReadonlySignal, signal } from '@preact/signals';
import type { OpenOrigin, PanelDeps } from '../launcher/index.ts';

export type PanelFocus = {
  /** Grows when the focus should move into the panel. */
  readonly requestCount: ReadonlySignal<number>;
  /** Moves the focus into a panel that opens, if the visitor has opened it. */
  follow(origin: OpenOrigin): void;
  /** Moves the focus out of a panel that closes, to where it came from. */
  restore(): void;
};

/** Moves the focus with the visitor, and leaves it alone when a trigger or another tab opens the panel. */
export function createPanelFocus({
  layer,
  launcher,
  root,
}: Pick<PanelDeps, 'layer' | 'launcher' | 'root'>): PanelFocus {
  const requestCount = signal(0);
  let previous: Element | null = null;
  return {
    requestCount,
    follow(origin) {
      // A button of the page opens by a call, while the visitor's click is being handled. In a frame without the focus, the
      // click or key was for another frame of the same origin: somebody may be typing there.
      const isVisitor =
        origin === 'visitor' ||
        (origin === 'api' && navigator.userActivation?.isActive === true && document.hasFocus());
      if (!isVisitor) return;
      previous = document.activeElement;
      requestCount.value += 1;
    },
    restore() {
      if (!layer.contains(root.activeElement)) return;
      const target = launcher.hidden ? previous : launcher;
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
