import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runChild } from '../../support/child-process.ts';
import { startPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { secret, startReceiver } from './receiver.ts';

async function sqliteStore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-webhooks-kill-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return `sqlite:${join(folder, 'leads.db')}`;
}

async function postgresStore(): Promise<string> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  return postgres.createDatabase();
}

describe('a proxy that is killed after it stored a lead, before it posted the webhook', () => {
  it.each([
    ['SQLite', sqliteStore],
    ['Postgres', postgresStore],
  ])('posts it after the restart, with %s', async (_, openStore) => {
    const receiver = await startReceiver();
    const env = { STORE: await openStore(), RECEIVER: receiver.url, SECRET: secret };
    const start = async (more: Record<string, string> = {}) => {
      const child = runChild('test/proxy/webhooks/kill-child.ts', [], { ...env, ...more });
      onTestFinished(() => child.kill('SIGKILL'));
      return { child, url: urlOf(await child.ready) };
    };

    const killed = await start({ KILL_AT_POST: 'true' });
    // The kill may come before the response; the lead is stored all the same.
    await sendLead(killed.url).catch(() => undefined);
    await killed.child.ended;
    expect(receiver.requestCount()).toBe(0);

    const { child } = await start();
    await until('the webhook arrives', () => receiver.events.length > 0);
    expect(receiver.events).toMatchObject([{ event: { type: 'lead.accepted', data: { phone: '14155552671' } } }]);
    child.kill('SIGTERM');
    await child.ended;
    expect(receiver.events).toHaveLength(1);
  });
});

async function sendLead(url: string): Promise<void> {
  await fetch(`${url}/leads`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      origin: 'http://page.test',
    },
    body: JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } }),
  });
}

function urlOf(ready: unknown): string {
  if (typeof ready !== 'object' || ready === null || !('url' in ready)) throw new Error('the process has no address');
  return String(ready.url);
}
