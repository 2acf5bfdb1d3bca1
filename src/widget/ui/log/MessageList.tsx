import type { ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import type { DateFormat } from './date-format.ts';
import { Message } from './Message.tsx';
import { chunkMessages, groupMessages, type MessageChunk } from './timeline.ts';

type MessageListProps = {
  messages: readonly ChatMessage[];
  /** The current day: a chunk renders again at midnight, when `Today` becomes `Yesterday`. */
  today: string;
  dates: ReadonlySignal<DateFormat>;
  /** Renders a formatted text; undefined until it is loaded. */
  RichText: ComponentType<{ text: string }> | undefined;
  onRetry: (id: string) => void;
};

export function MessageList({ messages, ...props }: MessageListProps) {
  const chunks = useRef<readonly MessageChunk[]>([]);
  chunks.current = chunkMessages(messages, chunks.current);
  return (
    <>
      {chunks.current.map((chunk) => (
        <Chunk key={chunk.messages[0]?.id} chunk={chunk} {...props} />
      ))}
    </>
  );
}

type ChunkProps = Omit<MessageListProps, 'messages'> & { chunk: MessageChunk };

/** It reads a signal, so `@preact/signals` renders it again only when that signal or one of its props changes. */
function Chunk({ chunk, dates, today, RichText, onRetry }: ChunkProps) {
  return (
    <div class={`chunk ${chunk.isRecent ? 'recent' : ''}`}>
      {groupMessages(chunk).map(({ message, opensDay, closesGroup, isNewest }) => (
        <Message
          key={message.id}
          message={message}
          opensDay={opensDay}
          closesGroup={closesGroup}
          isNewest={isNewest}
          dates={dates.value}
          today={opensDay ? today : undefined}
          RichText={hasMarkdown(message) ? RichText : undefined}
          onRetry={onRetry}
        />
      ))}
    </div>
  );
}

/** Texts without any of these need no Markdown. */
const markdownSigns = /[*_`[\n•@]|:\/\/|^ *(?:-|\d+[.)]) /;

export function hasMarkdown({ from, text }: ChatMessage): boolean {
  return from === 'agent' && markdownSigns.test(text);
}
