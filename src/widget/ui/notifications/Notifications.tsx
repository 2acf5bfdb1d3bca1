import { useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import { pageDocument, removeNode } from '../../../page-globals.ts';
import { createPlainTextReader, hasMarkdown } from '../markdown/use-formatter.ts';
import { usePanel } from '../panel-model.ts';
import { Teaser } from './Teaser.tsx';

/** What a closed chat shows: the teaser, and the unread count on the launcher and in the tab's title. */
export function Notifications({ launcher }: { launcher: HTMLElement }) {
  useUnreadBadge(launcher);
  useTitleCount();
  useMessageTeaser();
  return <Teaser />;
}

/** Shows the newest message of the agent above the closed chat until it is read, wherever that is, or forgotten. */
function useMessageTeaser(): void {
  const { chat, clock, isOpen, setTeaser, teaser } = usePanel();
  const readPlainText = useMemo(() => createPlainTextReader(clock), [clock]);
  useSignalEffect(() => {
    const current = chat.value;
    let newest: ChatMessage | null = null;
    return current?.on('message:received', ({ message }) => {
      if (isOpen.peek()) return;
      newest = message;
      const show = (text: string) => {
        if (newest === message && current.state.unread.peek() > 0) setTeaser({ text, source: 'message' });
      };
      if (hasMarkdown(message)) void readPlainText(message.text).then(show);
      else show(message.text);
    });
  });
  useSignalEffect(() => {
    const hasUnread = (chat.value?.state.unread.value ?? 0) > 0;
    if (isOpen.value || (!hasUnread && teaser.peek()?.source === 'message')) setTeaser(null);
  });
}

/** Shows the number of unread messages on the launcher. The number is the launcher's description, not part of its name. */
function useUnreadBadge(launcher: HTMLElement): void {
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

/** Prefixes the title of a page in the background with the number of unread messages: `(2) Northlight Dental`. */
function useTitleCount(): void {
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
