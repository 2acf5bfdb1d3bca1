import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { adminAudit } from '../../../src/protocol/admin/operator.ts';
import { until } from '../../support/until.ts';
import { startReceiver } from './receiver.ts';
import { accepted, newFolder, newKey, startMessages, startProxy } from './receivers-proxy.ts';

const slack = (path: string) => `https://hooks.slack.com/services/${path}`;
type Proxy = Awaited<ReturnType<typeof startProxy>>;

async function proxyWith(...names: string[]): Promise<Proxy> {
  const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
  for (const name of names) {
    const added = await proxy.put({ name, url: slack(encodeURI(name)), format: 'slack', events: accepted });
    expect(added.status).toBe(200);
  }
  return proxy;
}

const namesOf = async (proxy: Proxy) => (await proxy.list()).receivers.map(({ receiver, name }) => [receiver, name]);
const messagesOf = async ({ call }: Proxy): Promise<Record<string, unknown>[]> =>
  (await call('GET', '/webhooks')).body.webhooks;

describe('a receiver that is renamed', () => {
  it('gets what waits for it, and keeps what has arrived, under its new name', async () => {
    const [messages, refusing] = [await startMessages(), await startReceiver()];
    const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
    await proxy.put({ name: 'Sales', url: messages.url, format: 'slack', events: accepted });
    await proxy.sendLead('+14155552671');
    await until('the first one arrives', async () => (await messagesOf(proxy))[0]?.state === 'delivered');
    refusing.respond((response) => response.writeHead(500).end());
    await proxy.put({ receiver: 'Sales', name: 'Sales', version: 1, url: refusing.url });
    await proxy.sendLead('+14155552672');
    await until('it was refused', async () => (await messagesOf(proxy))[0]?.attempts === 1);

    const renamed = await proxy.put({ receiver: 'Sales', name: 'CRM team', version: 2 });
    expect(renamed.body.receivers).toMatchObject([{ receiver: 'Sales', name: 'CRM team', version: 3 }]);
    const both = await messagesOf(proxy);
    expect(both.map(({ receiver, state }) => [receiver, state])).toEqual([
      ['CRM team', 'pending'],
      ['CRM team', 'delivered'],
    ]);
    for (const message of both) expect(message).not.toHaveProperty('isOrphaned');
    await proxy.put({ receiver: 'Sales', name: 'CRM team', version: 3, url: messages.url });
    await until('what waited arrives', () => messages.bodies.length === 2);
    await proxy.sendLead('+14155552673');
    await until('what follows arrives', () => messages.bodies.length === 3);
    expect((await proxy.call('POST', '/webhooks/test', { receiver: 'Sales' })).body.isTaken).toBe(true);
    const { entries } = adminAudit.parse((await proxy.call('GET', '/audit')).body);
    expect(entries.map(({ detail }) => detail)).toContain('Sales, now CRM team');
    expect(proxy.log.lines).toContainEqual(
      expect.objectContaining({ event: 'webhook-tested', facts: expect.objectContaining({ receiver: 'CRM team' }) }),
    );
  });

  it('takes no name that is in use: of another one, of the file, or of one that cannot be read', async () => {
    const [folder, secretKey] = [await newFolder(), newKey()];
    const lost = await startProxy(folder, { secretKey: newKey() });
    await lost.put({ name: 'Lost', url: slack('lost'), format: 'slack', events: accepted });
    await lost.stop();
    const webhooks = [{ name: 'crm', url: 'https://crm.example.com/hook', format: 'slack' }];
    const proxy = await startProxy(folder, { secretKey, webhooks });
    for (const name of ['Sales', 'Support']) {
      await proxy.put({ name, url: slack(name), format: 'slack', events: accepted });
    }
    for (const name of ['Support', 'crm', 'Lost']) {
      const refused = await proxy.put({ receiver: 'Sales', name, version: 1 });
      expect([name, refused.status, refused.body.issues?.[0]?.path]).toEqual([name, 400, 'name']);
    }
    expect((await proxy.put({ receiver: 'Sales', name: 'a/b', version: 1 })).status).toBe(400);
    // What another one was called first is free, and so is the name of one that was renamed.
    expect((await proxy.put({ receiver: 'Support', name: 'Help', version: 1 })).status).toBe(200);
    expect((await proxy.put({ receiver: 'Sales', name: 'Support', version: 1 })).status).toBe(200);
    expect(await namesOf(proxy)).toEqual([
      [expect.any(String), 'crm'],
      ['Lost', 'Lost'],
      ['Sales', 'Support'],
      ['Support', 'Help'],
    ]);
  });

  it('is renamed back, and leaves its earlier name to others, who get nothing of it', async () => {
    const [first, second] = [await startMessages(), await startMessages()];
    const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
    await proxy.put({ name: 'Sales', url: first.url, format: 'slack', events: accepted });
    await proxy.put({ receiver: 'Sales', name: 'CRM', version: 1 });
    const added = await proxy.put({ name: 'Sales', url: second.url, format: 'slack', events: accepted });
    expect(added.status).toBe(200);
    expect(await namesOf(proxy)).toEqual([
      ['Sales', 'CRM'],
      ['Sales 2', 'Sales'],
    ]);
    await proxy.sendLead('+14155552671');
    await until('each has its own', () => first.bodies.length === 1 && second.bodies.length === 1);
    const arrived = (await messagesOf(proxy)).map(({ receiver }) => receiver);
    expect(arrived.toSorted()).toEqual(['CRM', 'Sales']);
    expect((await proxy.put({ receiver: 'Sales', name: 'Sales', version: 2 })).status).toBe(400);
    await proxy.put({ receiver: 'Sales 2', name: 'Others', version: 1 });
    expect((await proxy.put({ receiver: 'Sales', name: 'Sales', version: 2 })).status).toBe(200);
    expect(await namesOf(proxy)).toEqual([
      ['Sales', 'Sales'],
      ['Sales 2', 'Others'],
    ]);
  });

  it('lets the first of two operators win, also where somebody else has its earlier name meanwhile', async () => {
    const proxy = await proxyWith('Sales', 'Support');
    const both = await Promise.all([
      proxy.put({ receiver: 'Sales', name: 'Team', version: 1 }),
      proxy.put({ receiver: 'Support', name: 'Team', version: 1 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const [winner, other] = both[0]?.status === 200 ? ['Sales', 'Support'] : ['Support', 'Sales'];
    expect((await proxy.put({ receiver: winner, name: 'Mine', version: 1 })).body.code).toBe('changed');
    await proxy.put({ name: winner, url: slack('new'), format: 'slack', events: accepted });
    // The page of the second operator still shows the first name and version 1, which the new one has, too.
    const late = await proxy.put({ receiver: winner, name: winner, version: 1, url: slack('late') });
    expect([late.status, late.body.code]).toEqual([409, 'changed']);
    const removal = { receiver: winner, name: winner, version: 1 };
    expect((await proxy.call('DELETE', '/webhooks/receivers', removal)).body.code).toBe('changed');
    expect((await namesOf(proxy)).map(([, name]) => name).toSorted()).toEqual([other, winner, 'Team'].toSorted());
  });

  // The next one of its first name would have got the phone numbers that were meant for it.
  it('leaves what waits for it to nobody when it is removed', async () => {
    const [refusing, next] = [await startReceiver(), await startMessages()];
    refusing.respond((response) => response.writeHead(500).end());
    const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
    await proxy.put({ name: 'Sales', url: refusing.url, format: 'slack', events: accepted });
    await proxy.sendLead('+14155552671');
    await until('it was refused', async () => (await messagesOf(proxy))[0]?.attempts === 1);
    await proxy.put({ receiver: 'Sales', name: 'CRM', version: 1 });
    const removed = await proxy.call('DELETE', '/webhooks/receivers', { name: 'CRM', version: 2 });
    expect(removed.body.receivers).toEqual([]);
    await proxy.put({ name: 'Sales', url: next.url, format: 'slack', events: accepted });
    await proxy.sendLead('+14155552672');
    await until('the next one has its own', async () => (await messagesOf(proxy))[0]?.state === 'delivered');
    expect(next.bodies).toHaveLength(1);
    expect(await messagesOf(proxy)).toMatchObject([
      { receiver: 'Sales', state: 'delivered' },
      { receiver: 'CRM (removed)', state: 'pending', isOrphaned: true },
    ]);
  });

  it('is found in a backup from before, and in one from after, with what waits', async () => {
    const [folder, secretKey, refusing] = [await newFolder(), newKey(), await startReceiver()];
    refusing.respond((response) => response.writeHead(500).end());
    const first = await startProxy(folder, { secretKey });
    await first.put({ name: 'Sales', url: refusing.url, format: 'slack', events: accepted });
    await first.sendLead('+14155552671');
    await until('it was refused', async () => (await messagesOf(first))[0]?.attempts === 1);
    await first.stop();
    const database = join(folder, 'leads.db');
    await copyFile(database, join(folder, 'backup.db'));
    const second = await startProxy(folder, { secretKey });
    await second.put({ receiver: 'Sales', name: 'CRM', version: 1 });
    await second.stop();
    await copyFile(database, join(folder, 'later.db'));
    for (const [file, name] of [
      ['backup.db', 'Sales'],
      ['later.db', 'CRM'],
    ] as const) {
      await copyFile(join(folder, file), database);
      const restored = await startProxy(folder, { secretKey });
      expect(await namesOf(restored)).toEqual([['Sales', name]]);
      expect(await messagesOf(restored)).toMatchObject([{ receiver: name, state: 'pending' }]);
      expect((await messagesOf(restored))[0]).not.toHaveProperty('isOrphaned');
      await restored.stop();
    }
  });

  it('gives way to one of the file with its first name, says so, and takes over again', async () => {
    const [folder, secretKey] = [await newFolder(), newKey()];
    const first = await startProxy(folder, { secretKey });
    await first.put({ name: 'Sales', url: slack('a'), format: 'slack', events: accepted });
    await first.put({ receiver: 'Sales', name: 'CRM', version: 1 });
    await first.stop();
    const webhooks = [{ name: 'Sales', url: 'https://crm.example.com/hook', format: 'slack' }];
    const second = await startProxy(folder, { secretKey, webhooks });
    const [, saved] = (await second.list()).receivers;
    expect(saved).toMatchObject({ name: 'CRM', problem: expect.stringContaining('was called Sales') });
    await second.stop();
    const [only, ...others] = (await (await startProxy(folder, { secretKey })).list()).receivers;
    expect([only?.name, only?.problem, others]).toEqual(['CRM', undefined, []]);
  });

  it('is called by its first name by a proxy of the version before, which stores its messages alike', async () => {
    const [folder, secretKey, messages] = [await newFolder(), newKey(), await startMessages()];
    const first = await startProxy(folder, { secretKey });
    await first.put({ name: 'Sales', url: messages.url, format: 'slack', events: accepted });
    await first.put({ receiver: 'Sales', name: 'CRM', version: 1 });
    await first.stop();
    const db = new DatabaseSync(join(folder, 'leads.db'));
    const row = db.prepare('SELECT name, shown_name FROM saved_receivers').get();
    db.close();
    expect({ ...row }).toEqual({ name: 'Sales', shown_name: 'CRM' });
    const proxy = await startProxy(folder, { secretKey });
    await proxy.sendLead('+14155552671');
    await until('it arrives', () => messages.bodies.length === 1);
  });
});
