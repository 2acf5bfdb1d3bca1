import { type Signal, signal } from '@preact/signals';
import { pageDocument } from '../../page-globals.ts';
import type { OpenOrigin, PanelDeps } from '../launcher/index.ts';

export type PanelFocus = {
  /** The focus should move into the panel. The panel sets it back once the focus is there. */
  readonly isRequested: Signal<boolean>;
  /** The visitor, or a page that handles their click, has asked for the form in the conversation, which sets it back once it is used. */
  readonly isFormRequested: Signal<boolean>;
  /** The form is shown. */
  requestForm(origin: OpenOrigin): void;
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
  const isRequested = signal(false);
  const isFormRequested = signal(false);
  let previous: Element | null = null;
  return {
    isRequested,
    isFormRequested,
    requestForm(origin) {
      if (isOfVisitor(origin)) isFormRequested.value = true;
    },
    follow(origin) {
      if (!isOfVisitor(origin)) return;
      previous = pageDocument.activeElement;
      isRequested.value = true;
    },
    restore() {
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
