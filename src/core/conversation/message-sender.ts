import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { ConversationSignals } from './conversation-signals.ts';
import type { OutboxEntry } from './conversation-state.ts';
import type { ChatMessage } from './message.ts';
import { createOutbox } from './outbox.ts';
import type { Transcript } from './transcript.ts';

export type MessageSenderDeps = {
  clock: Clock;
  transcript: Transcript;
  signals: Pick<ConversationSignals, 'awaitingAnswer'>;
  /** Hands a message to the open socket; false when there is none. */
  transmit(text: string): boolean;
  onChange(): void;
};

/** A resumed conversation that does not begin with a session frame counts as ready after this time. */
const readyTimeoutMs = 2_000;
/**
 * The service's handshake frames, greeting and history follow the session frame in one go. Messages wait for the end of
 * them, or one of those frames would be taken for a confirmation.
 */
const quietMs = 50;
const maxHandshakeMs = 1_000;
/**
 * When a page is left, its last messages have usually arrived, and the service may still be working on the answer. The
 * next page waits for it this long before it sends them again.
 */
const resendDelayMs = 10_000;
const awaitingMs = 60_000;
/** The service may answer in several messages, so the first one does not end the wait for an answer. */
const answerDueMs = 900_000;

/** Sends the visitor's messages once the service has said which conversation a socket belongs to. */
export function createMessageSender({ clock, transcript, signals, transmit, onChange }: MessageSenderDeps) {
  const outbox = createOutbox((id, delivery) => transcript.setDelivery(id, delivery));
  let isReady = false;
  let openedAt = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  const cancel = { ready: noop, resend: noop, awaiting: noop, expiry: noop };

  function readyAfter(ms: number): void {
    cancel.ready();
    cancel.ready = clock.after(ms, () => {
      isReady = true;
      if (outbox.entries.some(({ sent }) => sent)) cancel.resend = clock.after(resendDelayMs, resend);
      batch(flush);
    });
  }

  /** Messages that an earlier page sent are still not answered. */
  function resend(): void {
    batch(() => {
      outbox.dropped();
      flush();
    });
  }

  function leaveSocket(): void {
    isReady = false;
    cancel.ready();
    cancel.resend();
  }

  function flush(): void {
    outbox.expire(clock.now());
    if (isReady) outbox.flush(send);
    cancel.expiry();
    const expiresAt = outbox.expiresAt();
    if (expiresAt !== undefined) cancel.expiry = clock.after(Math.max(0, expiresAt - clock.now()), flush);
    if (outbox.entries.some(({ sent }) => sent)) startAwaiting();
    onChange();
  }

  function send(text: string): boolean {
    const isSent = transmit(text);
    if (isSent) sentAt = clock.now();
    return isSent;
  }

  function startAwaiting(): void {
    cancel.awaiting();
    signals.awaitingAnswer.value = true;
    cancel.awaiting = clock.after(awaitingMs, stopAwaiting);
  }

  function stopAwaiting(): void {
    cancel.awaiting();
    signals.awaitingAnswer.value = false;
  }

  return {
    get entries() {
      return outbox.entries;
    },
    get isReady() {
      return isReady;
    },
    isAnswerDue: () => clock.now() - sentAt < answerDueMs,
    /** A socket is open. When the session is known, messages go out even if the service says nothing. */
    onOpen(isSessionKnown: boolean): void {
      isReady = false;
      openedAt = clock.now();
      if (isSessionKnown) readyAfter(readyTimeoutMs);
    },
    /** A frame that may be one of the first on this socket. Messages go out after the last of them. */
    onHandshakeFrame(): void {
      if (isReady) return;
      const remainingMs = Math.max(0, openedAt + maxHandshakeMs - clock.now());
      readyAfter(Math.min(quietMs, remainingMs));
    },
    /** The service sent something that is no message. */
    onOtherFrame(): void {
      if (isReady) outbox.confirm();
    },
    /** The service said something new. `isLatest`: it follows everything that was known before. */
    onMessage(isLatest: boolean): void {
      if (!isReady && !isLatest) return;
      cancel.resend();
      outbox.confirm();
      stopAwaiting();
    },
    /** The socket is lost; `isDelivered`: what was sent over it has arrived. */
    onDrop(isDelivered: boolean): void {
      leaveSocket();
      if (isDelivered) outbox.confirm();
      else outbox.dropped();
    },
    /** The conversation is over: nothing may go into another one. */
    abandon(): void {
      cancel.resend();
      outbox.abandon();
      stopAwaiting();
    },
    restore: (entries: readonly OutboxEntry[]) => outbox.restore(entries),
    send(message: ChatMessage): void {
      if (transcript.has(message.id)) return;
      const hasRoom = outbox.add(message.id, message.text, message.at);
      transcript.append({ ...message, delivery: hasRoom ? 'queued' : 'not-delivered' });
      flush();
    },
    retry(id: string): void {
      const message = transcript.find(id);
      if (message?.delivery !== 'not-delivered' || !outbox.add(id, message.text, clock.now())) return;
      transcript.setDelivery(id, 'queued');
      flush();
    },
    /** This page has no socket any more. Messages that were sent may have arrived. */
    stop(): void {
      isReady = false;
      for (const cancelTimer of Object.values(cancel)) cancelTimer();
    },
  };
}
export type MessageSender = ReturnType<typeof createMessageSender>;

function noop(): void {}
