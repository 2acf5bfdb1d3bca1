import ReconnectingWebSocket from 'reconnecting-websocket';

export type SocketClosing = {
  /** Undefined if there was no close frame. */
  code: number | undefined;
  /** The close handshake was completed. */
  isClean: boolean;
};

export type SocketEvents = {
  onOpen(): void;
  onFrame(data: unknown): void;
  /** Called once, as the last event. After close() it may take many seconds if the network is gone. */
  onClose(closing: SocketClosing): void;
};

/** The browser's WebSocket, or a compatible one. */
export type WebSocketClass = new (address: string) => object;

const maxTimerMs = 2 ** 31 - 1;

/**
 * One socket, used once. This is the only code that uses reconnecting-websocket 4.4.0. A wrapper of that library can stay
 * dead for good after a failure, a close during its wait, or its last retry. Its waits cannot be cut short, and its delay
 * has no jitter. So its retries are off, and each attempt creates a new wrapper.
 *
 * - The address is computed before, because a URL provider that throws kills the wrapper.
 * - A `new WebSocket` that throws (a page's policy, a bad address) would kill it too, so withoutThrowing() catches the error.
 * - Its queue is off, because it sends queued frames before it reports `open`, into a conversation that may be another one.
 * - Its time-out is off, because it detaches from a connecting socket before closing it. SocketAttempt calls close().
 */
export function createSocket(address: string, webSocket: WebSocketClass, socketEvents: SocketEvents) {
  /**
   * Undefined once no event may be reported. During the close handshake, which can take long, the socket still references its
   * listeners. Dropping this reference frees a destroyed chat meanwhile.
   */
  let events: SocketEvents | undefined = socketEvents;
  const wrapper = new ReconnectingWebSocket(() => address, undefined, {
    WebSocket: withoutThrowing(webSocket, () => finish({ code: undefined, isClean: false })),
    maxRetries: 0,
    maxEnqueuedMessages: 0,
    connectionTimeout: maxTimerMs,
    minUptime: 0,
  });
  wrapper.addEventListener('open', () => events?.onOpen());
  wrapper.addEventListener('message', (event) => events?.onFrame(event.data));
  // After an error the wrapper dispatches an artificial close event (1000, clean), whose target is the wrapper.
  wrapper.addEventListener(
    'close',
    ({ target, code, wasClean }: { target: unknown; code: number; wasClean: boolean }) =>
      finish(target === wrapper ? { code: undefined, isClean: false } : { code, isClean: wasClean }),
  );

  function finish(closing: SocketClosing): void {
    const listeners = events;
    events = undefined;
    listeners?.onClose(closing);
  }

  return {
    send(data: string): boolean {
      if (wrapper.readyState !== wrapper.OPEN) return false;
      try {
        wrapper.send(data);
        return true;
      } catch {
        return false;
      }
    },
    close(): void {
      wrapper.close(1000);
    },
    /** Reports no event from now on. */
    detach(): void {
      events = undefined;
    },
  };
}

/** Returns the class with a constructor that returns a closed socket instead of throwing. */
function withoutThrowing(webSocket: WebSocketClass, onFailure: () => void) {
  const construct = (address: string) => {
    try {
      return new webSocket(address);
    } catch {
      // Fails later, because the wrapper first adds its listeners to the returned object.
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
