import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export type Response = { ms: number; isAccepted: boolean };

/** leadchat keeps an idle connection for five seconds. */
const maxIdleMs = 3_000;

/** Written by hand: an HTTP client would use more CPU than the servers. */
class Connection {
  readonly #socket: Socket;
  #received = '';
  #isClosing = false;
  #usedAt = performance.now();
  #onResponse: (isAccepted: boolean) => void = () => {};
  #onFailure: (error: Error) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#onFailure(error));
    socket.on('close', () => this.#onFailure(new Error('the server has closed a connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket)));
    });
  }

  /** Servers close a connection after a response that says so, or that is idle for some seconds: perhaps while a request comes. */
  get isOpen(): boolean {
    return this.#socket.writable && !this.#isClosing && performance.now() - this.#usedAt < maxIdleMs;
  }

  /** Posts the lead of another visitor. */
  postLead(): Promise<Response> {
    return new Promise((resolve, reject) => {
      const sentAt = performance.now();
      this.#onResponse = (isAccepted) => resolve({ ms: performance.now() - sentAt, isAccepted });
      this.#onFailure = reject;
      this.#socket.write(request(++phones));
    });
  }

  close(): void {
    this.#socket.end();
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.toString('latin1');
    const head = this.#received.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(this.#received)?.[1];
    if (head < 0 || length === undefined || this.#received.length < head + 4 + Number(length)) return;
    this.#isClosing = /connection: close/i.test(this.#received.slice(0, head));
    const isAccepted = this.#received.startsWith('HTTP/1.1 202');
    this.#received = '';
    this.#usedAt = performance.now();
    this.#onResponse(isAccepted);
  }
}

/** Each request takes an idle connection of a server, or a new one. */
export class ConnectionPool {
  readonly #port: number;
  readonly #idle: Connection[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  async postLead(): Promise<Response> {
    const idle = this.#takeIdle();
    if (idle === undefined) return this.#postOn(await Connection.open(this.#port));
    try {
      return await this.#postOn(idle);
    } catch {
      // A server may close an idle connection in the moment of a request: as browsers do, it is sent again over a new one.
      return this.#postOn(await Connection.open(this.#port));
    }
  }

  async #postOn(connection: Connection): Promise<Response> {
    const response = await connection.postLead();
    this.#idle.push(connection);
    return response;
  }

  #takeIdle(): Connection | undefined {
    const found = this.#idle.pop();
    if (found === undefined || found.isOpen) return found;
    found.close();
    return this.#takeIdle();
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}

let phones = 14_152_000_000;

/** Each visitor has an address of their own. */
function addressOf(phone: number): string {
  const number = phone % 2 ** 24;
  return `11.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}

/** A request body of about 500 bytes, as a form sends it. */
function request(phone: number): string {
  const body = JSON.stringify({
    form: 'default',
    fields: { phone: `+${phone}`, first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    page: { url: 'https://www.example.com/products/engines?utm_source=news', title: 'Engines', referrer: '' },
    attribution: {
      first: {
        utm_source: 'news',
        utm_medium: 'email',
        utm_campaign: 'autumn',
        landing_page: 'https://www.example.com/',
      },
      last: {
        utm_source: 'news',
        utm_medium: 'email',
        utm_campaign: 'winter',
        landing_page: 'https://www.example.com/',
      },
    },
    elapsedMs: 5200,
    website: '',
  });
  const head = [
    'POST /leads HTTP/1.1',
    'host: 127.0.0.1',
    'origin: https://www.example.com',
    `x-forwarded-for: ${addressOf(phone)}`,
    'content-type: application/json',
    `idempotency-key: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
