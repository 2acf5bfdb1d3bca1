import ReconnectingWebSocket from 'reconnecting-websocket';

export type SocketClosing = {
  /** Undefined when there was no close frame to read it from. */
  code: number | undefined;
  /** The close handshake was completed. */
  isClean: boolean;
};

export type SocketEvents = {
  onOpen(): void;
  onFrame(data: unknown): void;
  /** Once, and the last event. After close() it may take many seconds when the network is gone. */
  onClose(closing: SocketClosing): void;
};

/** The browser's WebSocket, or a compatible one. */
export type WebSocketClass = new (address: string) => object;

const maxTimerMs = 2 ** 31 - 1;

/**
 * One socket, used once, and the only code that knows reconnecting-websocket 4.4.0. A wrapper of that library can stay
 * dead for good after a failure, a close during its wait, or its last retry; its waits cannot be cut short, and its delay
 * has no jitter. So its retries are off, and each attempt gets a new wrapper.
 *
 * - The address is a finished string behind a synchronous provider: a provider that throws kills the wrapper.
 * - A throwing `new WebSocket` (a page's policy, a bad address) would do the same; the class passed in catches it.
 * - Its queue is off: it sends queued frames before `open` is reported, into whatever conversation that is.
 * - Its time-out is off: it would detach from a connecting socket before closing it. SocketAttempt calls close().
 */
export function createSocket(address: string, webSocket: WebSocketClass, socketEvents: SocketEvents) {
  /**
   * Undefined once no event may be reported. The close handshake takes as long as the network does, and the socket holds
   * on to its listeners meanwhile: dropping this reference frees a chat that has left its page.
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
  // After an error the wrapper makes up a close event (1000, clean); its target is the wrapper, not the socket.
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
    /** No event is reported from now on. */
    detach(): void {
      events = undefined;
    },
  };
}

/** The class with a constructor that returns a closed socket where the real one throws. */
function withoutThrowing(webSocket: WebSocketClass, onFailure: () => void) {
  const construct = (address: string) => {
    try {
      return new webSocket(address);
    } catch {
      // The wrapper still adds its listeners to the returned object; it learns of the failure after that.
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
