import type { Role } from './engine.ts';

/**
 * Finds the visible, uncovered element with this role and name that is not moving, through open shadow roots. It runs in
 * the page, so it cannot use anything outside of this function.
 */
export function findByRole(role: Role, name: string): HTMLElement | null {
  const selectors = {
    button: 'button, [role=button]',
    dialog: 'dialog, [role=dialog]',
    log: '[role=log]',
    region: '[role=region]',
    radio: 'input[type=radio]',
    checkbox: 'input[type=checkbox]',
    textbox: 'textarea, input[type=text], input[type=tel], input[type=email], [role=textbox]',
  };
  const plainText = (element: Element) => {
    const copy = element.cloneNode(true);
    if (copy instanceof Element) for (const unread of copy.querySelectorAll('[aria-hidden=true]')) unread.remove();
    return copy.textContent;
  };
  const nameOf = (element: HTMLElement) => {
    const { labels } = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : {};
    const text = element.ariaLabel ?? (labels?.[0] === undefined ? plainText(element) : plainText(labels[0]));
    return text?.replace(/\s+/g, ' ').trim();
  };
  const moves = (element: Element, root: Document | ShadowRoot) =>
    root.getAnimations().some(({ effect, playState }) => {
      if (playState !== 'running' || !(effect instanceof KeyframeEffect)) return false;
      return effect.getTiming().iterations !== Infinity && effect.target?.contains(element) === true;
    });
  const isUncovered = (element: Element, root: Document | ShadowRoot) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = root.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && element.contains(hit);
  };
  const search = (root: Document | ShadowRoot): HTMLElement | null => {
    for (const element of root.querySelectorAll<HTMLElement>(selectors[role])) {
      const visible = element.checkVisibility({ visibilityProperty: true });
      if (visible && nameOf(element) === name && !moves(element, root) && isUncovered(element, root)) return element;
    }
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const found = shadowRoot === null ? null : search(shadowRoot);
      if (found !== null) return found;
    }
    return null;
  };
  return search(document);
}

/** The name of the focused element, through open shadow roots. */
export function focusedName(): string {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (focused === null) return '';
  if (focused instanceof HTMLInputElement && focused.labels?.[0] !== undefined) {
    // Without the word that says that it is optional.
    return focused.labels[0].querySelector('bdi')?.textContent ?? '';
  }
  return focused.ariaLabel ?? focused.textContent?.trim() ?? '';
}
