import { useSignalEffect } from '@preact/signals';
import { withButtonWords } from '../agent-buttons/button-words.ts';
import { usePanel } from '../panel-model.ts';
import { Teaser } from './Teaser.tsx';
import { useTitleCount } from './use-title-count.ts';
import { useUnreadBadge } from './use-unread-badge.ts';

/** What a closed chat shows: the teaser, and the unread count on the launcher and in the tab's title. */
export function Notifications({ launcher }: { launcher: HTMLElement }) {
  const { chat, isOpen, setTeaser } = usePanel();
  useUnreadBadge(launcher);
  useTitleCount();
  useSignalEffect(() =>
    chat.value?.on('message:received', ({ message }) => {
      if (!isOpen.peek()) setTeaser({ text: withButtonWords(message.text), source: 'message' });
    }),
  );
  useSignalEffect(() => {
    if (isOpen.value) setTeaser(null);
  });
  return <Teaser />;
}
