import ReconnectingWebSocket from 'reconnecting-websocket';

export type SocketClosing = {
  /** Undefined when there was no close frame to read it from. */
  code: number | undefined;
  /** Both sides shook hands on the end. */
  clean: boolean;
};

export type SocketEvents = {
  onOpen(): void;
  onFrame(data: unknown): void;
  /** Once, and the last event. It may not come for many seconds after close() when the network is gone. */
  onClose(closing: SocketClosing): void;
};

/** One socket, used once. */
export interface Socket {
  send(data: string): boolean;
  close(): void;
  /** No event is reported from now on. */
  detach(): void;
}

/** The browser's WebSocket, or one like it. */
export type WebSocketClass = new (address: string) => object;

const longestTimer = 2 ** 31 - 1;

/**
 * The only code that knows reconnecting-websocket 4.4.0. A wrapper is used for one attempt and never for a second one:
 * after a failure, a close during its wait, or its last retry, it can stay dead for good, its waits cannot be cut
 * short, and its delay has no jitter. So its own retries are off, and each attempt gets a new wrapper.
 *
 * - The address is a finished string behind a synchronous provider: a provider that throws kills the wrapper.
 * - `new WebSocket` that throws (a page's policy, a bad address) would do the same; it is caught in the class we hand in.
 * - Its queue is off: it sends what it holds before anybody hears of `open`, and blindly into any conversation.
 * - Its time-out is off: it would detach from a connecting socket before closing it. Our watchdog calls close().
 */
export function openSocket(address: string, webSocket: WebSocketClass, events: SocketEvents): Socket {
  const wrapper = new ReconnectingWebSocket(() => address, undefined, {
    WebSocket: withoutThrowing(webSocket, () => finish({ code: undefined, clean: false })),
    maxRetries: 0,
    maxEnqueuedMessages: 0,
    connectionTimeout: longestTimer,
    minUptime: 0,
  });
  const onOpen = () => events.onOpen();
  const onMessage = (event: MessageEvent) => events.onFrame(event.data);
  // The wrapper makes up a close event (1000, clean) after an error; its target is the wrapper, not the socket.
  const onClose = (event: { target: unknown; code: number; wasClean: boolean }) =>
    finish(event.target === wrapper ? { code: undefined, clean: false } : { code: event.code, clean: event.wasClean });
  wrapper.addEventListener('open', onOpen);
  wrapper.addEventListener('message', onMessage);
  wrapper.addEventListener('close', onClose);

  function detach(): void {
    wrapper.removeEventListener('open', onOpen);
    wrapper.removeEventListener('message', onMessage);
    wrapper.removeEventListener('close', onClose);
  }

  function finish(closing: SocketClosing): void {
    detach();
    events.onClose(closing);
  }

  return {
    send(data) {
      if (wrapper.readyState !== wrapper.OPEN) return false;
      try {
        wrapper.send(data);
        return true;
      } catch {
        return false;
      }
    },
    close: () => wrapper.close(1000),
    detach,
  };
}

/** The class with a constructor that hands out a closed socket where the real one throws. */
function withoutThrowing(webSocket: WebSocketClass, onFailure: () => void) {
  const construct = (address: string) => {
    try {
      return new webSocket(address);
    } catch {
      // The wrapper goes on to add its listeners to what it gets; it hears of the failure after that.
      queueMicrotask(onFailure);
      return { readyState: 3, binaryType: 'blob', addEventListener() {}, removeEventListener() {}, close() {} };
    }
  };
  return Object.assign(
    function Guarded(address: string) {
      return construct(address);
    },
    { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 },
  );
}
