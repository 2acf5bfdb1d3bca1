import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../clock.ts';
import { maxFrameLength, type ServerFrame } from '../../protocol/service/frames.ts';
import { parseSocketPath, type SocketPath } from '../../protocol/service/socket-address.ts';
import { endWithResponse, failure } from '../rest/response.ts';
import type { StoredSession } from '../store/conversation-store.ts';
import type { AcceptedFrames } from './any-frame.ts';
import type { Conversations } from './conversations.ts';
import { messageFrame, type Owner, ownerFrame, parseClientFrame, sessionFrame } from './frames.ts';
import { startHeartbeat } from './heartbeat.ts';

/**
 * Close of an unknown session. It follows the handshake, because browsers hide why a handshake failed
 * (`assumptions.refusedSession`).
 */
const unknownSession = { code: 4404, reason: 'unknown session' } as const;

/** A character of JSON takes up to four bytes. `ws` closes the connection of a longer frame with 1009. */
const maxPayload = maxFrameLength * 4;
/** Bytes that a client may leave unread before its connection ends. */
const maxBufferedBytes = 1_048_576;
const closeTimeoutMs = 500;

type ChatSocketsDeps = {
  conversations: Conversations;
  clock: Clock;
  owner: () => Owner;
  thinkMs: number;
  /** Whether a connection gets the agent's earlier messages again, with their ids. */
  replay: boolean;
  messageFrame: AcceptedFrames | undefined;
  /** Whether sessions from session initialization open on this port. */
  takesSessions: (port: number | undefined) => boolean;
};

export type ChatSockets = ReturnType<typeof createChatSockets>;

/** The webchat connections. A conversation can have several sockets, and each of them gets the agent's messages. */
export function createChatSockets({
  conversations,
  clock,
  owner,
  thinkMs,
  replay,
  messageFrame: accepted,
  takesSessions,
}: ChatSocketsDeps) {
  const server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  const socketsBySession = new Map<string, Set<WebSocket>>();
  /** Cancels the agent's messages that are not sent yet. */
  const pendingMessages = new Set<() => void>();
  const stopHeartbeat = startHeartbeat(server.clients, clock);

  const sendNow = (sessionId: string, content: string) => {
    const message = conversations.addAgentMessage(sessionId, content);
    if (message === undefined) return;
    for (const socket of socketsBySession.get(sessionId) ?? []) sendFrame(socket, messageFrame(owner(), message));
  };

  const sendAfterThinking = (sessionId: string, content: string | undefined) => {
    if (content === undefined) return;
    if (thinkMs === 0) {
      sendNow(sessionId, content);
      return;
    }
    const cancel = clock.after(thinkMs, () => {
      pendingMessages.delete(cancel);
      sendNow(sessionId, content);
    });
    pendingMessages.add(cancel);
  };

  const welcome = (socket: WebSocket, { sessionId }: StoredSession) => {
    socketsBySession.set(sessionId, (socketsBySession.get(sessionId) ?? new Set()).add(socket));
    socket.on('close', () => {
      socketsBySession.get(sessionId)?.delete(socket);
      if (socketsBySession.get(sessionId)?.size === 0) socketsBySession.delete(sessionId);
    });
    sendFrame(socket, sessionFrame(sessionId));
    sendFrame(socket, ownerFrame(owner()));
    if (replay) {
      for (const message of conversations.messages(sessionId)) {
        if (message.from === 'agent') sendFrame(socket, messageFrame(owner(), message));
      }
    }
    socket.on('message', (data, isBinary) => {
      const content = isBinary ? undefined : parseClientFrame(data.toString(), accepted);
      if (content === undefined) return;
      guard(socket, () => sendAfterThinking(sessionId, conversations.receive(sessionId, content)));
    });
    sendAfterThinking(sessionId, conversations.greeting(sessionId));
  };

  /** Returns 101, or the close code. */
  const enter = (socket: WebSocket, { flowId, session: sessionId }: SocketPath, port: number | undefined): number => {
    // Without a listener, a violation of the WebSocket protocol would end the process.
    socket.on('error', () => socket.terminate());
    const session = conversations.open(flowId, sessionId);
    if (session === undefined || (session.phone !== undefined && !takesSessions(port))) {
      socket.close(unknownSession.code, unknownSession.reason);
      return unknownSession.code;
    }
    guard(socket, () => welcome(socket, session));
    return 101;
  };

  return {
    /** Handles a handshake. Returns the status of the response, or the close code that followed it. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer): number {
      const path = parseSocketPath((request.url ?? '').split('?', 1)[0] ?? '');
      if (path === undefined || !conversations.hasFlow(path.flowId)) {
        const refusal = path === undefined ? wrongPath : unknownFlow;
        endWithResponse(socket, refusal);
        return refusal.status;
      }
      // `ws` itself responds to an invalid handshake with 400.
      let outcome = 400;
      server.handleUpgrade(request, socket, head, (accepted) => {
        outcome = enter(accepted, path, request.socket.localPort);
      });
      return outcome;
    },

    socketCount: (sessionId: string) => socketsBySession.get(sessionId)?.size ?? 0,

    /** Ends every socket without a close frame, like a broken connection. */
    cutAll(): void {
      for (const socket of server.clients) socket.terminate();
    },

    closeAll(code: number, reason: string): void {
      for (const socket of server.clients) socket.close(code, reason);
    },

    /** Closes every socket with 1001 and waits briefly for the close frames of the clients. */
    async stop(): Promise<void> {
      stopHeartbeat();
      for (const cancel of pendingMessages) cancel();
      const closed = [...server.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      this.closeAll(1001, 'the sandbox stops');
      const timer = setTimeout(() => this.cutAll(), closeTimeoutMs);
      await Promise.all(closed);
      clearTimeout(timer);
    },
  };
}

const unknownFlow = failure(404, 'The flow was not found.');
const wrongPath = failure(404, 'A socket path is /webchat/flow/{flow_id}/session/{session}/r/{true or false}.');

function sendFrame(socket: WebSocket, frame: ServerFrame): void {
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
}

/** An internal error, such as a full disk, ends one connection with 1011 and not the process. */
function guard(socket: WebSocket, run: () => void): void {
  try {
    run();
  } catch (error) {
    console.error('[sandbox] a conversation failed:', error);
    socket.close(1011, 'internal error');
  }
}
