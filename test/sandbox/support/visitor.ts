import { WebSocket } from 'ws';

export type Frame = { type: string; id: string; [field: string]: unknown };

/** A visitor's socket, with all frames that it received. */
export class Visitor {
  readonly frames: Frame[] = [];
  /** How the connection ended. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #socket: WebSocket;
  #changed: () => void = () => {};

  constructor(address: string) {
    this.#socket = new WebSocket(address);
    this.#socket.on('message', (data) => {
      this.frames.push(JSON.parse(data.toString()));
      this.#changed();
    });
    this.closed = new Promise((done) => {
      this.#socket.on('close', (code, reason) => done({ code, reason: reason.toString() }));
    });
    // A broken connection is an outcome, which `closed` reports.
    this.#socket.on('error', () => {});
  }

  /** The status that a handshake was refused with. */
  static refusal(address: string): Promise<{ status: number | undefined; body: string }> {
    return new Promise((done, fail) => {
      const socket = new WebSocket(address);
      socket.on('open', () => fail(new Error('the handshake was not refused')));
      socket.on('error', fail);
      socket.on('unexpected-response', (request, response) => {
        let body = '';
        response.on('data', (data) => {
          body += data;
        });
        response.on('end', () => {
          request.destroy();
          done({ status: response.statusCode, body });
        });
      });
    });
  }

  /** Waits for the frame of a type with that number. */
  frame(type: string, count = 1): Promise<Frame> {
    return this.#wait(() => this.frames.filter((frame) => frame.type === type)[count - 1]);
  }

  /** Waits for a message with this text. */
  receivesText(content: string): Promise<Frame> {
    return this.#wait(() => this.frames.find((frame) => frame.content === content));
  }

  async #wait(look: () => Frame | undefined): Promise<Frame> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      await new Promise<void>((done) => {
        this.#changed = done;
      });
    }
  }

  /** The text of the agent's message with that number. */
  async receives(count: number): Promise<unknown> {
    return (await this.frame('message', count)).content;
  }

  async sessionId(): Promise<string> {
    return String((await this.frame('session')).session_id);
  }

  sendMessage(content: string): void {
    this.send(JSON.stringify({ type: 'message', content }));
  }

  send(data: string | Buffer): void {
    this.#socket.send(data, { binary: typeof data !== 'string' });
  }

  /** Like a sleeping machine: the connection is open, and nothing is read. */
  pause(): void {
    this.#socket.pause();
  }

  async close(): Promise<void> {
    this.#socket.close(1000);
    await this.closed;
  }
}
