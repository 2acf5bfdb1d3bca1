import { type ReadonlySignal, signal } from '@preact/signals';
import type { OpenOrigin, PanelDeps } from '../launcher/index.ts';

export type PanelFocus = {
  /** Increases each time the focus should move into the panel. */
  readonly requestCount: ReadonlySignal<number>;
  /** Moves the focus into the opening panel, if the visitor opened it. */
  follow(origin: OpenOrigin): void;
  /** Returns the focus from the closing panel to where it came from. */
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
      // A button of the page calls the API while the visitor's click is handled, so the user activation shows that it was the
      // visitor. Frames of one origin share the activation: without the focus, the click or key was for another frame, where
      // the visitor may be typing.
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
