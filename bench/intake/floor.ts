import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/**
 * A process of `startServer`: the simplest durable intake, a bare node:http handler that checks nothing and commits one
 * row for each request. Sends its port.
 */
const [, , address = ''] = process.argv;
const insert = address.startsWith('postgres:') ? await createPostgresInsert() : createSqliteInsert();
const server = createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  if (typeof bound === 'object' && bound !== null) process.send?.({ port: bound.port });
});

/** Stores a body durably and returns its id. */
type Insert = (key: string, body: unknown) => string | Promise<string>;

/** Its commit is as durable as leadchat's. */
function createSqliteInsert(): Insert {
  const db = new DatabaseSync(address.slice('sqlite:'.length));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec('CREATE TABLE leads (id TEXT PRIMARY KEY, key TEXT UNIQUE, body TEXT, at INTEGER)');
  const row = db.prepare('INSERT INTO leads VALUES (?, ?, ?, ?)');
  return (key, body) => {
    const lead = randomUUID();
    row.run(lead, key, JSON.stringify(body), Date.now());
    return lead;
  };
}

async function createPostgresInsert(): Promise<Insert> {
  const pool = new pg.Pool({ connectionString: address, max: 10 });
  await pool.query('CREATE TABLE plain_leads (id text PRIMARY KEY, key text UNIQUE, body text, at bigint)');
  return async (key, body) => {
    const lead = randomUUID();
    const values = [lead, key, JSON.stringify(body), Date.now()];
    await pool.query({ name: 'insert', text: 'INSERT INTO plain_leads VALUES ($1, $2, $3, $4)', values });
    return lead;
  };
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const lead = await insert(String(request.headers['idempotency-key']), JSON.parse(text));
  const body = JSON.stringify({ status: 'accepted', lead });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  response.writeHead(202, headers).end(body);
}
