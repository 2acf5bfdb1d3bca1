import { attempt } from '../../options/index.ts';

/** What reconnecting-websocket uses of a socket. */
export interface BrowserSocket {
  readonly readyState: number;
  send(data: string): void;
  close(code?: number): void;
  addEventListener(type: 'open' | 'message' | 'error' | 'close', listener: (event: unknown) => void): void;
}

/** The browser's WebSocket, or a compatible one. */
export type WebSocketClass = new (address: string) => BrowserSocket;

const eventTypes = ['open', 'message', 'error', 'close'] as const;

/**
 * A socket that connects at once. The library constructs one in a task of its own, before which a slow phone draws the chat.
 * The library gets this one then, and hears what has happened to it meanwhile. `onFailure`: the constructor has thrown, as for a
 * page's policy or a bad address, which would kill the library's wrapper without any event.
 */
export function connectEarly(webSocket: WebSocketClass, address: string, onFailure: () => void) {
  const socket = attempt(() => new webSocket(address));
  const listeners = new Map<string, (event: unknown) => void>();
  /** Undefined once the library has the socket. */
  let missed: (() => void)[] | undefined = [];

  for (const type of eventTypes) {
    socket?.addEventListener(type, (event) => {
      const deliver = () => listeners.get(type)?.(event);
      if (missed) missed.push(deliver);
      else deliver();
    });
  }

  /** The library adds its listeners to what it has constructed in the same task. */
  function SocketForLibrary() {
    queueMicrotask(() => {
      const earlier = missed ?? [];
      missed = undefined;
      for (const deliver of earlier) deliver();
      if (socket === undefined) onFailure();
    });
    return {
      get readyState() {
        return socket?.readyState ?? 3;
      },
      send: (data: string) => socket?.send(data),
      close: (code?: number) => socket?.close(code),
      addEventListener: (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener),
      removeEventListener: (type: string) => void listeners.delete(type),
    };
  }

  return {
    /** The class that the library constructs. */
    WebSocket: Object.assign(SocketForLibrary, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }),
    /** Closes the socket that the library does not have yet, and will not ask for once it is closed itself. */
    close(): void {
      if (missed) socket?.close(1000);
    },
  };
}
