import { useSignalEffect } from '@preact/signals';
import { usePanel } from '../panel-model.ts';

/** Prefixes the title of a page in the background with the number of unread messages: `(2) Northlight Dental`. */
export function useTitleCount(): void {
  const { chat, isHidden } = usePanel();
  useSignalEffect(() => {
    const count = isHidden.value ? 0 : (chat.value?.state.unread.value ?? 0);
    if (count === 0) return;
    const prefix = `(${count}) `;
    const update = () => {
      if (document.hidden) addPrefix(prefix);
      else removePrefix(prefix);
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      removePrefix(prefix);
    };
  });
}

function addPrefix(prefix: string): void {
  if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
}

/** Removes only the prefix, because the page may have changed its title since. */
function removePrefix(prefix: string): void {
  if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
}
