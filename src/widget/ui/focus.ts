import type { Signal } from '@preact/signals';
import { createContext, type RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { listOf, pageDocument } from '../../page-globals.ts';
import { useRequired } from './use-required.ts';

/** The elements between which the focus moves. */
export type FocusPlaces = {
  readonly panel: RefObject<HTMLDivElement | null>;
  /** Everything below the header. */
  readonly body: RefObject<HTMLDivElement | null>;
  /** The message field. The form can be a part of the conversation, where the composer is the place to begin. */
  readonly composer: RefObject<HTMLTextAreaElement | null>;
};

const FocusContext = createContext<FocusPlaces | null>(null);

export const FocusProvider = FocusContext.Provider;

export const useFocusPlaces = () => useRequired(FocusContext);

/** Focuses the first field, or on a touch screen the panel itself: the keyboard would cover half of it. */
function moveFocusIntoPanel({ panel, composer }: FocusPlaces): void {
  if (panel.current === null) return;
  const field = composer.current ?? firstFormField(panel.current);
  focusField(panel.current, field !== null && isReachable(field) ? field : null);
}

/** Whether no sheet covers the element. */
function isReachable(element: HTMLElement): boolean {
  return element.closest('[inert]') === null;
}

/** Focuses the first field of the form in an element, or on a touch screen the element itself. */
export function focusFirstField(element: HTMLElement): void {
  focusField(element, firstFormField(element));
}

/** A query, because which field comes first changes with the visitor's answers. A signed value leaves nothing to type. */
function firstFormField(element: HTMLElement): HTMLElement | null {
  return (
    element.querySelector<HTMLElement>('.form [data-field]:not([readonly], :disabled)') ??
    element.querySelector<HTMLElement>('.form [data-field]')
  );
}

/** On a touch screen the element itself, because a keyboard would cover what is new. */
export function focusField(element: HTMLElement, field: HTMLElement | null): void {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  ((isTouch ? null : field) ?? element).focus({ preventScroll: true });
}

/** Moves the focus into the panel once that is requested, after the panel is rendered open: hidden elements cannot be focused. */
export function useRequestedFocus(places: FocusPlaces, request: Signal<boolean>): void {
  const isRequested = request.value;
  useLayoutEffect(() => {
    if (!isRequested) return;
    request.value = false;
    moveFocusIntoPanel(places);
  }, [places, isRequested, request]);
}

/** Returns the function that moves the focus to the panel's first field. */
export function usePanelFocus(): () => void {
  const places = useFocusPlaces();
  return () => moveFocusIntoPanel(places);
}

/**
 * Keeps the focus in the panel when one content replaces another. The unmounting content moves the focus to the panel, and the
 * mounting content moves it to its first field.
 */
export function useFocusHandover(content: RefObject<HTMLElement | null>): void {
  const places = useFocusPlaces();
  useLayoutEffect(() => {
    const [element, panel] = [content.current, places.panel.current];
    if (element === null || panel === null) return;
    if (focusedElement(panel) === panel) moveFocusIntoPanel(places);
    return () => {
      if (hasFocus(element)) panel.focus({ preventScroll: true });
    };
  }, [content, places]);
}

/** Takes everything below the header out of reach while a sheet covers it. Before useFocusReturn(), which moves the focus into it. */
export function useCoveredBody(): void {
  const { body } = useFocusPlaces();
  useLayoutEffect(() => {
    const covered = body.current;
    if (covered === null) return;
    covered.inert = true;
    return () => {
      covered.inert = false;
    };
  }, [body]);
}

/** Moves the focus to the first field when the focused element unmounts, such as a used button. */
export function useFocusReturn(ref: RefObject<HTMLElement | null>): void {
  useFocusAfter(ref, usePanelFocus());
}

/** The same for a button whose place the one behind it takes. */
export function useFocusNext(ref: RefObject<HTMLElement | null>): void {
  const focusPanel = usePanelFocus();
  useFocusAfter(ref, ({ nextElementSibling: next }) => {
    if (next instanceof HTMLButtonElement) next.focus();
    else focusPanel();
  });
}

function useFocusAfter(ref: RefObject<HTMLElement | null>, focusOther: (element: HTMLElement) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focusOther` does the same in every render
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    // The cleanup runs while the element is still in the document.
    return () => {
      if (hasFocus(element)) focusOther(element);
    };
  }, [ref]);
}

const focusable = 'a[href], button:not(:disabled), input:not([tabindex="-1"]), select, textarea, [tabindex="0"]';

/**
 * Keeps Tab inside a panel that covers the whole screen. docs/decisions.md says why `<dialog>` and `inert` do not: browsers
 * disagree about where Tab and Escape lead.
 */
export function trapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'Tab') return;
  const elements = listOf(panel.querySelectorAll<HTMLElement>(focusable)).filter(isReachable);
  const [first, last] = [elements[0], elements.at(-1)];
  const edge = event.shiftKey ? first : last;
  const focused = focusedElement(panel);
  if (focused !== edge && focused !== panel) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

export function hasFocus(element: HTMLElement): boolean {
  return element.contains(focusedElement(element));
}

/**
 * Watches whether somebody goes on outside of an element, where they stay, whatever comes later. They take the focus there, or type
 * where it has been. A captcha, which the element shows, is a child of the widget's host.
 */
export function watchFocus(element: HTMLElement) {
  const root = element.getRootNode();
  const places = root instanceof ShadowRoot ? [element, root.host] : [element];
  const focusedNow = () => focusedElement(element) ?? pageDocument.activeElement;
  const before = focusedNow();
  let hasTyped = false;
  const onInput = (event: Event) => {
    hasTyped ||= !event.composedPath().includes(element);
  };
  pageDocument.addEventListener('input', onInput, true);
  return {
    hasGoneOn(): boolean {
      const focused = focusedNow();
      if (focused === pageDocument.body || places.some((place) => place.contains(focused))) return false;
      return hasTyped || focused !== before;
    },
    stop: () => pageDocument.removeEventListener('input', onInput, true),
  };
}

function focusedElement(element: HTMLElement): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.activeElement : null;
}
