import { useSignalEffect } from '@preact/signals';
import { pageDocument } from '../../../page-globals.ts';
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
      restore = pageDocument.hidden ? addCount(count) : () => {};
    };
    update();
    pageDocument.addEventListener('visibilitychange', update);
    return () => {
      pageDocument.removeEventListener('visibilitychange', update);
      restore();
    };
  });
}

/** Returns the function that takes the count away again. */
function addCount(count: number): () => void {
  const own = pageDocument.title;
  const prefix = `(${count}) `;
  pageDocument.title = prefix + own;
  // As the browser has cleaned it.
  const counted = pageDocument.title;
  return () => {
    const { title } = document;
    if (title === counted) pageDocument.title = own;
    // The page has changed the rest of its title since. If it counts too, or has written another title, the number is its own.
    else if (title.startsWith(prefix) && !/^\(\d+\)/.test(own)) pageDocument.title = title.slice(prefix.length);
  };
}
