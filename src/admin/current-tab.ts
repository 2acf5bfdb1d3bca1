import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** For a row of tabs or links that scrolls on a phone: keeps the current one in view. */
export function useCurrentTab(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another one was opened
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current], [aria-pressed="true"]');
    // Only the row moves, not the page.
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return row;
}
