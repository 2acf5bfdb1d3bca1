import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useStyles } from '../adopt-styles.ts';
import { useChat } from '../chat-context.ts';
import { CopyStatus, useCopyListeners } from '../copy/CopyButton.tsx';
import { useFocusReturn } from '../focus.ts';
import { Icon, icons } from '../Icon.tsx';
import { hasMarkdown, useFormatter } from '../markdown/use-formatter.ts';
import { usePanel, useTranslator } from '../panel-model.ts';
import { createDateFormat } from './date-format.ts';
import { Greeting } from './Greeting.tsx';
import { LogContext } from './log-context.ts';
import { MessageList } from './MessageList.tsx';
import { RatingPlace } from './RatingPlace.tsx';
import { createMarkdownCheck } from './timeline.ts';
import { useAutoScroll } from './use-auto-scroll.ts';
import { useMountedMessages } from './use-mounted-messages.ts';

/** The messages, and a button to the latest one for a reader who has scrolled up. */
export function Log() {
  const { messages } = useChat().state;
  const { now, translator } = usePanel();
  const { t } = translator.value;
  const isFormatterNeeded = useMemo(() => createMarkdownCheck(messages), [messages]).value;
  const formatter = useFormatter(isFormatterNeeded);
  useStyles(formatter.value.status === 'ready' ? formatter.value.module.richTextStyles : undefined);
  // Computed, so that only midnight renders the times again.
  const today = useComputed(() => new Date(now.value).toDateString());
  const dates = useComputed(() => createDateFormat(translator.value, today.value));
  const shared = useMemo(() => ({ dates, formatter }), [dates, formatter]);
  const [log, setLog] = useState<HTMLElement | null>(null);
  const lastSeenId = useAutoScroll(log, messages);
  const copyListeners = useCopyListeners();

  // A message that is formatted after it was shown would be announced twice. So it waits for the formatter, and the messages
  // after it wait too. If the formatter fails to load in time, the plain text is shown.
  const visible = useComputed(() => {
    const firstWaiting = formatter.value.status === 'loading' ? messages.value.findIndex(hasMarkdown) : -1;
    return firstWaiting === -1 ? messages.value : messages.value.slice(0, firstWaiting);
  });
  const mounted = useMountedMessages(log, visible, lastSeenId);
  const isWaiting = useComputed(() => visible.value.length < messages.value.length).value;
  const hasGreeting = useComputed(() => mounted.start.value === 0 && messages.value[0]?.from !== 'agent').value;
  // Screen readers announce each message that is added to a log, but not those that the log first appears with. So the log
  // appears only when the stored messages are complete.
  if (isWaiting && log === null) return <div class="conversation" />;
  return (
    <div class="conversation">
      <div
        ref={setLog}
        class={lastSeenId.value === null ? 'log at-end' : 'log'}
        part="log"
        role="log"
        aria-label={t('conversation')}
        // A scrollable region must be focusable by keyboard. Safari does not make it so by itself.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        {...copyListeners}
      >
        <div class="messages">
          <RatingPlace isAboutPrevious={true} />
          {hasGreeting && <Greeting />}
          <LogContext.Provider value={shared}>
            <MessageList messages={visible} mounted={mounted} log={log} />
          </LogContext.Provider>
          <AwaitingAnswer />
          <RatingPlace isAboutPrevious={false} />
        </div>
      </div>
      <CopyStatus />
      {log !== null && <JumpToLatest log={log} lastSeenId={lastSeenId} />}
    </div>
  );
}

function AwaitingAnswer() {
  const { awaitingAnswer } = useChat().state;
  const { t } = useTranslator();
  if (!awaitingAnswer.value) return null;
  return (
    <p class="dots">
      <span class="hidden">{t('waiting')}</span>
      <i />
      <i />
      <i />
    </p>
  );
}

type JumpToLatestProps = { log: HTMLElement; lastSeenId: ReadonlySignal<string | null> };

/** Scrolls to the latest message. Shown to a reader who has scrolled up, with the number of messages since then. */
function JumpToLatest({ log, lastSeenId }: JumpToLatestProps) {
  const { form, messages } = useChat().state;
  const { t } = useTranslator();
  const id = lastSeenId.value;
  // A form at the end is the latest itself, and the button would lie on its own.
  const { status, afterId } = form.value;
  const endsWithForm = status === 'shown' && afterId === (messages.value.at(-1)?.id ?? null);
  if (id === null || endsWithForm) return null;
  const unseenCount = messages.value.length - 1 - messages.value.findLastIndex((message) => message.id === id);
  return (
    <JumpButton onClick={() => log.scroll({ top: log.scrollHeight, behavior: 'smooth' })}>
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
