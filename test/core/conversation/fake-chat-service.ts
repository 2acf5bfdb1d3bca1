import type { ChatNetwork, ServiceSocket } from '../connection/chat-network.ts';

type Conversation = {
  /** The visitor's messages, each as often as it arrived. */
  received: string[];
  /** The service's own messages. */
  said: { id: string; content: string }[];
};

/** The service's webchat: conversations by session, with or without history on resume. */
export function createFakeChatService<Network extends ChatNetwork>(network: Network) {
  const conversations = new Map<string, Conversation>();
  const current = new WeakMap<ServiceSocket, string>();
  let sessions = 0;
  let messages = 0;

  /**
   * `replays`: a resumed conversation sends its history. `answers`: each message gets an answer. `refusesWith`: the close
   * code for unknown sessions; if undefined, they get a new conversation.
   */
  const settings: { replays: boolean; answers: boolean; refusesWith: number | undefined } = {
    replays: true,
    answers: true,
    refusesWith: 4404,
  };
  const service = Object.assign(settings, {
    network,
    conversations,
    newSession(): string {
      const session = `webchat-session.b1000000-0000-4000-8000-${`${++sessions}`.padStart(12, '0')}`;
      conversations.set(session, { received: [], said: [] });
      return session;
    },
    forget(session: string): void {
      conversations.delete(session);
    },
    /** The agent sends a message to all connected clients. */
    say(session: string, content: string): string {
      const message = { id: `m${++messages}`, content };
      conversations.get(session)?.said.push(message);
      for (const socket of service.live()) if (current.get(socket) === session) sendMessage(socket, message);
      return message.id;
    },
    live: () => network.sockets.filter(({ isOpen }) => isOpen),
    last: () => network.sockets.at(-1),
  });

  network.onSocket = (socket) => {
    const asked = socket.path.session;
    if (asked !== null && !conversations.has(asked) && service.refusesWith !== undefined) {
      socket.close(service.refusesWith);
      return;
    }
    const session = asked !== null && conversations.has(asked) ? asked : service.newSession();
    current.set(socket, session);
    socket.send(JSON.stringify({ type: 'session', id: 's', session_id: session }));
    socket.send(JSON.stringify({ type: 'chatowner', id: 'owner', name: 'Ada', profilepic: null }));
    if (service.replays) for (const message of conversations.get(session)?.said ?? []) sendMessage(socket, message);
  };

  network.onMessage = (socket, data) => {
    const session = current.get(socket);
    if (session === undefined) return;
    const { content } = JSON.parse(data);
    conversations.get(session)?.received.push(content);
    if (service.answers) service.say(session, `re: ${content}`);
  };

  return service;
}
export type FakeChatService = ReturnType<typeof createFakeChatService>;

function sendMessage(socket: ServiceSocket, { id, content }: { id: string; content: string }): void {
  socket.send(JSON.stringify({ type: 'message', id, name: 'Ada', profilepic: null, content }));
}
