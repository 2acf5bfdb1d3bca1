import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import pg from 'pg';
import { z } from 'zod';
import { leadRequest } from '../../src/protocol/proxy/requests.ts';
import { parseConfig } from '../../src/proxy/config/parse-config.ts';
import { startProxyServer } from '../../src/proxy/server/start-proxy-server.ts';
import type { LeadStore } from '../../src/proxy/store/lead-store.ts';
import { openPostgresStore } from '../../src/proxy/store/postgres/open-postgres-store.ts';
import { openThreadedStore } from '../../src/proxy/store/sqlite/open-threaded-store.ts';
import { adminToken, fastifyModule } from './subject.ts';

/** The process of `startSubject`: sends its port. */
const [, , kind = '', address = '', waiting = '0', service = ''] = process.argv;
const host = '127.0.0.1';
const port = await start();
process.send?.({ port });

/** Stores a lead durably and returns its id. */
type Insert = (key: string, body: unknown) => string | Promise<string>;

async function start(): Promise<number> {
  switch (kind) {
    case 'floor':
      return listenBare(createInsert());
    case 'hono':
      return listenHono(createInsert());
    case 'fastify':
      return listenFastify(createInsert());
    case 'express':
      return listenExpress(createInsert());
    case 'store':
      return listenBare(await openOwnStore());
    default:
      return startProxy();
  }
}

/** The simplest durable store: a table and an INSERT. Its commit is as durable as ours. */
function createInsert(): Insert {
  if (address.startsWith('postgres:')) return createPostgresInsert();
  const db = new DatabaseSync(fileOf(address));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE leads (id TEXT PRIMARY KEY, key TEXT UNIQUE, body TEXT, at INTEGER)');
  const insert = db.prepare('INSERT INTO leads VALUES (?, ?, ?, ?)');
  return (key, body) => {
    const lead = randomUUID();
    insert.run(lead, key, JSON.stringify(leadRequest.parse(body)), Date.now());
    return lead;
  };
}

function createPostgresInsert(): Insert {
  const pool = new pg.Pool({ connectionString: address, max: 10 });
  const created = pool.query('CREATE TABLE plain_leads (id text PRIMARY KEY, key text UNIQUE, body text, at bigint)');
  return async (key, body) => {
    const lead = randomUUID();
    const values = [lead, key, JSON.stringify(leadRequest.parse(body)), Date.now()];
    await created;
    await pool.query({ name: 'insert', text: 'INSERT INTO plain_leads VALUES ($1, $2, $3, $4)', values });
    return lead;
  };
}

async function openOwnStore(): Promise<Insert> {
  const store = await openStore();
  return async (key, body) => {
    const { form, fields } = leadRequest.parse(body);
    const phone = String(fields.phone).slice(1);
    const acceptance = await store.accept({
      ...{ key, bodyHash: hash('sha256', JSON.stringify(body)), form, phone, record: { ...fields, phone } },
      ...{ plan: { tags: ['web_lead'] }, acceptedAt: Date.now() },
    });
    if (acceptance.outcome !== 'stored') throw new Error(acceptance.outcome);
    return acceptance.lead;
  };
}

function responseOf(lead: string) {
  return { status: 'accepted', lead, session: null };
}

function listenBare(insert: Insert): Promise<number> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const lead = await insert(String(request.headers['idempotency-key']), JSON.parse(text));
    const body = JSON.stringify(responseOf(lead));
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    response.writeHead(202, headers).end(body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  return new Promise((resolve) => server.listen(0, host, () => resolve(portOf(server))));
}

function listenHono(insert: Insert): Promise<number> {
  const app = new Hono();
  app.post('/leads', async (c) => {
    const lead = await insert(c.req.header('idempotency-key') ?? '', await c.req.json());
    return c.json(responseOf(lead), 202);
  });
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: host }, (info) => resolve(info.port));
  });
}

function listenExpress(insert: Insert): Promise<number> {
  const app = express();
  app.use(express.json());
  app.post('/leads', async (request, response) => {
    response.status(202).json(responseOf(await insert(request.get('idempotency-key') ?? '', request.body)));
  });
  return new Promise((resolve) => {
    const server = app.listen(0, host, () => resolve(portOf(server)));
  });
}

type Fastify = {
  server: Server;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void;
  listen(options: { port: number; host: string }): Promise<unknown>;
};
type FastifyRequest = { headers: Record<string, string>; body: unknown };
type FastifyReply = { code(status: number): void };

async function listenFastify(insert: Insert): Promise<number> {
  const installed = z.object({ default: z.custom<() => Fastify>() });
  const app = installed.parse(await import(fastifyModule)).default();
  app.post('/leads', async ({ headers, body }, reply) => {
    const lead = await insert(headers['idempotency-key'] ?? '', body);
    reply.code(202);
    return responseOf(lead);
  });
  await app.listen({ port: 0, host });
  return portOf(app.server);
}

async function startProxy(): Promise<number> {
  const limits = ['leadsPerIp', 'leadsPerIpPerDay', 'leadsPerPhone', 'leadsPerSite'].map((name) => [name, false]);
  const to = service === '' ? 'http://127.0.0.1:9' : service;
  const result = parseConfig({
    service: { baseUrl: `${to}/v1`, hooksUrl: to, wssUrl: 'ws://127.0.0.1:9', apiKey: 'fake-key' },
    flowId: 'f1000000-0000-4000-8000-000000000001',
    origins: ['https://www.example.com'],
    forms: { default: { tags: ['web_lead'] } },
    limits: Object.fromEntries(limits),
    store: address,
    adminToken,
    logLevel: 'silent',
    keepAssetsIn: false,
  });
  if (!result.ok) throw new Error(result.issues.join('\n'));
  const server = await startProxyServer(result.config, { port: 0, host, deps: { store: await openStore() } });
  return server.port;
}

async function openStore(): Promise<LeadStore> {
  const options = { maxWaiting: Number.POSITIVE_INFINITY };
  if (address.startsWith('postgres:')) return openPostgresStore(address, options);
  const store = await openThreadedStore(fileOf(address), options);
  await fillStore(store, Number(waiting));
  return store;
}

async function fillStore(store: LeadStore, count: number): Promise<void> {
  const batch = 5_000;
  for (let done = 0; done < count; done += batch) {
    const size = Math.min(batch, count - done);
    await Promise.all(Array.from({ length: size }, (_, index) => store.accept(waitingLead(done + index))));
  }
}

function waitingLead(number: number) {
  const phone = String(13_125_000_000 + number);
  const record = { phone, first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };
  return {
    ...{ key: randomUUID(), bodyHash: hash('sha256', phone), form: 'default', phone, record },
    ...{ plan: { tags: ['web_lead'] }, acceptedAt: Date.now() },
  };
}

function fileOf(store: string): string {
  return store.slice('sqlite:'.length);
}

function portOf(server: Server): number {
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}
