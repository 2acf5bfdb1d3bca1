/**
 * The part of reconnecting-websocket that src/connection/socket.ts uses: one attempt, made a moment after it is asked for,
 * and its events. The library's retries, queue and time-outs, which are the rest of it, are off there. The build puts this
 * one in its place for visitors; the vitest project `small-socket` runs every test of connections on it too.
 */
type Heard = 'open' | 'message' | 'close';
type Listener = (event: unknown) => void;
type SocketLike = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'addEventListener'>;
type Options = { WebSocket: new (address: string) => SocketLike };

export default class SmallReconnectingWebSocket {
  readonly OPEN = 1;
  private readonly heardBy = new Map<Heard, Listener>();
  private socket: SocketLike | undefined;
  private isClosed = false;

  constructor(address: () => string, _protocols: undefined, { WebSocket }: Options) {
    setTimeout(() => {
      if (this.isClosed) return;
      this.socket = new WebSocket(address());
      for (const type of ['open', 'message', 'close'] as const) {
        this.socket.addEventListener(type, (event: unknown) => this.heardBy.get(type)?.(event));
      }
      // As the library does: after an error nobody waits for the socket's own close, which may take long.
      this.socket.addEventListener('error', () => {
        this.heardBy.get('close')?.({ target: this, code: 1000, wasClean: true });
        this.close(1000);
      });
    });
  }

  get readyState(): number {
    return this.socket?.readyState ?? 0;
  }

  send(data: string): void {
    this.socket?.send(data);
  }

  close(code: number): void {
    this.isClosed = true;
    if (this.readyState !== 3) this.socket?.close(code);
  }

  addEventListener(type: Heard, listener: Listener): void {
    this.heardBy.set(type, listener);
  }

  removeEventListener(type: Heard): void {
    this.heardBy.delete(type);
  }
}
