import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { adminAudit } from '../../../src/protocol/admin/operator.ts';
import { webhookReceivers, webhookTested } from '../../../src/protocol/admin/receivers.ts';
import { adminSettings } from '../../../src/protocol/admin/settings.ts';
import { until } from '../../support/until.ts';
import { secret, startReceiver } from './receiver.ts';
import { accepted, newFolder, newKey, startMessages, startProxy, tokens } from './receivers-proxy.ts';

describe('receivers that an owner adds in the dashboard', () => {
  it('get what happens from then on, without a restart, and no response shows their address or secret', async () => {
    const [slack, crm] = [await startMessages(), await startReceiver()];
    const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
    const url = `${slack.url}/services/T0/B0/canary-path`;
    const added = await proxy.put({ name: 'Sales on Slack', url, format: 'slack', events: accepted });
    expect(added.status).toBe(200);
    expect((await proxy.put({ name: 'CRM', url: crm.url, secret, events: accepted })).status).toBe(200);
    await proxy.sendLead('+14155552671');
    await until('both have it', () => slack.bodies.length === 1 && crm.events.length === 1);
    expect(slack.bodies[0]).toContain('New lead');

    const { text } = await proxy.call('GET', '/webhooks/receivers', undefined, tokens.viewer);
    expect(webhookReceivers.parse(JSON.parse(text)).receivers).toMatchObject([
      {
        name: 'CRM',
        source: 'saved',
        format: 'standard',
        isSigned: true,
        host: new URL(crm.url).host,
        version: 1,
        by: 'Ada',
      },
      { name: 'Sales on Slack', source: 'saved', format: 'slack', isSigned: false, events: accepted },
    ]);
    const test = await proxy.call('POST', '/webhooks/test', { receiver: 'Sales on Slack' }, tokens.agent);
    expect(webhookTested.parse(test.body)).toEqual({ isTaken: true, answer: '200' });
    const audit = await proxy.call('GET', '/audit');
    expect(adminAudit.parse(audit.body).entries).toMatchObject([
      { action: 'webhook-tested', by: 'Grace' },
      { action: 'receiver-added', by: 'Ada', detail: 'CRM' },
      { action: 'receiver-added', by: 'Ada', detail: 'Sales on Slack' },
    ]);
    const settings = await proxy.call('GET', '/settings');
    const webhooks = await proxy.call('GET', '/webhooks');
    const said = [added.text, text, audit.text, settings.text, webhooks.text, JSON.stringify(proxy.log.lines)].join();
    for (const hidden of ['canary-path', secret]) expect(said).not.toContain(hidden);
  });

  it('show no more of the address of one of the file, whose path may be its secret', async () => {
    const slack = await startMessages();
    const file = { url: `${slack.url}/services/T0/B0/canary-path?key=canary-key`, format: 'slack', events: accepted };
    const folder = await newFolder();
    const proxy = await startProxy(folder, { webhooks: [file] });
    await proxy.sendLead('+14155552671');
    await until('it arrives', () => slack.bodies.length === 1);
    const shown = await proxy.call('GET', '/webhooks', undefined, tokens.viewer);
    expect(shown.body.webhooks[0].receiver).toBe(new URL(slack.url).host);
    await proxy.stop();
    const orphaned = await startProxy(folder);
    const webhooks = await orphaned.call('GET', '/webhooks', undefined, tokens.viewer);
    const refused = await orphaned.call('POST', `/webhooks/${webhooks.body.webhooks[0].webhook}/replay`);
    expect(refused.body.message).toContain(new URL(slack.url).host);
    const said = [
      shown.text,
      webhooks.text,
      refused.text,
      JSON.stringify([proxy.log.lines, orphaned.log.lines]),
    ].join();
    expect(said).not.toContain('canary');
  });

  it('keep what a change leaves out, and what waits for a corrected address is sent at once', async () => {
    const messages = await startMessages();
    const wrong = await startReceiver();
    wrong.respond((response) => response.writeHead(500).end());
    const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
    await proxy.put({ name: 'Sales', url: wrong.url, format: 'slack', events: accepted });
    await proxy.sendLead('+14155552671');
    await until(
      'it was refused once',
      async () => (await proxy.call('GET', '/webhooks')).body.webhooks[0]?.attempts > 0,
    );
    const changed = await proxy.put({ name: 'Sales', version: 1, url: messages.url });
    expect(changed.body.receivers).toMatchObject([{ version: 2, format: 'slack', events: accepted }]);
    await until('it arrives', () => messages.bodies.length === 1);
    // Without entering the address again.
    expect((await proxy.put({ name: 'Sales', version: 2, events: ['lead.dead'] })).status).toBe(200);
    await proxy.sendLead('+14155552672');
    const test = await proxy.call('POST', '/webhooks/test', { receiver: 'Sales' });
    expect([test.body.isTaken, messages.bodies.length]).toEqual([true, 2]);
    const audit = adminAudit.parse((await proxy.call('GET', '/audit')).body).entries;
    expect(audit.map(({ detail }) => detail)).toEqual([undefined, 'Sales: events', 'Sales: address', 'Sales']);
  });

  it('are checked as those of the file, beside all others', async () => {
    const file = { name: 'crm', url: 'https://crm.example.com/hook', secret };
    const proxy = await startProxy(await newFolder(), { secretKey: newKey(), webhooks: [file] });
    const pathsOf = async (body: Record<string, unknown>) => {
      const response = await proxy.put({ events: accepted, format: 'slack', ...body });
      return [response.status, response.body.issues?.map(({ path }: { path: string }) => path)];
    };
    const url = 'https://hooks.slack.com/services/T/B/x';
    expect(await pathsOf({ name: 'crm', url })).toEqual([400, ['name']]);
    expect(await pathsOf({ name: 'again', url: file.url })).toEqual([400, ['url']]);
    for (const refused of [
      'http://hooks.slack.com/x',
      'https://10.0.0.5/x',
      'https://[fd00::1]/',
      'hooks.slack.com',
      '',
    ]) {
      expect(await pathsOf({ name: 'private', url: refused })).toEqual([400, ['url']]);
    }
    expect(await pathsOf({ name: 'unsigned', url, format: 'standard' })).toEqual([400, ['secret']]);
    expect(await pathsOf({ name: 'a/b', url })).toEqual([400, ['name']]);
    expect(await pathsOf({ name: 'https://x.example.com', url })).toEqual([400, ['name']]);
    expect(await pathsOf({ name: 'none', url, events: [] })).toEqual([400, ['events']]);
    expect(await pathsOf({ name: 'own', url, format: { text: '{phone:rot13}' } })).toEqual([400, ['format.text']]);
    expect((await proxy.list()).receivers).toMatchObject([{ name: 'crm', source: 'file', host: 'crm.example.com' }]);
    expect((await proxy.put({ name: 'Größe 2', url, format: 'slack', events: accepted })).status).toBe(200);
    expect(await pathsOf({ name: 'Größe 2', url: `${url}2` })).toEqual([400, ['name']]);
    expect((await proxy.put({ name: 'Größe 2', version: 7, events: accepted })).status).toBe(409);
    expect((await proxy.put({ name: 'gone', version: 1, events: accepted })).status).toBe(409);
  });

  // Whoever could change the address alone would have been sent the key by the next message.
  it('do not send a JSON of their own to another host until it is entered again', async () => {
    const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
    const format = { key: 'canary-key', phone: '{phone}' };
    await proxy.put({
      name: 'sheet',
      url: 'https://script.example.com/a',
      format,
      acceptRedirect: true,
      events: accepted,
    });
    const moved = await proxy.put({ name: 'sheet', version: 1, url: 'https://other.example.com/a' });
    expect([moved.status, moved.body.issues]).toEqual([400, [{ path: 'format', message: expect.any(String) }]]);
    expect((await proxy.put({ name: 'sheet', version: 1, url: 'https://script.example.com/b' })).status).toBe(200);
    const entered = await proxy.put({ name: 'sheet', version: 2, url: 'https://other.example.com/a', format });
    expect(entered.body.receivers).toMatchObject([
      { format: 'custom', host: 'other.example.com', acceptRedirect: true },
    ]);
    expect(entered.text).not.toContain('canary-key');
  });

  it('can be read by all, and added, changed and removed by owners alone', async () => {
    const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
    const receiver = { name: 'Sales', url: 'https://hooks.slack.com/x', format: 'slack', events: accepted };
    await proxy.put(receiver);
    for (const token of [tokens.viewer, tokens.agent]) {
      expect((await proxy.list(token)).receivers).toHaveLength(1);
      expect((await proxy.put({ ...receiver, name: 'Mine' }, token)).status).toBe(403);
      expect((await proxy.put({ name: 'Sales', version: 1, events: accepted }, token)).status).toBe(403);
      expect((await proxy.call('DELETE', '/webhooks/receivers', { name: 'Sales', version: 1 }, token)).status).toBe(
        403,
      );
      expect((await proxy.call('POST', '/webhooks/receivers/seal', {}, token)).status).toBe(403);
    }
    expect((await proxy.call('DELETE', '/webhooks/receivers', { name: 'Sales', version: 1 })).body.receivers).toEqual(
      [],
    );
    const again = await proxy.call('DELETE', '/webhooks/receivers', { name: 'Sales', version: 1 });
    expect(again.status).toBe(404);
    const { entries } = adminAudit.parse((await proxy.call('GET', '/audit')).body);
    expect(entries.map(({ action, by, detail }) => [action, by, detail])).toEqual([
      ['receiver-removed', 'Ada', 'Sales'],
      ['receiver-added', 'Ada', 'Sales'],
    ]);
  });

  it('stay when an earlier version of the settings is restored', async () => {
    const proxy = await startProxy(await newFolder(), { secretKey: newKey() });
    await proxy.call('PUT', '/settings', { version: 0, widget: { title: 'First' } });
    await proxy.put({ name: 'Sales', url: 'https://hooks.slack.com/canary', format: 'slack', events: accepted });
    await proxy.call('PUT', '/settings', { version: 1, widget: { title: 'Second' } });
    const restored = await proxy.call('POST', '/settings/restore', { version: 0 });
    expect(adminSettings.parse(restored.body).saved).toEqual({ widget: {}, forms: {} });
    expect((await proxy.list()).receivers).toMatchObject([{ name: 'Sales', version: 1 }]);
    const history = await proxy.call('GET', '/settings/history');
    expect(restored.text + history.text).not.toContain('canary');
  });
});

describe('the key of what is entered as a secret', () => {
  it('is not in the database, and neither is what it encrypts', async () => {
    const [folder, secretKey] = [await newFolder(), newKey()];
    const proxy = await startProxy(folder, { secretKey });
    const format = { key: 'canary-body', phone: '{phone}' };
    await proxy.put({ name: 'sheet', url: 'https://example.com/canary-url', secret, format, events: accepted });
    await proxy.stop();
    const db = new DatabaseSync(join(folder, 'leads.db'), { readOnly: true });
    const stored = JSON.stringify(db.prepare('SELECT * FROM saved_receivers').all());
    db.close();
    expect(stored).toContain('sheet');
    for (const hidden of ['canary', secret, secretKey]) expect(stored).not.toContain(hidden);
  });

  it('makes the page read-only when it is missing, while those of the file go on', async () => {
    const crm = await startReceiver();
    const proxy = await startProxy(await newFolder(), { webhooks: [{ name: 'crm', url: crm.url, secret }] });
    expect(await proxy.list()).toMatchObject({ readOnly: 'no-key', receivers: [{ name: 'crm', source: 'file' }] });
    const refused = await proxy.put({
      name: 'Sales',
      url: 'https://hooks.slack.com/x',
      format: 'slack',
      events: accepted,
    });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('LEADCHAT_SECRET_KEY')]);
    await proxy.sendLead('+14155552671');
    await until('the one of the file has it', () => crm.events.length > 0);
  });

  // A wrong key neither stops the proxy nor loses a message: they wait for the right one.
  it.for(['missing', 'another one'])(
    'lets messages wait when it is %s, says for whom, and they arrive once it is back',
    async (which) => {
      const messages = await startMessages();
      const [folder, secretKey] = [await newFolder(), newKey()];
      const first = await startProxy(folder, { secretKey });
      await first.put({ name: 'Sales', url: messages.url, format: 'slack', events: accepted });
      await first.stop();

      const wrong = await startProxy(folder, which === 'missing' ? {} : { secretKey: newKey() });
      const [receiver] = (await wrong.list()).receivers;
      expect(receiver).toMatchObject({
        name: 'Sales',
        format: 'slack',
        problem: expect.stringContaining('LEADCHAT_SECRET_KEY'),
      });
      expect(receiver).not.toHaveProperty('host');
      expect(wrong.log.lines).toContainEqual({
        level: 'warn',
        event: 'setting-ignored',
        facts: { setting: 'webhooks.Sales', problem: receiver?.problem },
      });
      await wrong.sendLead('+14155552671');
      const { webhooks } = (await wrong.call('GET', '/webhooks')).body;
      expect(webhooks).toMatchObject([{ receiver: 'Sales', state: 'pending' }]);
      expect(webhooks[0]).not.toHaveProperty('isOrphaned');
      expect((await wrong.call('GET', '/overview')).body).toMatchObject({ settings: { ignored: 1 } });
      expect((await wrong.call('POST', '/webhooks/test', { receiver: 'Sales' })).status).toBe(404);
      await wrong.stop();
      expect(messages.bodies).toEqual([]);

      await startProxy(folder, { secretKey });
      await until('it arrives', () => messages.bodies.length === 1);
    },
  );

  it('can be lost: a receiver is repaired by entering its address again', async () => {
    const messages = await startMessages();
    const folder = await newFolder();
    const first = await startProxy(folder, { secretKey: newKey() });
    await first.put({ name: 'Sales', url: messages.url, format: 'slack', events: accepted });
    await first.stop();
    const second = await startProxy(folder, { secretKey: newKey() });
    await second.sendLead('+14155552671');
    const partly = await second.put({ name: 'Sales', version: 1, events: accepted });
    expect([partly.status, partly.body.issues?.[0]?.path]).toEqual([400, 'url']);
    const repaired = await second.put({ name: 'Sales', version: 1, url: messages.url });
    expect(repaired.body.receivers[0]).toMatchObject({ format: 'slack', version: 2 });
    expect(repaired.body.receivers[0]).not.toHaveProperty('problem');
    await until('it arrives', () => messages.bodies.length === 1);
    expect(messages.bodies[0]).toContain('New lead');
  });

  it('is replaced in steps, without a moment in which a receiver cannot be read', async () => {
    const messages = await startMessages();
    const [folder, older, newer] = [await newFolder(), newKey(), newKey()];
    const first = await startProxy(folder, { secretKey: older });
    await first.put({ name: 'Sales', url: messages.url, format: 'slack', events: accepted });
    await first.stop();
    const both = await startProxy(folder, { secretKey: `${newer},${older}` });
    expect(await both.list()).toMatchObject({ withOlderKey: 1, receivers: [{ name: 'Sales', version: 1 }] });
    const sealed = await both.call('POST', '/webhooks/receivers/seal', {});
    expect(sealed.body).toMatchObject({ withOlderKey: 0, receivers: [{ name: 'Sales', version: 2 }] });
    expect(adminAudit.parse((await both.call('GET', '/audit')).body).entries).toMatchObject([
      { action: 'receivers-sealed', by: 'Ada', detail: 'Sales' },
      { action: 'receiver-added' },
    ]);
    await both.stop();
    const last = await startProxy(folder, { secretKey: newer });
    await last.sendLead('+14155552671');
    await until('it arrives', () => messages.bodies.length === 1);
  });

  it('opens nothing that was moved from one receiver to another in the database', async () => {
    const [folder, secretKey] = [await newFolder(), newKey()];
    const first = await startProxy(folder, { secretKey });
    const url = 'https://hooks.slack.com/services/x';
    await first.put({ name: 'Sales', url, format: 'slack', events: accepted });
    await first.put({ name: 'Support', url: `${url}2`, format: 'slack', events: accepted });
    await first.stop();
    const db = new DatabaseSync(join(folder, 'leads.db'));
    db.exec(
      `UPDATE saved_receivers SET sealed = (SELECT sealed FROM saved_receivers WHERE name = 'Sales') WHERE name = 'Support'`,
    );
    db.close();
    const { receivers } = await (await startProxy(folder, { secretKey })).list();
    expect(receivers.map(({ name, host, problem }) => [name, host, problem])).toEqual([
      ['Sales', 'hooks.slack.com', undefined],
      ['Support', undefined, expect.stringContaining('was changed')],
    ]);
  });

  it('does not matter with adminSettings: false, where what was saved has no effect', async () => {
    const messages = await startMessages();
    const [folder, secretKey] = [await newFolder(), newKey()];
    const first = await startProxy(folder, { secretKey });
    await first.put({ name: 'Sales', url: messages.url, format: 'slack', events: accepted });
    await first.stop();
    const off = await startProxy(folder, { secretKey, adminSettings: false });
    expect(await off.list()).toMatchObject({ receivers: [], readOnly: 'off', withOlderKey: 0 });
    expect((await off.put({ name: 'x', url: messages.url, format: 'slack', events: accepted })).status).toBe(404);
    await off.sendLead('+14155552671');
    expect((await off.call('GET', '/webhooks')).body.webhooks).toEqual([]);
  });
});
