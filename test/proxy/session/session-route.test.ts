import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { leadHeaders, startHarness } from '../support/harness.ts';

const lead = { form: 'default', fields: { phone: '+14155552671', first_name: 'Ada' } };

describe('POST /sessions', () => {
  it('opens a new session for a stored lead', async () => {
    const { post, service } = await startHarness();
    const { lead: id, token } = await (await post('/leads', lead, leadHeaders())).json();
    const response = await post('/sessions', { lead: id, token });
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(body).toMatchObject({
      status: 'success',
      session: { session: expect.stringMatching(/^webchat-session\./) },
    });
    expect(service.sessions[0]?.record).toMatchObject({ phone: '14155552671', first_name: 'Ada' });
    expect((await (await post('/sessions', { lead: id, token })).json()).session.session).not.toBe(
      body.session.session,
    );
  });

  it('responds 404 for an unknown lead', async () => {
    const { post } = await startHarness();
    const response = await post('/sessions', { lead: crypto.randomUUID(), token: 'wrong' });
    expect([response.status, (await response.json()).code]).toEqual([404, 'not-found']);
    expect((await post('/sessions', { lead: '1', token: 'wrong' })).status).toBe(400);
    expect((await post('/sessions', { phone: '14155552671' })).status).toBe(400);
  });

  it('requires the token of the lead', async () => {
    const { post, service } = await startHarness();
    const { lead: id } = await (await post('/leads', lead, leadHeaders())).json();
    const { token: other } = await (await post('/leads', lead, leadHeaders())).json();
    const withoutToken = await post('/sessions', { lead: id });
    expect([withoutToken.status, (await withoutToken.json()).issues]).toEqual([
      400,
      [{ path: 'token', message: expect.any(String) }],
    ]);
    expect((await post('/sessions', { lead: id, token: 'wrong' })).status).toBe(404);
    expect((await post('/sessions', { lead: id, token: other })).status).toBe(404);
    expect(service.sessions).toHaveLength(0);
  });

  it('responds with null when the service is unreachable, after a second try if the first did not arrive', async () => {
    const { post, service, log } = await startHarness();
    const { lead: id, token } = await (await post('/leads', lead, leadHeaders())).json();
    service.fail('not-sent');
    const failed = await post('/sessions', { lead: id, token });
    expect((await failed.json()).session).toBeNull();
    expect(service.sessions).toHaveLength(2);
    const requestId = failed.headers.get('x-request-id');
    expect(log.lines.filter(({ event }) => event === 'session-failed')).toMatchObject([
      { facts: { lead: id, requestId, attempt: 1, code: 'not-sent' } },
      { facts: { lead: id, requestId, attempt: 2 } },
    ]);
    service.fail('bad-request');
    expect((await (await post('/sessions', { lead: id, token })).json()).session).toBeNull();
    expect(service.sessions).toHaveLength(3);
  });

  // What a lead had once been held for was the answer for ever, also after a person had looked at it.
  it('opens one for a lead that was held as spam once it is released, and none for one that was closed', async () => {
    const { post, store } = await startHarness();
    const spam = { ...lead, website: 'https://bot.example' };
    const sessionOf = async (reference: object) => (await (await post('/sessions', reference)).json()).session;
    const [released, closed] = [await post('/leads', spam, leadHeaders()), await post('/leads', spam, leadHeaders())];
    const references = [await released.json(), await closed.json()].map(({ lead, token }) => ({ lead, token }));
    for (const reference of references) expect(await sessionOf(reference)).toBeNull();
    const now = Date.now();
    expect(await store.release(references[0]?.lead, { now, callCaps: [], call: 'none' })).toBe(true);
    expect(await store.closeLead(references[1]?.lead, { now, by: 'Ada' })).toBe(true);
    expect(await sessionOf(references[0] ?? {})).toMatchObject({ session: expect.stringMatching(/^webchat-session/) });
    expect(await sessionOf(references[1] ?? {})).toBeNull();
  });

  it('has the same limit per address as leads', async () => {
    const { post } = await startHarness({ limits: { leadsPerIp: { points: 1, seconds: 60 } } });
    const { lead: id, token } = await (await post('/leads', lead, leadHeaders())).json();
    expect((await post('/sessions', { lead: id, token })).status).toBe(200);
    expect((await post('/sessions', { lead: id, token })).status).toBe(429);
  });

  it("uses the session's own host when the configuration says so", async () => {
    const { post, service } = await startHarness({ assumptions: { socketHost: 'session' } });
    service.respond = async (request) => ({
      flow_id: request.flow_id,
      session: 'webchat-session.d1000000-0000-4000-8000-000000000001',
      flow_port: 8443,
      wss_test_url: 'sockets.example.com',
    });
    const { session } = await (await post('/leads', { ...lead, chat: true }, leadHeaders())).json();
    expect(session.url).toMatch(/^wss:\/\/sockets\.example\.com:8443\/webchat\/flow\//);
    expect(session.wss_url).toBe('wss://sockets.example.com:8443');
  });
});

// Cause: one of the queries parsed the stored session by itself, and threw.
it.each(['{"half', '[]', '{"flow":"of a newer version"}'])(
  'a visitor whose stored session is %s gets another one when the lead is sent again',
  async (damaged) => {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-session-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'leads.db');
    const { post } = await startHarness({}, { store: await openSqliteStore(file) });
    const headers = leadHeaders();
    const first = await (await post('/leads', { ...lead, chat: true }, headers)).json();
    const database = new DatabaseSync(file);
    database.prepare('UPDATE leads SET session = ?').run(damaged);
    database.close();
    const again = await post('/leads', { ...lead, chat: true }, headers);
    expect(again.status).toBe(202);
    expect(await again.json()).toMatchObject({
      lead: first.lead,
      session: { session: expect.stringMatching(/^webchat-session\./) },
    });
  },
);
