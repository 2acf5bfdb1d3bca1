import { runInNewContext } from 'node:vm';
import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { AdminClient, ReceiverRequest } from '../../../src/admin/admin-client.ts';
import { createReceiversState } from '../../../src/admin/receivers-state.ts';
import { createSession } from '../../../src/admin/session.ts';
import {
  createSecret,
  draftOf,
  newDraft,
  problemOf,
  readOnlyReason,
  requestOf,
  sheetRowOf,
  sheetScript,
} from '../../../src/admin/settings/messages/receiver-draft.ts';
import type { WebhookReceiverInfo, WebhookReceivers } from '../../../src/protocol/admin/receivers.ts';
import { webhookSchema } from '../../../src/proxy/config/webhook-schema.ts';
import { webhookBody } from '../../../src/proxy/webhooks/webhook-body.ts';
import { refusingClient } from '../refusing-client.ts';

const saved: WebhookReceiverInfo = {
  ...{ receiver: 'Slack', name: 'Slack', source: 'saved', format: 'slack', events: ['lead.dead'] },
  ...{ host: 'hooks.slack.com', acceptRedirect: false, version: 3 },
};

describe('what somebody enters for a receiver', () => {
  it('becomes a receiver that the proxy takes, of each kind', () => {
    for (const kind of ['slack', 'teams', 'sheet', 'address'] as const) {
      const draft = { ...newDraft(kind, []), url: ' https://example.com/hook ', secret: createSecret() };
      const { version: _, ...webhook } = requestOf(draft);
      expect(webhookSchema.safeParse(webhook)).toMatchObject({
        success: true,
        data: { url: 'https://example.com/hook', events: [...draft.events], acceptRedirect: kind === 'sheet' },
      });
    }
  });

  it('has a name that no receiver has', () => {
    const taken = [saved, { ...saved, name: 'Slack 2' }];
    expect(newDraft('slack', taken).name).toBe('Slack 3');
    expect(newDraft('teams', taken).name).toBe('Microsoft Teams');
  });

  it('keeps what is left empty in a change, and a format that the page does not know', () => {
    expect(requestOf(draftOf(saved))).toEqual({
      receiver: 'Slack',
      name: 'Slack',
      version: 3,
      events: ['lead.dead'],
    });
    const url = 'https://script.google.com/other';
    const own = { ...saved, format: 'custom' as const };
    for (const receiver of [own, { ...own, acceptRedirect: true }]) {
      expect(requestOf({ ...draftOf(receiver), url })).toEqual({
        receiver: 'Slack',
        name: 'Slack',
        version: 3,
        events: ['lead.dead'],
        url,
      });
    }
    // What is stored of it cannot be read, so the page says what a sheet usually gets.
    const { host: _, ...lost } = { ...own, problem: 'was saved with another key.' };
    const { acceptRedirect: __, ...unknown } = lost;
    expect(requestOf({ ...draftOf(unknown), url })).toMatchObject({
      url,
      format: { phone: '+{phone}' },
      acceptRedirect: true,
    });
  });

  it('is refused in words of whoever fills it in, at its control', () => {
    const issues = [
      { path: 'name', message: 'is already the name of a receiver.' },
      { path: 'url', message: 'has the private address 10.0.0.5; use a public one.' },
      { path: 'format', message: 'must be entered again for another host.' },
    ];
    expect(problemOf(issues, 'name')).toBe('Another receiver has this name.');
    expect(problemOf(issues, 'url')).toContain('private network');
    expect(problemOf(issues, 'secret')).toBeUndefined();
    expect(problemOf(issues.slice(2), 'url')).toBe('Format must be entered again for another host.');
  });

  it('is not offered to others than owners, nor without a key, each with its reason', () => {
    const known: WebhookReceivers = { receivers: [], withOlderKey: 0, examples: [] };
    expect(readOnlyReason(known, true)).toBeUndefined();
    expect(readOnlyReason(known, false)).toContain('Only an owner');
    expect(readOnlyReason({ ...known, readOnly: 'no-key' }, true)).toContain('LEADCHAT_SECRET_KEY');
    expect(readOnlyReason({ ...known, readOnly: 'off' }, true)).toContain('switched off');
  });
});

it('the lines for Apps Script add a row in which no text is a formula', () => {
  const format = requestOf({ ...newDraft('sheet', []), url: 'https://script.google.com/x' }).format;
  const parsed = webhookSchema.parse({ url: 'https://script.google.com/x', format });
  const lead = {
    lead: crypto.randomUUID(),
    form: 'default',
    tags: [],
    phone: '14155552671',
    page: 'https://example.com/',
  };
  const fields = { first_name: '=HYPERLINK("https://evil.example")', last_name: 'L', email: 'ada@example.com' };
  const timestamp = '2026-11-22T08:23:32.714Z';
  const data = { ...lead, fields, state: 'pending' as const, acceptedAt: timestamp };
  const contents = webhookBody(parsed.format, { type: 'lead.accepted', timestamp, data });
  const rows: unknown[] = [];
  const sheet = { appendRow: (row: unknown) => rows.push(row) };
  runInNewContext(`${sheetScript}; doPost({ postData: { contents } })`, {
    contents,
    SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
    ContentService: { createTextOutput: (text: string) => text },
  });
  expect(JSON.parse(JSON.stringify(rows))).toEqual([
    [timestamp, `'${fields.first_name} L`, "'+14155552671", "'ada@example.com", "'https://example.com/"],
  ]);
});

it.each([
  {},
  { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', budget: 10 },
  { first_name: 'Ada', page: 'Page of the catalog', timestamp: 'in the morning', phone: '+44 20 7946 0000' },
])('shows the row that the proxy sends, also where a question has the name of a fact: %j', (fields) => {
  const timestamp = '2026-11-22T08:23:32.714Z';
  const lead = { lead: '7b0e6ed1-53f4-4f1c-9d35-4c6c2b2b4d11', form: 'default', tags: [], phone: '14155552671' };
  const data = { ...lead, page: 'https://example.com/', fields, state: 'pending' as const, acceptedAt: timestamp };
  const event = { type: 'lead.accepted' as const, timestamp, data };
  const url = 'https://script.google.com/x';
  const { format } = webhookSchema.parse({ url, format: requestOf({ ...newDraft('sheet', []), url }).format });
  expect(sheetRowOf(webhookBody('standard', event))).toEqual(JSON.parse(webhookBody(format, event)));
});

describe('the state of receivers', () => {
  async function start(answers: Partial<AdminClient>) {
    const session = createSession({ connect: () => ({ ...refusingClient(), ...answers }), saveToken: () => {} });
    await session.signIn('token', async () => true);
    const changes: string[] = [];
    const onChange = async () => void changes.push('changed');
    return { session, changes, state: createReceiversState({ session, operatorName: signal('Ada'), onChange }) };
  }

  it('keeps what was entered until it is saved, with what the proxy has refused', async () => {
    const requests: ReceiverRequest[] = [];
    const issues = [{ path: 'url', message: 'is missing' }];
    const { state, changes } = await start({
      saveReceiver: async (request) => {
        requests.push(request);
        const value = request.url === '' ? { issues } : { receivers: [saved], withOlderKey: 0, examples: [] };
        return { ok: true, value };
      },
    });
    const draft = newDraft('slack', []);
    state.edit(draft);
    expect(await state.save(requestOf(draft))).toBe(false);
    expect([state.draft.value, state.issues.value]).toEqual([draft, issues]);
    state.change({ url: 'https://hooks.slack.com/x' });
    expect(await state.save(requestOf({ ...draft, ...state.draft.value }))).toBe(true);
    expect([state.draft.value, state.issues.value, state.list.value]).toEqual([null, [], [saved]]);
    expect(requests.map(({ by, url }) => [by, url])).toEqual([
      ['Ada', ''],
      ['Ada', 'https://hooks.slack.com/x'],
    ]);
    expect(changes).toEqual(['changed']);
    state.edit(draftOf(saved));
    expect(state.issues.value).toEqual([]);
  });

  it('says why nothing was saved when the proxy does not take the request at all', async () => {
    const { state, session } = await start({
      saveReceiver: async () => ({
        ok: false,
        unauthorized: false,
        message: 'Somebody else has changed this receiver.',
      }),
    });
    const draft = draftOf(saved);
    state.edit(draft);
    expect(await state.save(requestOf(draft))).toBe(false);
    expect([session.notice.value, state.draft.value]).toEqual(['Somebody else has changed this receiver.', draft]);
    expect(state.isSaving.value).toBe(false);
  });
});
