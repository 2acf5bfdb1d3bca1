import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatMessage } from '../../../core/index.ts';
import { listOf } from '../../../page-globals.ts';
import { hasFocus } from '../focus.ts';

/** A log that is scrolled this close to its end counts as being at its end. */
const nearEndPx = 48;

/**
 * Keeps a log scrolled to its end while its content grows, unless the reader has scrolled up. The content is the log's first
 * child. Returns the ID of the last message that was seen at the end, or null while the reader is there.
 */
export function useAutoScroll(
  log: HTMLElement | null,
  messages: ReadonlySignal<readonly ChatMessage[]>,
): ReadonlySignal<string | null> {
  const lastSeenId = useSignal<string | null>(null);
  const lastId = useRef<string | undefined>(undefined);

  // The visitor's own message brings them back to the end.
  useSignalEffect(() => {
    const last = messages.value.at(-1);
    if (last?.from === 'visitor' && last.id !== lastId.current) lastSeenId.value = null;
    lastId.current = last?.id;
  });

  useLayoutEffect(() => {
    const content = log?.firstElementChild;
    if (!log || !content) return;
    // Set by the observer's first report. Reading it here would force a layout.
    let height = 0;
    const onResize = () => {
      height = log.scrollHeight;
      if (height <= log.clientHeight) lastSeenId.value = null;
      // A visitor who fills in the form, or rates the chat, must not lose sight of the field.
      if (hasFormFocus(log)) onScroll();
      else if (lastSeenId.peek() === null) log.scrollTop = readEnd();
    };
    const readEnd = () => Math.min(height - log.clientHeight, readFormTop(log));
    const onScroll = () => {
      // Uses the height of the last frame: messages since then must not look as if the reader had scrolled up. Nor must those
      // that went, with which the log may have become shorter.
      height = Math.min(height, log.scrollHeight);
      const isAtEnd = readEnd() - log.scrollTop < nearEndPx;
      lastSeenId.value = isAtEnd ? null : (lastSeenId.peek() ?? messages.peek().at(-1)?.id ?? null);
    };
    // Runs once per frame, after layout, whatever has changed a height: a message, a keyboard, a picture.
    const observer = new ResizeObserver(onResize);
    observer.observe(log);
    observer.observe(content);
    log.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      log.removeEventListener('scroll', onScroll);
    };
  }, [log, messages, lastSeenId]);

  return lastSeenId;
}

/** How much of the message above a form stays in sight. */
const aboveFormPx = 96;

/**
 * A form at the end may be higher than the log. The log scrolls to where it begins, below the message that it follows. Infinite if
 * there is no such form.
 */
function readFormTop(log: HTMLElement): number {
  const form = log.querySelector<HTMLElement>('.form-place');
  if (form === null || isBeforeMessage(form, log)) return Number.POSITIVE_INFINITY;
  return Math.max(0, form.offsetTop - log.offsetTop - aboveFormPx);
}

function isBeforeMessage(form: HTMLElement, log: HTMLElement): boolean {
  const last = listOf(log.querySelectorAll('.row')).at(-1);
  return last !== undefined && (last.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}

function hasFormFocus(log: HTMLElement): boolean {
  return listOf(log.querySelectorAll<HTMLElement>('.form-place, .rating')).some(hasFocus);
}
