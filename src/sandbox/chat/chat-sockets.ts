import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../clock.ts';
import { maxFrameLength, parseSocketPath, type ServerFrame, type SocketPath } from '../../protocol/index.ts';
import { failure } from '../rest/answer.ts';
import { endWithAnswer } from '../server/raw-answer.ts';
import type { StoredSession } from '../store/conversation-store.ts';
import type { Conversations } from './conversations.ts';
import { messageFrame, type Owner, ownerFrame, readClientFrame, sessionFrame } from './frames.ts';
import { keepAlive } from './keep-alive.ts';

/** How a session is refused that is not known: after the handshake, since a browser learns nothing of a refused one (`assumptions.refusedSession`). */
const unknownSession = { code: 4404, reason: 'unknown session' } as const;

/** A character of JSON takes up to four bytes; `ws` ends the connection of a longer frame with 1009. */
const maxPayload = maxFrameLength * 4;
/** What a client may leave unread, in bytes, before it is let go. */
const maxUnread = 1_048_576;
const closeWithinMs = 500;

type Parts = {
  conversations: Conversations;
  clock: Clock;
  owner: () => Owner;
  thinkMs: number;
  /** Whether a connection to a conversation gets the agent's earlier messages again, with the ids they had. */
  replay: boolean;
};

export type ChatSockets = ReturnType<typeof createChatSockets>;

/** The WebSocket (webchat connection; Frames). Several sockets may be open in one conversation: all of them get what the agent says. */
export function createChatSockets({ conversations, clock, owner, thinkMs, replay }: Parts) {
  const server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  const open = new Map<string, Set<WebSocket>>();
  const thoughts = new Set<() => void>();
  const stopBeat = keepAlive(server.clients, clock);

  const broadcast = (sessionId: string, frame: ServerFrame) => {
    for (const socket of open.get(sessionId) ?? []) sendFrame(socket, frame);
  };

  const sayLater = (sessionId: string, content: string | undefined) => {
    if (content === undefined) return;
    const say = () => {
      const message = conversations.say(sessionId, content);
      if (message !== undefined) broadcast(sessionId, messageFrame(owner(), message));
    };
    if (thinkMs === 0) {
      say();
      return;
    }
    const stop = clock.after(thinkMs, () => {
      thoughts.delete(stop);
      say();
    });
    thoughts.add(stop);
  };

  const welcome = (socket: WebSocket, { sessionId }: StoredSession) => {
    open.set(sessionId, (open.get(sessionId) ?? new Set()).add(socket));
    socket.on('close', () => {
      open.get(sessionId)?.delete(socket);
      if (open.get(sessionId)?.size === 0) open.delete(sessionId);
    });
    sendFrame(socket, sessionFrame(sessionId));
    sendFrame(socket, ownerFrame(owner()));
    if (replay) {
      for (const message of conversations.messages(sessionId)) {
        if (message.from === 'agent') sendFrame(socket, messageFrame(owner(), message));
      }
    }
    socket.on('message', (data, isBinary) => {
      const said = isBinary ? undefined : readClientFrame(data.toString());
      if (said !== undefined) guard(socket, () => sayLater(sessionId, conversations.hear(sessionId, said)));
    });
    sayLater(sessionId, conversations.greeting(sessionId));
  };

  /** Returns 101, or the code of the close. */
  const enter = (socket: WebSocket, { flowId, session: sessionId }: SocketPath): number => {
    // What breaks the protocol ends its own connection; without a listener it would end the process.
    socket.on('error', () => socket.terminate());
    const session = conversations.open(flowId, sessionId);
    if (session === undefined) {
      socket.close(unknownSession.code, unknownSession.reason);
      return unknownSession.code;
    }
    guard(socket, () => welcome(socket, session));
    return 101;
  };

  return {
    /** Takes a handshake. Returns the status that it was answered with, or the code of the close that followed. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer): number {
      const path = parseSocketPath((request.url ?? '').split('?', 1)[0] ?? '');
      const refusal = path === undefined ? noSuchSocket : unknownFlow;
      if (path === undefined || !conversations.hasFlow(path.flowId)) {
        endWithAnswer(socket, refusal);
        return refusal.status;
      }
      // A handshake that breaks the protocol is answered by the library.
      let outcome = 400;
      server.handleUpgrade(request, socket, head, (accepted) => {
        outcome = enter(accepted, path);
      });
      return outcome;
    },

    connections: (sessionId: string) => open.get(sessionId)?.size ?? 0,

    /** Ends every socket without a word, as a broken line does. */
    cutAll(): void {
      for (const socket of server.clients) socket.terminate();
    },

    closeAll(code: number, reason: string): void {
      for (const socket of server.clients) socket.close(code, reason);
    },

    /** Says goodbye (1001) and waits a little for the answers. */
    async stop(): Promise<void> {
      stopBeat();
      for (const stop of thoughts) stop();
      const goodbyes = [...server.clients].map((socket) => new Promise((done) => socket.once('close', done)));
      this.closeAll(1001, 'the sandbox stops');
      const timer = setTimeout(() => this.cutAll(), closeWithinMs);
      await Promise.all(goodbyes);
      clearTimeout(timer);
    },
  };
}

const unknownFlow = failure(404, 'The flow was not found.');
const noSuchSocket = failure(
  404,
  'There is no such socket: /webchat/flow/{flow_id}/session/{session}/r/{true or false}.',
);

function sendFrame(socket: WebSocket, frame: ServerFrame): void {
  if (socket.bufferedAmount > maxUnread) socket.terminate();
  else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
}

/** A fault of ours, a full disk say, ends one connection (1011) and not the process. */
function guard(socket: WebSocket, run: () => void): void {
  try {
    run();
  } catch (error) {
    console.error('[sandbox] a conversation failed:', error);
    socket.close(1011, 'internal error');
  }
}
