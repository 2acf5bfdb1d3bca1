import { useSignalEffect } from '@preact/signals';
import { pageDocument, removeNode } from '../../../page-globals.ts';
import { usePanel } from '../panel-model.ts';

/** Shows the number of unread messages on the launcher. The number is the launcher's description, not part of its name. */
export function useUnreadBadge(launcher: HTMLElement): void {
  const { chat, translator } = usePanel();
  useSignalEffect(() => {
    const count = chat.value?.state.unread.value ?? 0;
    if (count === 0) return;
    const badge = pageDocument.createElement('b');
    badge.className = 'badge';
    badge.setAttribute('part', 'badge');
    // The style sheet displays the number, because text inside the button would be part of its name.
    badge.dataset.count = count > 99 ? '99+' : String(count);
    launcher.appendChild(badge);
    launcher.setAttribute('aria-description', translator.value.t('unread', { count }));
    return () => {
      removeNode(badge);
      launcher.removeAttribute('aria-description');
    };
  });
}
