import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createNodeProxy } from '../../../src/proxy/create-proxy.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const phone = '14155552671';

/** A proxy that stores a lead; resolves with the key and the token of the lead. */
async function leaveLead(store: string, key: string = crypto.randomUUID()) {
  const config = configOf({ store, keepAssetsIn: false, limits: {} });
  const proxy = createNodeProxy(config, { client: new FakeService().client, log: new MemoryLog() });
  const headers = { 'content-type': 'application/json', ...leadHeaders(key) };
  const body = JSON.stringify({ form: 'default', fields: { phone: `+${phone}` } });
  const response = await proxy.fetch(new Request('http://proxy/leads', { method: 'POST', headers, body }), {
    remoteAddress: '192.0.2.1',
  });
  const { token } = await response.json();
  await proxy.stop();
  return { key, token, status: response.status };
}

/** Tokens that any two texts of the database yield. */
function derivedTokens(texts: readonly string[]): string[] {
  return texts.flatMap((secret) => texts.map((key) => sha256(secret + sha256(secret + key))));
}

describe('a copy of the database', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const tempFile = () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadchat-copy-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return join(folder, 'leads.db');
  };

  // The key lay beside the secret, and a token is derived from both.
  it('yields no token (SQLite)', async () => {
    const file = tempFile();
    const { key, token } = await leaveLead(`sqlite:${file}`);
    for (const name of readdirSync(join(file, '..'))) {
      if (name.startsWith('leads.db')) expect(readFileSync(join(file, '..', name)).includes(key)).toBe(false);
    }
    const db = new DatabaseSync(file);
    const rows = ['leads', 'secrets'].flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
    db.close();
    const texts = rows.flatMap((row) => Object.values(row).map(String));
    expect(texts).not.toContain(token);
    expect(derivedTokens(texts)).not.toContain(token);
    expect(derivedTokens([...texts, key])).toContain(token);
  });

  it('yields no token, no phone of a limit (Postgres)', async () => {
    const url = await postgres.createDatabase();
    const { key, token } = await leaveLead(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const read = async (table: string) => (await client.query(`SELECT * FROM ${table}`)).rows;
    const rows = [...(await read('leadchat.leads')), ...(await read('leadchat.secrets'))];
    const texts = rows.flatMap((row: object) => Object.values(row).map(String));
    expect(texts).not.toContain(key);
    expect(derivedTokens(texts)).not.toContain(token);
    expect(derivedTokens([...texts, key])).toContain(token);
    const limits = JSON.stringify(await read('leadchat.leadchat_limits'));
    expect(limits).toContain('leads-phone');
    // Ten thousand million numbers are tried in seconds, so a hash without a secret hides none of them.
    expect(limits).not.toContain(sha256(phone).slice(0, 32));
    for (const text of texts) expect(limits).not.toContain(sha256(text + phone).slice(0, 16));
  });
});
