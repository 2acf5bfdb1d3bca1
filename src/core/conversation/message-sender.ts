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

/** A resumed conversation counts as ready after this time even if no session frame has come. */
const readyTimeoutMs = 2_000;
/**
 * The service sends the session frame, other handshake frames, a greeting and the history in one burst. The burst is over
 * after this pause. Messages wait for its end; otherwise one of its frames would count as their confirmation.
 */
const quietMs = 50;
const maxHandshakeMs = 1_000;
/**
 * The last messages of a page that was left have usually arrived, and the service may still be working on the answer. The
 * next page waits this long for the answer before it sends them again.
 */
const resendDelayMs = 10_000;
const awaitingMs = 60_000;
/** The service may answer in several messages, so the first one does not end the wait for an answer. */
const answerDueMs = 900_000;

/** Sends the visitor's messages as soon as the service has said which conversation the socket belongs to. */
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

  /** Sends messages of an earlier page again that are still not answered. */
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
    /** A socket is open. If the session is known, messages are sent even if the service sends no frame. */
    onOpen(isSessionKnown: boolean): void {
      isReady = false;
      openedAt = clock.now();
      if (isSessionKnown) readyAfter(readyTimeoutMs);
    },
    /** A frame came that may belong to the handshake. Messages are sent after the last frame of the handshake. */
    onHandshakeFrame(): void {
      if (isReady) return;
      const remainingMs = Math.max(0, openedAt + maxHandshakeMs - clock.now());
      readyAfter(Math.min(quietMs, remainingMs));
    },
    /** The service sent a frame of an unknown type. */
    onOtherFrame(): void {
      if (isReady) outbox.confirm();
    },
    /** The service sent a new message. `isLatest`: it comes after all messages that were known. */
    onMessage(isLatest: boolean): void {
      if (!isReady && !isLatest) return;
      cancel.resend();
      outbox.confirm();
      stopAwaiting();
    },
    /** The socket is lost. `isDelivered`: the messages that were sent over it have arrived. */
    onDrop(isDelivered: boolean): void {
      leaveSocket();
      if (isDelivered) outbox.confirm();
      else outbox.dropped();
    },
    /** The conversation is over. Its unsent messages must not be sent in another one. */
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
    /** This tab gives up the socket. Sent messages stay as they are, because they may have arrived. */
    stop(): void {
      isReady = false;
      for (const cancelTimer of Object.values(cancel)) cancelTimer();
    },
  };
}
export type MessageSender = ReturnType<typeof createMessageSender>;

function noop(): void {}
