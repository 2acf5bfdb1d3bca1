import { useSignalEffect } from '@preact/signals';
import type { ChatMessage } from '../../../core/index.ts';
import { hasMarkdown, readPlainText } from '../markdown/use-formatter.ts';
import { usePanel } from '../panel-model.ts';
import { Teaser } from './Teaser.tsx';
import { useTitleCount } from './use-title-count.ts';
import { useUnreadBadge } from './use-unread-badge.ts';

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
  useSignalEffect(() => {
    const current = chat.value;
    let newest: ChatMessage | null = null;
    return current?.on('message:received', ({ message }) => {
      if (isOpen.peek()) return;
      newest = message;
      const show = (text: string) => {
        if (newest === message && current.state.unread.peek() > 0) setTeaser({ text, source: 'message' });
      };
      if (hasMarkdown(message)) void readPlainText(message.text, clock).then(show);
      else show(message.text);
    });
  });
  useSignalEffect(() => {
    const hasUnread = (chat.value?.state.unread.value ?? 0) > 0;
    if (isOpen.value || (!hasUnread && teaser.peek()?.source === 'message')) setTeaser(null);
  });
}
