import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const firstField = '.composer textarea, .form [data-field]';

/** Focuses the first field, or on a touch screen the panel itself: the keyboard would cover half of it. */
function moveFocusIntoPanel(panel: HTMLElement): void {
  const field = matchMedia('(pointer: coarse)').matches ? null : panel.querySelector<HTMLElement>(firstField);
  (field ?? panel).focus({ preventScroll: true });
}

/** Moves the focus into the panel for each request, after the panel is rendered open: hidden elements cannot be focused. */
export function useRequestedFocus(ref: RefObject<HTMLElement | null>, requestCount: ReadonlySignal<number>): void {
  const count = requestCount.value;
  useLayoutEffect(() => {
    if (count > 0 && ref.current !== null) moveFocusIntoPanel(ref.current);
  }, [ref, count]);
}

/**
 * Keeps the focus in the panel when one content replaces another. The unmounting content moves the focus to the panel, and the
 * mounting content moves it to its first field.
 */
export function useFocusHandover(content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [element, panel] = [content.current, panelOf(content.current)];
    if (element === null || panel === null) return;
    if (focusedElement(panel) === panel) moveFocusIntoPanel(panel);
    return () => {
      if (hasFocus(element)) panel.focus({ preventScroll: true });
    };
  }, [content]);
}

/** Moves the focus to the first field when the focused element unmounts, such as a menu or a used button. */
export function useFocusReturn(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [element, panel] = [ref.current, panelOf(ref.current)];
    if (element === null || panel === null) return;
    // The cleanup runs while the element is still in the document.
    return () => {
      if (hasFocus(element)) moveFocusIntoPanel(panel);
    };
  }, [ref]);
}

const focusable = 'a[href], button:not(:disabled), input:not([tabindex="-1"]), select, textarea, [tabindex="0"]';

/** Keeps Tab inside a panel that covers the whole screen. */
export function trapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'Tab') return;
  const elements = panel.querySelectorAll<HTMLElement>(focusable);
  const [first, last] = [elements[0], elements[elements.length - 1]];
  const edge = event.shiftKey ? first : last;
  const focused = focusedElement(panel);
  if (focused !== edge && focused !== panel) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

function panelOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest<HTMLElement>('.panel') ?? null;
}

function hasFocus(element: HTMLElement): boolean {
  return element.contains(focusedElement(element));
}

function focusedElement(element: HTMLElement): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.activeElement : null;
}
