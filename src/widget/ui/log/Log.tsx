import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Chat, ChatMessage } from '../../../core/index.ts';
import { Avatar } from '../Avatar.tsx';
import { CopyButton } from '../copy/CopyButton.tsx';
import { useFocusReturn } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { usePanel } from '../panel-model.ts';
import { useLazy } from '../use-lazy.ts';
import { useStyles } from '../use-styles.ts';
import { createDateFormat } from './date-format.ts';
import { hasMarkdown, MessageList } from './MessageList.tsx';
import { useAutoScroll } from './use-auto-scroll.ts';

/** How long messages wait for the code that formats them. */
const formatterLimitMs = 3_000;

/** The messages, and a button to the latest one for a reader who has scrolled up. */
export function Log({ chat }: { chat: Chat }) {
  const { clock, today, translator } = usePanel();
  const messages = chat.state.messages.value;
  const dates = useComputed(() => createDateFormat(translator.value, clock.now));
  const markdown = useLazy(() => import('../markdown/RichText.tsx'), messages.some(hasMarkdown), formatterLimitMs);
  useStyles(markdown.status === 'ready' ? markdown.module.richTextStyles : undefined);
  const [log, setLog] = useState<HTMLElement | null>(null);
  const lastSeenId = useAutoScroll(log, chat.state.messages);

  // A message that is formatted after it was shown would be announced twice. So it waits for the formatter, and the messages
  // after it wait too. If the formatter fails to load in time, the plain text is shown.
  const firstWaiting = markdown.status === 'loading' ? messages.findIndex(hasMarkdown) : -1;
  const visible = firstWaiting === -1 ? messages : messages.slice(0, firstWaiting);
  // Screen readers announce each message that is added to a log, but not those that the log first appears with. So the log
  // appears only when the stored messages are complete.
  if (firstWaiting !== -1 && log === null) return <div class="conversation" />;
  return (
    <div class="conversation">
      <div
        ref={setLog}
        class="log"
        part="log"
        role="log"
        aria-label={translator.value.t('conversation')}
        // A scrollable region must be focusable by keyboard. Safari does not make it so by itself.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
      >
        <div class="messages">
          {messages[0]?.from !== 'agent' && <Greeting />}
          <MessageList
            messages={visible}
            today={today.value}
            dates={dates}
            RichText={markdown.status === 'ready' ? markdown.module.RichText : undefined}
            onRetry={chat.retry}
          />
          <AwaitingAnswer chat={chat} />
        </div>
      </div>
      {log !== null && <CopyButton log={log} messages={chat.state.messages} />}
      {log !== null && <JumpToLatest log={log} messages={messages} lastSeenId={lastSeenId} />}
    </div>
  );
}

/** Stands in for the agent's first message until it has come. */
function Greeting() {
  const { options, translator } = usePanel();
  const { t } = translator.value;
  const { avatar } = options.value;
  return (
    <div class="row agent last greeting">
      <Avatar name={t('title')} url={avatar} class="small" />
      <div class="bubble">
        <div class="text" dir="auto">
          {t('greeting')}
        </div>
      </div>
    </div>
  );
}

function AwaitingAnswer({ chat }: { chat: Chat }) {
  const { t } = usePanel().translator.value;
  if (!chat.state.awaitingAnswer.value) return null;
  return (
    <p class="dots">
      <span class="hidden">{t('waiting')}</span>
      <i />
      <i />
      <i />
    </p>
  );
}

type JumpToLatestProps = {
  log: HTMLElement;
  messages: readonly ChatMessage[];
  lastSeenId: ReadonlySignal<string | null>;
};

/** Scrolls to the latest message. Shown to a reader who has scrolled up, with the number of messages since then. */
function JumpToLatest({ log, messages, lastSeenId }: JumpToLatestProps) {
  const { t } = usePanel().translator.value;
  const id = lastSeenId.value;
  if (id === null) return null;
  const unseenCount = messages.length - 1 - messages.findLastIndex((message) => message.id === id);
  return (
    <JumpButton onClick={() => log.scrollTo({ top: log.scrollHeight, behavior: 'smooth' })}>
      <span class="hidden">{t('toLatest')}</span>
      {unseenCount > 0 && <b>{unseenCount}</b>}
    </JumpButton>
  );
}

function JumpButton({ onClick, children }: { onClick: () => void; children: ComponentChildren }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusReturn(button);
  return (
    <button type="button" class="jump" ref={button} onClick={onClick}>
      <Icon path={icons.down} />
      {children}
    </button>
  );
}
