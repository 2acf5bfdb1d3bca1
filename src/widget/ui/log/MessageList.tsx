import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import { useOwnCopyTarget } from '../copy/CopyButton.tsx';
import { Message } from './Message.tsx';
import { createTimeline, groupMessages, type MessageChunk } from './timeline.ts';

type MessageListProps = {
  messages: ReadonlySignal<readonly ChatMessage[]>;
  /** The messages of the list above this one. */
  previous?: ReadonlySignal<readonly ChatMessage[]>;
};

export function MessageList({ messages, previous }: MessageListProps) {
  const chunks = useMemo(() => createTimeline(messages, previous), [messages, previous]);
  return (
    <>
      {chunks.value.map((chunk) => (
        <Chunk key={chunk.messages[0]?.id} chunk={chunk} />
      ))}
    </>
  );
}

/** It reads a signal, so `@preact/signals` renders it again only when that signal or its chunk changes. */
function Chunk({ chunk }: { chunk: MessageChunk }) {
  const copyTarget = useOwnCopyTarget((target) => chunk.messages.some(({ id }) => id === target));
  return (
    <div class={`chunk ${chunk.isRecent ? 'recent' : ''}`}>
      {groupMessages(chunk).map(({ message, opensDay, closesGroup, isNewest }) => (
        <Message
          key={message.id}
          message={message}
          opensDay={opensDay}
          closesGroup={closesGroup}
          isNewest={isNewest}
          isCopyTarget={message.id === copyTarget}
        />
      ))}
    </div>
  );
}
