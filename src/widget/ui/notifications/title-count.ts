import { effect, type ReadonlySignal } from '@preact/signals-core';

/** `(2) Northlight Dental` in the browser's tab while it is in the background. Returns its end. */
export function countInTitle(unread: ReadonlySignal<number>): () => void {
  let shown = '';
  const draw = () => {
    // Only what we put there is taken away: the page may have changed its title since.
    const title =
      shown !== '' && document.title.startsWith(shown) ? document.title.slice(shown.length) : document.title;
    shown = unread.peek() > 0 && document.hidden ? `(${unread.peek()}) ` : '';
    if (document.title !== shown + title) document.title = shown + title;
  };
  document.addEventListener('visibilitychange', draw);
  const end = effect(() => {
    if (unread.value >= 0) draw();
  });
  return () => {
    document.removeEventListener('visibilitychange', draw);
    end();
    if (shown !== '' && document.title.startsWith(shown)) document.title = document.title.slice(shown.length);
  };
}
