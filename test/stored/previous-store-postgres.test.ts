import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { adminCalls } from '../../src/protocol/admin/calls.ts';
import { adminLeads } from '../../src/protocol/admin/leads.ts';
import { adminWebhooks } from '../../src/protocol/admin/webhooks.ts';
import { runHere } from '../cli/command.ts';
import { prepareRehearsal, serveProxy } from '../cli/served-proxy.ts';
import { ids, origin } from '../proxy/support/harness.ts';
import { secret, startReceiver } from '../proxy/webhooks/receiver.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

/*
 * The stores that a proxy of commit 9e9fc86e left behind when it was killed while its service was away: leads in every state,
 * calls, settings of two operators, counters, webhooks that wait or are dead. Taken with `sqlite3 .dump` and `pg_dump --inserts`;
 * `store.json` says what the proxy of that commit showed of them. These files are never changed.
 */
const folder = 'test/stored/build-9e9fc86e';
const known = z.object({
  leads: z.record(
    z.string(),
    z.object({
      lead: z.string(),
      token: z.string(),
      key: z.string(),
      state: z.string(),
      call: z.optional(z.string()),
    }),
  ),
  calls: z.record(z.string(), z.string()),
  counts: z.record(z.string(), z.number()),
  webhooks: z.object({ pending: z.number(), delivered: z.number(), dead: z.number() }),
  funnel: z.looseObject({}),
});
const fixture = z
  .object({ requests: z.record(z.string(), z.looseObject({})), sqlite: known, postgres: known })
  .parse(JSON.parse(readFileSync(`${folder}/store.json`, 'utf8')));

/** When the proxy was killed. */
const leftAt = 1_795_903_000_000;
const hour = 3_600_000;
/** Their receivers then. */
const oldReceivers = { slow: 'http://127.0.0.1:4753/slow', gone: 'http://127.0.0.1:4753/gone' } as const;

/** The store as if it had been left an hour or two ago: nothing is due for deletion, and its planned call is in the future. */
function storeText(kind: 'sqlite' | 'postgres', receivers: Record<keyof typeof oldReceivers, string>): string {
  const laterMs = (Math.floor((Date.now() - leftAt) / hour) - 1) * hour;
  return readFileSync(`${folder}/store.${kind}.sql`, 'utf8')
    .replace(/\b179[56]\d{9}\b/g, (time) => String(Number(time) + laterMs))
    .replaceAll(oldReceivers.slow, receivers.slow)
    .replaceAll(oldReceivers.gone, receivers.gone);
}

const forms = {
  default: {
    tags: ['website'],
    journey: { id: ids.journey, onExisting: 'update' },
    defaultCountry: 'US',
    consent: { text: 'I agree to be contacted.', version: '2026-11', required: false },
    fields: [
      { name: 'phone' },
      { name: 'first_name', required: true },
      { name: 'email', type: 'email' },
      {
        name: 'size',
        label: 'How many employees?',
        type: 'select',
        options: [
          { value: '1-9', label: '1-9' },
          { value: '100+', label: '100+' },
        ],
      },
    ],
    routes: [{ name: 'big', when: { size: '100+' }, tags: ['enterprise'] }],
    callback: { agent: ids.agent, countries: ['US'] },
  },
};

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['sqlite', 'postgres'] as const)('the store of an earlier build, on %s', (kind) => {
  const { leads, calls, counts, webhooks, funnel } = fixture[kind];
  const stateOf = (label: string) => leads[label]?.state;
  const leadOf = (label: string) => {
    const found = leads[label];
    if (found === undefined) throw new Error(`there is no lead ${label}`);
    return found;
  };

  it('loses nothing: what waited is delivered, what was done is not repeated, and people decide about the rest', async () => {
    const [slow, gone] = [await startReceiver(), await startReceiver()];
    const text = storeText(kind, { slow: slow.url, gone: gone.url });
    const url = kind === 'postgres' ? await postgres.createDatabase() : 'leads.db';
    const {
      config,
      folder: place,
      service,
    } = await prepareRehearsal(url, {
      forms,
      calls: { expireSeconds: 10 },
      retentionDays: 30,
      webhooks: [
        { name: 'slow', url: slow.url, secret, events: ['lead.accepted'] },
        { name: 'gone', url: gone.url, secret, events: ['lead.delivered'] },
      ],
    });
    await fill(kind === 'postgres' ? url : join(place, url), text);
    // The service has moved, too, as the log of the first start would say otherwise.
    const proxy = await serveProxy(config, ['--adopt-store']);
    const { pending = 0, delivered = 0 } = counts;
    await until(
      'what waited is delivered',
      async () => (await proxy.counts()).delivered === delivered + pending,
      60_000,
    );

    const shown = adminLeads.parse(await proxy.admin('leads?limit=200')).leads;
    const states = Object.fromEntries(shown.map(({ lead, state }) => [lead, state]));
    for (const [label, { lead, state }] of Object.entries(leads)) {
      expect(states[lead], label).toBe(state === 'pending' ? 'delivered' : state);
    }
    expect(shown).toHaveLength(Object.values(counts).reduce((sum, count) => sum + count, 0));
    const waited = Object.keys(leads).filter((label) => stateOf(label) === 'pending');
    const phoneOf = (label: string) => shown.find(({ lead }) => lead === leadOf(label).lead)?.phone;
    const { enrolments, calls: placed } = service.ledger();
    expect(enrolments.map(({ phone }) => phone).sort()).toEqual(waited.map(phoneOf).sort());
    // Its visitor asked for it an hour ago.
    expect(placed).toEqual([]);

    // A browser that did not get the answer sends its lead again.
    for (const [label, body] of Object.entries(fixture.requests)) {
      const { key, lead, token } = leadOf(label);
      const response = await fetch(`${proxy.url}/leads`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      expect([response.status, await response.json()], label).toMatchObject([202, { lead, token }]);
    }
    const { call = '', token } = leadOf('planned');
    const followed = await fetch(`${proxy.url}/calls/${call}`, {
      headers: { origin, authorization: `Bearer ${token}` },
    });
    expect(await followed.json()).toMatchObject({ call, state: 'planned' });
    const listed = adminCalls.parse(await proxy.admin('calls?limit=200')).calls;
    expect(listed.map((found) => found.call).sort()).toEqual(Object.keys(calls).sort());
    expect(await proxy.admin('funnel')).toMatchObject({ total: { visits: funnel.visits } });

    // Two operators have saved settings; one of them is refused today, and applies without it.
    const settings = await proxy.admin('settings');
    expect(settings).toMatchObject({
      version: 2,
      by: 'Grace',
      applies: {
        widget: {
          title: { de: 'Zahnarzt Nordlicht' },
          greeting: 'Questions?',
          pages: [{ url: '/jobs', title: 'Join us' }],
        },
        forms: { default: { tags: ['website', 'autumn'] } },
      },
    });
    expect(z.looseObject({ applies: z.unknown() }).parse(settings).applies).not.toHaveProperty(
      'widget.pages.0.proxyUrl',
    );
    expect(await proxy.admin('settings/history')).toMatchObject({ versions: [{ by: 'Grace' }, { by: 'Ada' }] });
    const restored = await fetch(`${proxy.url}/admin/api/settings/restore`, requestOf({ version: 1, current: 2 }));
    expect([restored.status, await restored.json()]).toMatchObject([200, { version: 3 }]);

    // Webhooks were stored under the URL of their receiver, which has a name now.
    await until('those that waited are posted', () => slow.events.length >= shown.length, 30_000);
    expect(slow.events.map(({ event }) => event.data.lead).sort()).toEqual(Object.keys(states).sort());
    expect(await proxy.admin('webhooks/replay-dead', {})).toEqual({ status: 'success', changed: webhooks.dead });
    await until('the dead ones are posted', () => gone.events.length === webhooks.dead + waited.length, 30_000);
    expect(adminWebhooks.parse(await proxy.admin('webhooks?state=dead')).webhooks).toEqual([]);

    const decide = (label: string, action: string, body: object = {}) =>
      proxy.admin(`leads/${leadOf(label).lead}/${action}`, body);
    await decide('held', 'release', { call: 'none' });
    await decide('dead', 'replay');
    await decide('corrected', 'replay');
    await decide('unknown', 'resolve', { outcome: 'done' });
    await proxy.admin('calls/end-unknown', { outcome: 'done', by: 'Grace' });
    const held = (counts.held ?? 0) - 1;
    await until(
      'all are delivered but those that nobody decided about',
      async () => (await proxy.counts()).delivered === shown.length - held - (counts.closed ?? 0),
      60_000,
    );
    const corrected = adminLeads.parse(await proxy.admin('leads?limit=200')).leads;
    expect(corrected.find(({ lead }) => lead === leadOf('corrected').lead)).toMatchObject({
      record: { email: 'corrected@example.com' },
      corrections: [{ by: 'Grace' }],
    });
    expect(corrected.find(({ lead }) => lead === leadOf('closed').lead)?.closed).toEqual({
      by: 'Grace',
      reason: 'a test',
    });

    const person = ['--config', config, '--phone', '+14155552601'];
    const exported = await runHere(['export', ...person]);
    expect(JSON.parse(exported.stdout)).toMatchObject({
      leads: [{ lead: leadOf('delivered').lead }],
      enrolments: [{}],
    });
    expect((await runHere(['erase', ...person])).stdout).toContain('Erased 1 lead.');
  });

  function requestOf(body: object): RequestInit {
    return {
      method: 'POST',
      headers: { authorization: 'Bearer a-token-of-the-operator-0123456789', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  }

  async function fill(place: string, text: string): Promise<void> {
    if (kind === 'sqlite') {
      const database = new DatabaseSync(place);
      database.exec(text);
      database.close();
      return;
    }
    const client = new pg.Client({ connectionString: place });
    await client.connect();
    await client.query(text);
    await client.end();
  }
});
