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
export class BrowserSocket implements Socket {
  /**
   * A socket shakes hands on its end for as long as the network takes, and whatever it can tell lives on with it: by then that
   * may be a chat which is gone from its page. It is a class for this: what functions hold, a minifier may widen.
   */
  #told: SocketEvents | undefined;
  readonly #wrapper: ReconnectingWebSocket;

  constructor(address: string, webSocket: WebSocketClass, events: SocketEvents) {
    const wrapper = new ReconnectingWebSocket(() => address, undefined, {
      WebSocket: withoutThrowing(webSocket, () => this.#finish({ code: undefined, clean: false })),
      maxRetries: 0,
      maxEnqueuedMessages: 0,
      connectionTimeout: longestTimer,
      minUptime: 0,
    });
    this.#told = events;
    this.#wrapper = wrapper;
    wrapper.addEventListener('open', () => this.#told?.onOpen());
    wrapper.addEventListener('message', (event) => this.#told?.onFrame(event.data));
    // The wrapper makes up a close event (1000, clean) after an error; its target is the wrapper, not the socket.
    wrapper.addEventListener(
      'close',
      ({ target, code, wasClean }: { target: unknown; code: number; wasClean: boolean }) =>
        this.#finish(target === wrapper ? { code: undefined, clean: false } : { code, clean: wasClean }),
    );
  }

  send(data: string): boolean {
    if (this.#wrapper.readyState !== this.#wrapper.OPEN) return false;
    try {
      this.#wrapper.send(data);
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#wrapper.close(1000);
  }

  detach(): void {
    this.#told = undefined;
  }

  #finish(closing: SocketClosing): void {
    const told = this.#told;
    this.detach();
    told?.onClose(closing);
  }
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
