import { encodeClientMessage } from '../../protocol/service/frames.ts';
import { type ChatState, isOpenAnywhere } from '../state/chat-state.ts';
import type { ChatMessage } from '../state/message.ts';
import { needsSocket, nextPath } from '../state/reduce-session.ts';
import type { ChatContext } from './chat-context.ts';
import { createFrameReader } from './frame-reader.ts';

/** The service may answer in several messages, so the first one does not end the wait for an answer. */
const answerDueMs = 900_000;

/** Keeps the socket open that the state calls for, and sends the outbox over it. */
export function runSocket({ store, options, createConnection, clock, emit, reportError }: ChatContext) {
  const { state, dispatch } = store;
  const { flowId, encodeMessage = (text) => encodeClientMessage(text) } = options;
  /** The number of the socket that is open or opening. */
  let socketNumber: number | undefined;
  const frames = createFrameReader({
    clock,
    onFrames: (received) => dispatch({ type: 'frames-received', frames: received }),
    onUnknown: () => dispatch({ type: 'unknown-frame-received' }),
    onDropped: (message) => emit('error', { code: 'frame-dropped', message }),
  });
  const connection = createConnection(
    {
      path: () => nextPath(state.peek(), flowId),
      isUrgent: () => isUrgent(state.peek()),
      isAnswerDue: () => isAnswerDue(state.peek(), clock.now()),
    },
    {
      onStatus(status) {
        if (state.peek().tab.role === 'leader') dispatch({ type: 'connection-changed', status });
      },
      onOpen: () => dispatch({ type: 'socket-opened' }),
      onFrame: frames.read,
      onDrop(disconnect) {
        const dropped = socketNumber;
        frames.flush();
        // What was read may have ended the need for this socket, and its end is no news then.
        if (socketNumber !== dropped) return;
        // A refused connection has closed itself. Only what follows from the refusal opens another one.
        if (disconnect.isRefused) socketNumber = undefined;
        dispatch({ type: 'socket-dropped', disconnect });
      },
    },
  );

  function close(): void {
    socketNumber = undefined;
    frames.clear();
    connection.close();
  }

  function sendOutbox(): void {
    if (!canSend()) return;
    // They came before these messages, and must not count as their confirmation.
    frames.flush();
    if (!canSend()) return;
    for (const message of state.peek().conversation.outbox) {
      const { id } = message;
      if (message.delivery !== 'queued') continue;
      const frame = encode(message);
      if (frame === undefined) dispatch({ type: 'message-failed', id });
      else if (connection.send(frame)) dispatch({ type: 'message-sent', id });
      else return;
    }
  }

  function canSend(): boolean {
    const { conversation, socket } = state.peek();
    const isReady = socketNumber !== undefined && socket.handshake.status === 'ready';
    return isReady && conversation.outbox.some(({ delivery }) => delivery === 'queued');
  }

  /** A function of the page that throws must not end the chat. */
  function encode({ text, page }: ChatMessage): string | undefined {
    try {
      return encodeMessage(text, page);
    } catch (error) {
      reportError(error);
      return undefined;
    }
  }

  const unsubscribe = store.subscribe(({ before, after, event }) => {
    // The newest state: a listener before this one may have changed it since this event.
    const { socket } = state.peek();
    const isNeeded = needsSocket(state.peek());
    if (socketNumber !== undefined && (!isNeeded || socketNumber !== socket.number)) close();
    if (isNeeded && socketNumber === undefined) {
      socketNumber = socket.number;
      connection.open();
    }
    const isShown = event.type === 'presence-changed' && event.isShown && before !== after;
    const isOpened = isShown || (event.type === 'visibility-changed' && event.isOpen);
    const isWritten = event.type === 'message-written' || event.type === 'message-retried';
    if (isOpened || (isWritten && isNeeded && socket.handshake.status !== 'ready')) connection.wake();
    sendOutbox();
  });

  return {
    /** Reads the frames that have arrived and wait for their turn. */
    readFrames: frames.flush,
    dispose(): void {
      unsubscribe();
      close();
    },
  };
}

/** Whether somebody waits for the connection. */
function isUrgent(state: ChatState): boolean {
  const { session, outbox, awaitingUntil } = state.conversation;
  return !session.isEstablished || isOpenAnywhere(state) || outbox.length > 0 || awaitingUntil !== null;
}

function isAnswerDue(state: ChatState, now: number): boolean {
  const { sentAt } = state.socket;
  return isOpenAnywhere(state) && sentAt !== null && now - sentAt < answerDueMs;
}
