import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import { useChat } from '../chat-context.ts';
import { hasFocus } from '../focus.ts';
import { useFormParts } from '../form-parts.ts';
import { useTranslator } from '../panel-model.ts';
import { Message } from './Message.tsx';
import { groupMessages } from './timeline.ts';
import type { MountedMessages } from './use-mounted-messages.ts';

type MessageListProps = {
  messages: ReadonlySignal<readonly ChatMessage[]>;
  mounted: MountedMessages;
  log: HTMLElement | null;
};

/**
 * The mounted messages, with the form at its place. `Message` reads signals, so `@preact/signals` renders it again only when one
 * of them or of its props changes.
 */
export function MessageList({ messages, mounted, log }: MessageListProps) {
  const start = mounted.start.value;
  const formIndex = useFormIndex(messages).value - start;
  const earlierCount = mounted.earlierEnd.value - start;
  const rows = groupMessages(messages.value, start).map(({ message, opensDay, closesGroup, isNewest }) => (
    <Message key={message.id} message={message} opensDay={opensDay} closesGroup={closesGroup} isNewest={isNewest} />
  ));
  const hasForm = formIndex > 0 || start === 0;
  if (hasForm) rows.splice(formIndex, 0, <FormPlace key="form" />);
  const split = earlierCount + (hasForm && formIndex < earlierCount ? 1 : 0);
  return (
    <>
      {start > 0 && <EarlierButton log={log} onClick={mounted.mountEarlier} />}
      {earlierCount > 0 && (
        <div class="earlier" aria-live="off">
          {rows.slice(0, split)}
        </div>
      )}
      {rows.slice(split)}
    </>
  );
}

/** The index of the message that the form stands above. Without a form, it would be behind the last one. */
function useFormIndex(messages: ReadonlySignal<readonly ChatMessage[]>): ReadonlySignal<number> {
  const { form } = useChat().state;
  return useComputed(() => {
    const { status, afterId } = form.value;
    return status === 'hidden' ? messages.value.length : countAbove(messages.value, afterId);
  });
}

/** A form without its message, which may be too old to be there, stands below the agent's first messages. */
function countAbove(messages: readonly ChatMessage[], afterId: string | null): number {
  const index = messages.findIndex(({ id }) => id === afterId);
  if (index !== -1) return index + 1;
  const firstOfVisitor = messages.findIndex(({ from }) => from === 'visitor');
  return firstOfVisitor === -1 ? messages.length : firstOfVisitor;
}

/** The place of the lead form in the conversation. */
function FormPlace() {
  const { leadForm, state } = useChat();
  const form = useFormParts();
  if (state.form.value.status === 'hidden' || leadForm === null || form === null) return null;
  return (
    <div class="form-place">
      <form.ConversationForm form={leadForm} />
    </div>
  );
}

type EarlierButtonProps = { log: HTMLElement | null; onClick: () => void };

/** For those who do not scroll: by keyboard, with a screen reader, or before they search in the page. */
function EarlierButton({ log, onClick }: EarlierButtonProps) {
  const { t } = useTranslator();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    // It goes with the last earlier messages, where the reader goes on.
    return () => {
      if (element !== null && hasFocus(element)) log?.focus({ preventScroll: true });
    };
  }, [log]);
  return (
    <button type="button" class="more" ref={button} onClick={onClick}>
      {t('earlierMessages')}
    </button>
  );
}
