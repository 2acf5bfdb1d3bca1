import { signal } from '@preact/signals';
import { pageDocument } from '../../page-globals.ts';
import type { OpenOrigin, PanelDeps } from '../launcher/index.ts';

/** Moves the focus with the visitor, and leaves it alone when a trigger or another tab opens the panel. */
export function createPanelFocus({ layer, launcher, root }: Pick<PanelDeps, 'layer' | 'launcher' | 'root'>) {
  const isFocusRequested = signal(false);
  const isFormRequested = signal(false);
  let previous: Element | null = null;
  return {
    isFocusRequested,
    isFormRequested,
    /** The form is shown. */
    requestForm(origin: OpenOrigin): void {
      if (isOfVisitor(origin)) isFormRequested.value = true;
    },
    /** Moves the focus into the opening panel, if the visitor opened it. */
    follow(origin: OpenOrigin): void {
      if (!isOfVisitor(origin)) return;
      previous = pageDocument.activeElement;
      isFocusRequested.value = true;
    },
    /** Returns the focus from the closing panel to where it came from. */
    restore(): void {
      if (!layer.contains(root.activeElement)) return;
      const target = launcher.hidden ? previous : launcher;
      if (target instanceof HTMLElement) target.focus();
    },
  };
}

/**
 * A button of the page calls the API while the visitor's click is handled, so the user activation shows that it was the visitor.
 * Frames of one origin share the activation: without the focus, the click or key was for another frame, where the visitor may be
 * typing.
 */
export function isOfVisitor(origin: OpenOrigin): boolean {
  return (
    origin === 'visitor' || (origin === 'api' && navigator.userActivation?.isActive === true && pageDocument.hasFocus())
  );
}
