import { WebSocket } from 'ws';

export type Frame = { type: string; id: string; [field: string]: unknown };

/** A visitor's socket, with everything that came through it. */
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
    // A broken connection is an outcome; `closed` reports it.
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

  /** Waits until that many frames of that type have come. */
  frame(type: string, count = 1): Promise<Frame> {
    return this.#wait(() => this.frames.filter((frame) => frame.type === type)[count - 1]);
  }

  /** Waits until the agent says this. */
  hearsText(content: string): Promise<Frame> {
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
  async hears(count: number): Promise<unknown> {
    return (await this.frame('message', count)).content;
  }

  async sessionId(): Promise<string> {
    return String((await this.frame('session')).session_id);
  }

  says(content: string): void {
    this.sends(JSON.stringify({ type: 'message', content }));
  }

  sends(data: string | Buffer): void {
    this.#socket.send(data, { binary: typeof data !== 'string' });
  }

  /** Like a machine that fell asleep: the connection stands, and nothing is answered. */
  stopsListening(): void {
    this.#socket.pause();
  }

  async leaves(): Promise<void> {
    this.#socket.close(1000);
    await this.closed;
  }
}
