import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';

/** The browser draws what is mounted, however long the conversation is: the latest, and each time as many earlier ones. */
const mountedAtOnce = 50;
/** Earlier messages are there before the reader, who scrolls up, reaches them. */
const nearTopPx = 400;

export interface MountedMessages {
  /** The index of the first mounted message. */
  readonly start: ReadonlySignal<number>;
  /**
   * The index behind the messages that were mounted for the reader. Screen readers announce what is added to a log, but not
   * these: they are not new.
   */
  readonly earlierEnd: ReadonlySignal<number>;
  /** Mounts earlier messages. What the reader sees stays where it is. */
  mountEarlier(): void;
}

/** The latest messages, and earlier ones for a reader who scrolls up. `lastSeenId` is null while the reader is at the end. */
export function useMountedMessages(
  log: HTMLElement | null,
  messages: ReadonlySignal<readonly ChatMessage[]>,
  lastSeenId: ReadonlySignal<string | null>,
): MountedMessages {
  /** The first mounted message, and the first one that was mounted because it is new. Null: those of the end. */
  const pinned = useSignal<{ firstId: string | undefined; newId: string | undefined } | null>(null);
  const start = useComputed(() => {
    const latest = Math.max(0, messages.value.length - mountedAtOnce);
    return pinned.value === null ? latest : Math.min(latest, indexOf(messages.value, pinned.value.firstId));
  });
  const earlierEnd = useComputed(() =>
    pinned.value === null ? start.value : Math.max(start.value, indexOf(messages.value, pinned.value.newId)),
  );
  const anchor = useRef<{ row: HTMLElement; top: number; scrollTop: number } | null>(null);

  // While somebody reads earlier messages, those that arrive must not take them away.
  useSignalEffect(() => {
    if (lastSeenId.value === null) pinned.value = null;
    else if (pinned.peek() === null) pinned.value = pinAt(messages.peek(), start.peek(), start.peek());
  });

  const { mountEarlier } = useMemo(
    () => ({
      mountEarlier() {
        const first = start.peek();
        const row = log?.querySelector<HTMLElement>('.row');
        if (log === null || !row || first === 0) return;
        anchor.current = { row, top: row.offsetTop, scrollTop: log.scrollTop };
        const newIndex = pinned.peek() === null ? first : earlierEnd.peek();
        pinned.value = pinAt(messages.peek(), Math.max(0, first - mountedAtOnce), newIndex);
      },
    }),
    [log, messages, start, earlierEnd, pinned],
  );

  const firstMounted = start.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the render that mounts earlier messages
  useLayoutEffect(() => {
    if (log === null || anchor.current === null) return;
    const { row, top, scrollTop } = anchor.current;
    anchor.current = null;
    // Not every browser keeps what is in view in its place, and none does at the very top.
    log.scrollTop = scrollTop + row.offsetTop - top;
  }, [log, firstMounted]);

  useLayoutEffect(() => {
    if (log === null) return;
    let lastTop = 0;
    const onScroll = () => {
      const isUpward = log.scrollTop < lastTop;
      lastTop = log.scrollTop;
      // The focus has scrolled the button into view. Who uses the keyboard presses it, and it must not vanish before that.
      if (isUpward && lastTop < nearTopPx && log.querySelector('.more:focus-visible') === null) mountEarlier();
    };
    log.addEventListener('scroll', onScroll, { passive: true });
    return () => log.removeEventListener('scroll', onScroll);
  }, [log, mountEarlier]);

  return { start, earlierEnd, mountEarlier };
}

function pinAt(messages: readonly ChatMessage[], firstIndex: number, newIndex: number) {
  return { firstId: messages[firstIndex]?.id, newId: messages[newIndex]?.id };
}

/** The transcript removes its oldest messages: one that is gone was before all others. */
function indexOf(messages: readonly ChatMessage[], id: string | undefined): number {
  return Math.max(
    0,
    messages.findIndex((message) => message.id === id),
  );
}
