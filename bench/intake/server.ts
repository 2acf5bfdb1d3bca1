import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { leadRequest } from '../../src/protocol/index.ts';
import { parseConfig } from '../../src/proxy/config/parse-config.ts';
import { startProxyServer } from '../../src/proxy/server/start-proxy-server.ts';
import type { LeadStore } from '../../src/proxy/store/lead-store.ts';
import { openThreadedStore } from '../../src/proxy/store/sqlite/open-threaded-store.ts';

/** One of the servers that bench/intake.ts compares; sends its port, and its memory usage on request. */
const [, , kind = '', file = '', waiting = '0'] = process.argv;
const port = await (kind === 'floor' ? floor() : kind === 'store' ? store() : proxy());
process.on('message', () => {
  globalThis.gc?.(); // garbage does not count as used memory
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed });
});
// A measurement that is interrupted leaves no server behind.
process.once('disconnect', () => process.exit());
process.send?.({ port });

/** The simplest such server: a handler, a table, an INSERT. Its commit is as durable as ours. */
async function floor(): Promise<number> {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE leads (id TEXT PRIMARY KEY, key TEXT UNIQUE, body TEXT, at INTEGER)');
  const insert = db.prepare('INSERT INTO leads VALUES (?, ?, ?, ?)');
  return serve(async (key, body) => {
    const lead = randomUUID();
    insert.run(lead, key, JSON.stringify(body), Date.now());
    return lead;
  });
}

async function store(): Promise<number> {
  const opened = await openStore();
  return serve(async (key, body, text) => {
    const phone = String(body.fields.phone).slice(1);
    const acceptance = await opened.accept({
      key,
      bodyHash: hash('sha256', text),
      form: body.form,
      phone,
      record: { ...body.fields, phone },
      plan: { tags: ['web_lead'] },
      acceptedAt: Date.now(),
    });
    return acceptance.outcome === 'stored' ? acceptance.lead : undefined;
  });
}

/** The whole proxy with the service down: nothing is delivered, so every accepted lead stays pending. */
async function proxy(): Promise<number> {
  const limits = ['leadsPerIp', 'leadsPerIpPerDay', 'leadsPerPhone', 'leadsPerSite'].map((name) => [name, false]);
  const nowhere = 'http://127.0.0.1:9';
  const result = parseConfig({
    service: { baseUrl: `${nowhere}/v1`, hooksUrl: nowhere, wssUrl: 'ws://127.0.0.1:9', apiKey: 'no-key' },
    flowId: 'f1000000-0000-4000-8000-000000000001',
    origins: ['https://www.example.com'],
    forms: { default: { tags: ['web_lead'] } },
    limits: Object.fromEntries(limits),
    store: `sqlite:${file}`,
    logLevel: 'silent',
  });
  if (!result.ok) throw new Error(result.issues.join('\n'));
  const server = await startProxyServer(result.config, {
    port: 0,
    host: '127.0.0.1',
    deps: { store: await openStore() },
  });
  return server.port;
}

async function openStore(): Promise<LeadStore> {
  const opened = await openThreadedStore(file, { maxWaiting: Number.POSITIVE_INFINITY });
  const batch = 5_000;
  for (let done = 0; done < Number(waiting); done += batch) {
    await Promise.all(Array.from({ length: batch }, (_, index) => opened.accept(waitingLead(done + index))));
  }
  return opened;
}

function waitingLead(number: number) {
  const phone = String(13_125_000_000 + number);
  const record = { phone, first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };
  return {
    ...{ key: randomUUID(), bodyHash: hash('sha256', phone), form: 'default', phone, record },
    ...{ plan: { tags: ['web_lead'] }, acceptedAt: Date.now() },
  };
}

type Take = (key: string, body: ReturnType<typeof leadRequest.parse>, text: string) => Promise<string | undefined>;

function serve(take: Take): Promise<number> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const lead = await take(String(request.headers['idempotency-key']), leadRequest.parse(JSON.parse(text)), text);
    const body = JSON.stringify({ status: 'accepted', lead, session: null });
    response.writeHead(lead === undefined ? 500 : 202, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address: string | AddressInfo | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
}
