import { describe, expect, it } from 'vitest';
import { adminLead, blockList } from '../../../src/protocol/admin/leads.ts';
import { type Harness, ids, leadHeaders, startHarness } from '../support/harness.ts';

const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}` };
const phone = '+14155552671';
const callback = { agent: ids.agent, countries: ['US'] };

const start = (more: Record<string, unknown> = {}) =>
  startHarness({ adminToken, forms: { default: { callback } }, ...more });

async function send({ proxy }: Harness, method: string, path: string, body?: unknown, headers = bearer) {
  const response = await proxy.fetch(
    new Request(`http://proxy/admin/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    { remoteAddress: '192.0.2.7' },
  );
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const listed = async (harness: Harness) => blockList.parse((await send(harness, 'GET', '/blocklist')).body).blocked;

async function sendLead(harness: Harness, more: Record<string, unknown> = {}) {
  const response = await harness.post('/leads', { form: 'default', fields: { phone }, ...more }, leadHeaders());
  return { status: response.status, ...(await response.json()) };
}

describe('the block list', () => {
  it('takes a number in any spelling, says who has blocked it, and unblocks it by id or number', async () => {
    const harness = await start();
    const { status, body } = await send(harness, 'POST', '/blocklist', {
      phone: '(415) 555-2671',
      reason: ' a letter ',
    });
    expect([status, Object.keys(body)]).toEqual([200, ['id']]);
    expect(await listed(harness)).toEqual([
      { id: body.id, at: expect.any(String), by: '192.0.2.7', reason: 'a letter' },
    ]);
    expect((await send(harness, 'POST', '/blocklist', { phone, by: 'Ada' })).body).toEqual({ id: body.id });
    expect((await send(harness, 'DELETE', `/blocklist/${body.id}`)).status).toBe(204);
    expect((await send(harness, 'DELETE', `/blocklist/${body.id}`)).status).toBe(404);
    await send(harness, 'POST', '/blocklist', { phone, by: 'Ada' });
    expect((await listed(harness)).map(({ by }) => by)).toEqual(['Ada']);
    expect((await send(harness, 'DELETE', '/blocklist', { phone: '14155552671' })).status).toBe(204);
    expect((await send(harness, 'DELETE', '/blocklist', { phone })).status).toBe(404);
    expect(await listed(harness)).toEqual([]);
    expect(harness.log.lines).toContainEqual({
      level: 'info',
      event: 'number-blocked',
      facts: expect.objectContaining({ block: body.id, by: '192.0.2.7' }),
    });
    expect(harness.log.events()).toContain('number-unblocked');
    expect(JSON.stringify(harness.log.lines)).not.toContain('5552671');
  });

  it('refuses what is no number, and what it does not know', async () => {
    const harness = await start();
    const invalid = await send(harness, 'POST', '/blocklist', { phone: '12' });
    expect([invalid.status, invalid.body.issues[0].path]).toEqual([400, 'phone']);
    expect((await send(harness, 'POST', '/blocklist', { phone, until: '2027' })).status).toBe(400);
    expect((await send(harness, 'DELETE', '/blocklist', {})).status).toBe(400);
    expect((await send(harness, 'DELETE', '/blocklist/everything')).status).toBe(404);
    expect((await send(harness, 'GET', '/blocklist', undefined, { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('holds new leads with the same answer as before, and refuses calls', async () => {
    const harness = await start();
    const before = await sendLead(harness, { chat: true });
    await send(harness, 'POST', '/blocklist', { phone, by: 'Ada' });
    const { lead, token, status, ...rest } = await sendLead(harness, { callback: true });
    expect({ status, ...rest }).toEqual({ status: 'accepted', session: null });
    const shown = adminLead.parse((await send(harness, 'GET', `/leads/${lead}`)).body);
    expect(shown).toMatchObject({ state: 'held', held: 'blocked', cause: 'blocked', blocked: { by: 'Ada' } });
    expect(harness.log.lines).toContainEqual(
      expect.objectContaining({ event: 'lead-held', facts: expect.objectContaining({ lead, reason: 'blocked' }) }),
    );
    for (const reference of [
      { lead, token },
      { lead: before.lead, token: before.token },
    ]) {
      const call = await harness.post('/calls', reference);
      expect([call.status, await call.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'call-not-possible', reason: 'blocked' }),
      ]);
    }
    expect((await send(harness, 'GET', '/calls?state=refused')).body.calls).toMatchObject([
      { lead, state: 'refused', reason: 'blocked' },
    ]);
  });

  it('cancels what is planned, and stays when the person is erased, which the answer says', async () => {
    const harness = await start();
    const { lead, token } = await sendLead(harness);
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const { call } = await (await harness.post('/calls', { lead, token, at })).json();
    await send(harness, 'POST', '/blocklist', { phone });
    const state = await (await harness.get(`/calls/${call}`, { authorization: `Bearer ${token}` })).json();
    expect(state.state).toBe('cancelled');
    expect((await send(harness, 'POST', '/erase', { phone })).body).toEqual({
      ...{ status: 'success', erased: 1 },
      isBlocked: true,
    });
    expect((await sendLead(harness)).session).toBeNull();
    const [again] = (await send(harness, 'GET', '/leads')).body.leads;
    expect((await send(harness, 'POST', `/leads/${again.lead}/erase`)).body).toMatchObject({ isBlocked: true });
    await send(harness, 'DELETE', '/blocklist', { phone });
    const free = await sendLead(harness);
    expect((await send(harness, 'GET', `/leads/${free.lead}`)).body.state).not.toBe('held');
    expect((await send(harness, 'POST', '/erase', { phone })).body).toEqual({ status: 'success', erased: 1 });
  });
});
