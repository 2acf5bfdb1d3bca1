import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';

export type LeadResponse = {
  status: number;
  /** The id of an accepted lead. */
  lead: string | undefined;
  retryAfterSeconds: number;
  /** Whether the request went over a connection that was open already. */
  wasConnected: boolean;
  ms: number;
};

/** A visitor with a connection that stays open as long as the proxy keeps it. `address`: a loopback address. */
export function createVisitor(port: number, phone: string, fields: Record<string, string> = {}, address?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ...(address !== undefined && { localAddress: address }) });
  const body = JSON.stringify({ form: 'default', fields: { phone, ...fields } });
  return {
    /** Resolves with the response, whatever its status. Rejects without a response. */
    sendLead: (key: string = crypto.randomUUID()) =>
      send(agent, port, 'POST', '/leads', {
        body,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': key,
        },
      }),
    /** Opens the connection. */
    connect: () => send(agent, port, 'GET', '/healthz'),
    leave: () => agent.destroy(),
  };
}

function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  { body = '', headers = {} }: { body?: string; headers?: Record<string, string | number> } = {},
): Promise<LeadResponse> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      // The proxy has closed the idle connection meanwhile. Browsers send such a request again over a new one.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET')
        resolve(send(agent, port, method, path, { body, headers }));
      else reject(error);
    });
    outgoing.once('response', (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk) => {
        text += chunk;
      });
      incoming.once('error', reject);
      incoming.once('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          lead: incoming.statusCode === 202 ? String(JSON.parse(text).lead) : undefined,
          retryAfterSeconds: Number(incoming.headers['retry-after']),
          wasConnected: outgoing.reusedSocket,
          ms: performance.now() - startedAt,
        }),
      );
    });
    outgoing.end(body);
  });
}

export type Visitor = ReturnType<typeof createVisitor>;

export type Rate = {
  perSecond: number;
  seconds: number;
  /** Each is one visitor with one phone. */
  connections: number;
  /** Index of the first visitor's phone. @default 0 */
  firstPhone?: number;
  /** @default one request, whatever its status */
  send?: (visitor: Visitor) => Promise<LeadResponse>;
};

/** Sends leads at a constant rate without waiting for responses, over several connections in turn. */
export async function sendAtRate(port: number, rate: Rate): Promise<LeadResponse[]> {
  const { perSecond, seconds, connections, firstPhone = 0, send = (visitor) => visitor.sendLead() } = rate;
  const visitors = Array.from({ length: connections }, (_, index) =>
    createVisitor(port, `+1415${String(2_010_000 + firstPhone + index)}`),
  );
  await Promise.all(visitors.map((visitor) => visitor.connect()));
  const startedAt = performance.now();
  const responses: Promise<LeadResponse>[] = [];
  while (responses.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - startedAt) / 1000) * perSecond);
    while (responses.length < due) {
      const visitor = visitors[responses.length % connections];
      if (visitor !== undefined) responses.push(send(visitor));
    }
    await wait(5);
  }
  const settled = await Promise.all(responses);
  for (const visitor of visitors) visitor.leave();
  return settled;
}

export type SlowClients = {
  /** Number of open connections. */
  countConnected(): number;
  /** Number of connections that the server has closed. */
  cuts(): number;
  stop(): void;
};

/**
 * Clients from 40 addresses that send a body byte by byte, and connect again when they are cut off. They run in a
 * separate process, because here they would delay the visitors whose times are measured.
 */
export function startSlowClients(port: number, count: number): SlowClients {
  const child = fork(join(import.meta.dirname, 'slow-clients.ts'), [String(port), String(count)]);
  let counts = { connected: 0, cuts: 0 };
  child.on('message', (message) => {
    counts = slowClientCounts.parse(message);
  });
  return {
    countConnected: () => counts.connected,
    cuts: () => counts.cuts,
    stop: () => void child.kill('SIGKILL'),
  };
}

export type Flood = {
  /** Number of open connections. */
  countConnected(): number;
  /** Number of responses. */
  responses(): number;
  stop(): void;
};

/**
 * One address that repeats a request over kept-alive connections, and connects again when one is closed. Runs in a
 * separate process, because here it would delay the visitors whose times are measured.
 */
export function startFlood(port: number, count: number, path = '/leads'): Flood {
  const child = fork(join(import.meta.dirname, 'flooding-clients.ts'), [String(port), String(count), path]);
  let counts = { connected: 0, responses: 0 };
  child.on('message', (message) => {
    counts = floodCounts.parse(message);
  });
  return {
    countConnected: () => counts.connected,
    responses: () => counts.responses,
    stop: () => void child.kill('SIGKILL'),
  };
}

const floodCounts = z.object({ connected: z.number(), responses: z.number() });
const slowClientCounts = z.object({ connected: z.number(), cuts: z.number() });

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
