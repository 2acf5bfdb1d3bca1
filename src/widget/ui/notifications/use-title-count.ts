import { useSignalEffect } from '@preact/signals';
import { usePanel } from '../panel-model.ts';

/** Prefixes the title of a page in the background with the number of unread messages: `(2) Northlight Dental`. */
export function useTitleCount(): void {
  const { chat, isHidden } = usePanel();
  useSignalEffect(() => {
    const count = isHidden.value ? 0 : (chat.value?.state.unread.value ?? 0);
    if (count === 0) return;
    let restore = () => {};
    const update = () => {
      restore();
      restore = document.hidden ? addCount(count) : () => {};
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      restore();
    };
  });
}

/** Returns the function that takes the count away again. */
function addCount(count: number): () => void {
  const own = document.title;
  const prefix = `(${count}) `;
  document.title = prefix + own;
  // As the browser has cleaned it.
  const counted = document.title;
  return () => {
    const { title } = document;
    if (title === counted) document.title = own;
    // The page has changed the rest of its title since. If it counts too, or has written another title, the number is its own.
    else if (title.startsWith(prefix) && !/^\(\d+\)/.test(own)) document.title = title.slice(prefix.length);
  };
}
