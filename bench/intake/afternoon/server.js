import cors from '@fastify/cors';
import { serve } from '@hono/node-server';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors as honoCors } from 'hono/cors';
import { Pool } from 'pg';
import pino from 'pino';
import * as z from 'zod';
import { createLimits, isRefused, keySchema, leadSchema, spamReason } from './checks.js';
import { createGraphileQueue, createPgBossQueue, createTable } from './stores.js';

// A process of bench/intake/subject.ts: FRAMEWORK is hono or fastify; STORE sqlite, graphile-worker or pg-boss; LIMITS own
// or shared. Sends its port.
const [, , framework, address, store, limitsOf] = process.argv;
const host = '127.0.0.1';
const origin = 'https://www.example.com';
const maxBytes = 65_536;

const log = pino({ base: null }, pino.destination({ sync: false }));
const pool = store === 'sqlite' ? undefined : new Pool({ connectionString: address, max: 10 });
pool?.on('error', (error) => log.error(error));
pool?.on('connect', (client) => client.on('error', (error) => log.error(error)));
const insert = await openStore();
const limits = await createLimits(limitsOf === 'shared' ? pool : undefined);
process.send?.({ port: framework === 'hono' ? await listenHono() : await listenFastify() });

function openStore() {
  if (store === 'sqlite') return createTable(address.slice('sqlite:'.length));
  return store === 'pg-boss' ? createPgBossQueue(address) : createGraphileQueue(pool);
}

/** Checks and stores a lead; returns the response's body. */
async function accept({ key, ip, body }) {
  const checkedKey = keySchema.parse(key);
  const lead = leadSchema.parse(body);
  await limits.takeAddress(ip);
  const [isPhoneOver] = await Promise.all([limits.isPhoneOver(lead.fields.phone), limits.takeSite()]);
  const held = spamReason(lead) ?? (isPhoneOver ? 'phone-limit' : undefined);
  const id = await insert(checkedKey, { ...lead, held });
  log.info({ lead: id, form: lead.form, held }, 'lead-accepted');
  return { status: 'accepted', lead: id };
}

/** The response to what `accept` throws. */
function describe(error) {
  if (error instanceof z.ZodError) return { status: 400, body: { error: 'bad-request', issues: error.issues } };
  if (isRefused(error)) return { status: 429, body: { error: 'rate-limited', retryAfterMs: error.msBeforeNext } };
  log.error(error);
  return { status: 500, body: { error: 'internal' } };
}

function listenHono() {
  const app = new Hono();
  app.use(honoCors({ origin }));
  app.onError((error, c) => {
    const { status, body } = describe(error);
    return c.json(body, status);
  });
  app.post('/leads', bodyLimit({ maxSize: maxBytes }), async (c) => {
    // The load balancer before it adds the visitor's address.
    const ip = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
    return c.json(await accept({ key: c.req.header('idempotency-key'), ip, body: await c.req.json() }), 202);
  });
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: host }, ({ port }) => resolve(port));
  });
}

async function listenFastify() {
  const app = Fastify({ trustProxy: host, bodyLimit: maxBytes });
  await app.register(cors, { origin });
  app.setErrorHandler((error, _, reply) => {
    const { status, body } = describe(error);
    return reply.code(status).send(body);
  });
  app.post('/leads', async ({ headers, ip, body }, reply) => {
    reply.code(202);
    return accept({ key: headers['idempotency-key'], ip, body });
  });
  await app.listen({ port: 0, host });
  return app.server.address().port;
}
