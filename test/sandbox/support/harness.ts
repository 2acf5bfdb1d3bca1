import { afterEach, expect } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';

const started: Sandbox[] = [];

/** A sandbox on its own port. It stops after the test. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Harness> {
  const sandbox = await createSandbox(options);
  started.push(sandbox);
  return new Harness(sandbox, options.key ?? 'sandbox-key');
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((sandbox) => sandbox.stop()));
});

export type Fields = Record<string, unknown>;

export class Harness {
  readonly sandbox: Sandbox;
  readonly #key: string;

  constructor(sandbox: Sandbox, key: string) {
    this.sandbox = sandbox;
    this.#key = key;
  }

  get journey(): string {
    return this.sandbox.ids.journey;
  }

  get flow(): string {
    return this.sandbox.ids.flow;
  }

  /** A request below `/v1` with the key. */
  rest(method: string, path: string, body?: unknown) {
    return this.request(method, `/v1${path}`, body, { authorization: `Bearer ${this.#key}` });
  }

  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.sandbox.url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** A new lead's id. */
  async lead(record: Fields): Promise<string> {
    const { body } = await this.rest('POST', '/lead/create', { record });
    return body.lead.lead_id;
  }

  async getLead(query: Record<string, string>) {
    return (await this.rest('GET', `/lead/get?${new URLSearchParams(query)}`)).body;
  }

  async state() {
    return (await this.request('GET', '/sandbox/state')).body;
  }

  /** A session with lead data (webchat session initialization). */
  async session(record: Fields): Promise<string> {
    const { body } = await this.request('POST', '/webchat/session', { flow_id: this.flow, record });
    return body.session;
  }

  socketAddress(session: string | null, reconnect: boolean, flow = this.flow): string {
    return `${this.sandbox.url.replace('http', 'ws')}/webchat/flow/${flow}/session/${session}/r/${reconnect}`;
  }
}

/** The body of every failure (Errors). */
export const errorBody = { status: 'failed', message: expect.stringMatching(/\S/) };
