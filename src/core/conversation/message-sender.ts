import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { ChatMessage } from './message.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxEntry } from './persisted-conversation.ts';
import type { ChatSignals } from './signals.ts';
import type { Transcript } from './transcript.ts';

export type DispatchDeps = {
  clock: Clock;
  transcript: Transcript;
  signals: ChatSignals;
  /** Hands a message to the open socket; false when there is none. */
  transmit(text: string): boolean;
  onChange(): void;
};

/** A resumed conversation that does not begin with a session frame is taken for ready after this. */
const readyMs = 2_000;
/**
 * What the service has to say at the beginning, greeting or history, follows the session frame in one go. Messages wait
 * for the end of it, or one of those frames would be taken for a confirmation.
 */
const quietMs = 50;
const longestBeginningMs = 1_000;
const awaitingMs = 60_000;

/** When the visitor's messages go out: not before the service has said which conversation this is. */
export function createMessageSender({ clock, transcript, signals, transmit, onChange }: DispatchDeps) {
  const outbox = createOutbox((id, delivery) => transcript.setDelivery(id, delivery));
  let isReady = false;
  let openedAt = 0;
  const timers = { ready: noop, awaiting: noop, expiry: noop };

  function beReady(): void {
    timers.ready();
    isReady = true;
    batch(flush);
  }

  function flush(): void {
    outbox.expire(clock.now());
    if (isReady) outbox.flush(transmit);
    timers.expiry();
    const expiresAt = outbox.expiresAt();
    if (expiresAt !== undefined) timers.expiry = clock.after(Math.max(0, expiresAt - clock.now()), flush);
    if (outbox.entries.some(({ sent }) => sent)) awaitAnswer();
    onChange();
  }

  function awaitAnswer(): void {
    timers.awaiting();
    signals.awaitingAnswer.value = true;
    timers.awaiting = clock.after(awaitingMs, stopAwaiting);
  }

  function stopAwaiting(): void {
    timers.awaiting();
    signals.awaitingAnswer.value = false;
  }

  return {
    get entries() {
      return outbox.entries;
    },
    get isReady() {
      return isReady;
    },
    /** A socket is open; `isKnown`: the session is, so that messages may go out even if the service says nothing. */
    opened(isKnown: boolean): void {
      isReady = false;
      openedAt = clock.now();
      if (isKnown) timers.ready = clock.after(readyMs, beReady);
    },
    /** A frame of the beginning came; after the last of them messages go out. */
    heard(): void {
      if (isReady) return;
      timers.ready();
      const left = Math.max(0, openedAt + longestBeginningMs - clock.now());
      timers.ready = clock.after(Math.min(quietMs, left), beReady);
    },
    confirm: () => outbox.confirm(),
    /** The service said something new. */
    answered(): void {
      outbox.confirm();
      stopAwaiting();
    },
    /** The socket is gone; `delivered`: what was sent over it has arrived. */
    dropped(delivered: boolean): void {
      isReady = false;
      timers.ready();
      if (delivered) outbox.confirm();
      else outbox.dropped();
    },
    /** The conversation is over: nothing may go into another one. */
    abandon(): void {
      outbox.abandon();
      stopAwaiting();
    },
    restore: (entries: readonly OutboxEntry[]) => outbox.restore(entries),
    send(message: ChatMessage): void {
      if (transcript.messages.some(({ id }) => id === message.id)) return;
      const hasPlace = outbox.add(message.id, message.text, message.at);
      transcript.add({ ...message, delivery: hasPlace ? 'queued' : 'not-delivered' });
      flush();
    },
    retry(id: string): void {
      const message = transcript.messages.find((one) => one.id === id);
      if (message?.delivery !== 'not-delivered' || !outbox.add(id, message.text, clock.now())) return;
      transcript.setDelivery(id, 'queued');
      flush();
    },
    stop(): void {
      isReady = false;
      for (const stop of Object.values(timers)) stop();
    },
  };
}

function noop(): void {}
