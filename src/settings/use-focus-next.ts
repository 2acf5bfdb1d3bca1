import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export type FocusNext<Root extends Element> = {
  /** Where the next one is looked for. */
  root: RefObject<Root | null>;
  /** What gets the focus once the change is drawn. Call it before the change: what has the focus may be gone then. */
  focusNext(selector: string): void;
};

export function useFocusNext<Root extends Element>(): FocusNext<Root> {
  const root = useRef<Root>(null);
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    const { current } = next;
    if (current === null) return;
    next.current = null;
    root.current?.querySelector<HTMLElement>(current)?.focus();
  });
  return {
    root,
    focusNext(selector) {
      next.current = selector;
    },
  };
}
