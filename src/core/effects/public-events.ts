import type { ReadonlySignal } from '@preact/signals-core';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { Change } from '../state/store.ts';
import type { ChatContext } from './chat-context.ts';
import type { ChatEvents } from './chat-events.ts';

type Signals = { connection: ReadonlySignal<ConnectionStatus>; unread: ReadonlySignal<number> };

/** Emits what has happened to the host page, from the states before and after. Returns the function that stops it. */
export function emitPublicEvents(
  { store, emit, options: { form } }: ChatContext,
  { connection, unread }: Signals,
): () => void {
  const isStarted = () => store.state.peek().conversation.phase !== 'idle';
  const cleanups = [
    store.subscribe((change) => {
      emitSessionEvents(change);
      emitReceived(change);
      if (change.isOwn) emitOwn(change);
    }),
    connection.subscribe((status) => isStarted() && emit('connection', { status })),
    unread.subscribe((count) => isStarted() && emit('unread', { count })),
  ];

  function emitSessionEvents({ before, after, event }: Change): void {
    if (after.tab.role === 'follower') return;
    const { session } = before.conversation;
    const reason = endReason(event.type, after.conversation.phase === 'ended');
    const isReplaced = session.id !== null && session.id !== after.conversation.session.id;
    // Before the service has confirmed a session, another one takes its place silently.
    const isConfirmed = session.isEstablished || (reason !== 'replaced' && reason !== 'refused');
    const hasEnded = isReplaced && isConfirmed;
    if (hasEnded) emit('session:end', { reason });
    if (event.type !== 'frames-received' || !after.socket.isAnnounced || (before.socket.isAnnounced && !hasEnded))
      return;
    if (session.isEstablished && !hasEnded) emit('session:resume', {});
    else emit('session:start', { anonymous: after.conversation.session.isAnonymous });
  }

  /**
   * Messages that came over the socket of this tab or, while this tab follows it, of the leading one. Those of an earlier page,
   * and of another tab before this one has joined it, are not new.
   */
  function emitReceived({ before, after, event }: Change): void {
    const known = before.conversation.messages;
    const { messages } = after.conversation;
    if (messages === known || before.conversation.phase !== 'chatting') return;
    const isFollowing = event.type === 'leader-state-received' && before.tab.role === 'follower';
    if (event.type !== 'frames-received' && !isFollowing) return;
    const ids = new Set(known.map(({ id }) => id));
    for (const message of messages) {
      if (message.from === 'agent' && !ids.has(message.id)) emit('message:received', { message });
    }
  }

  function emitOwn({ before, after, event }: Change): void {
    switch (event.type) {
      case 'message-written':
        emit('message:sent', { message: event.message });
        return;
      case 'lead-submitted':
        emit('lead:submit', { form: event.form, callback: event.wantsCall });
        return;
      case 'lead-accepted':
        emit('lead:accepted', { lead: event.lead?.id ?? null });
        return;
      case 'lead-queued':
        emit('lead:queued', { kept: event.kept });
        return;
      case 'form-refused':
      case 'lead-refused':
        emit('lead:failed', { code: event.code, message: event.message });
        return;
      case 'lead-dropped':
        emit('lead:failed', { code: 'consent-withheld', message: 'the visitor did not agree to the changed text' });
        return;
      case 'form-skipped':
      case 'form-dismissed':
        if (before.conversation !== after.conversation) emit('form:skip', { form });
        return;
      case 'call-accepted':
        emit('callback:requested', { lead: event.lead });
        return;
      case 'socket-dropped': {
        if (after.conversation.phase !== 'ended') return;
        const message = 'the service refuses every conversation; check flowId and wssUrl';
        emit('error', { code: 'session-refused', message });
      }
    }
  }

  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

function endReason(type: Change['event']['type'], hasEnded: boolean): ChatEvents['session:end']['reason'] {
  if (type === 'forgotten') return 'forgotten';
  if (type === 'conversation-ended') return 'ended';
  if (type === 'frames-received' || type === 'earlier-visit-found') return 'replaced';
  if (type === 'socket-dropped') return hasEnded ? 'refused' : 'replaced';
  return 'new-conversation';
}
