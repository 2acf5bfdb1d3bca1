import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Returns whether a media query matches. The component renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  const matches = useSignal(matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => {
      matches.value = list.matches;
    };
    update();
    // A page's own `matchMedia` may be older than these methods. Then the first answer stays.
    list.addEventListener?.('change', update);
    return () => list.removeEventListener?.('change', update);
  }, [query, matches]);
  return matches.value;
}
