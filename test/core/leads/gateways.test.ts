import { describe, expect, it } from 'vitest';
import { createHooksGateway } from '../../../src/core/leads/hooks-gateway.ts';
import { createProxyGateway, type GatewayDeps } from '../../../src/core/leads/proxy-gateway.ts';
import { defaultFields } from '../../../src/protocol/form.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { memoryStorage } from '../conversation/memory-storage.ts';
import { type FakeProxy, failed, fakeProxy, leadId, session, unreachable } from './fake-proxy.ts';
import { fakeVisitor } from './fake-visitor.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';

const lead = { id: leadId, token: 'secret' };

function createDeps() {
  const proxy = fakeProxy();
  const area = memoryStorage();
  let ids = 0;
  const deps: GatewayDeps = {
    fetch: proxy.fetch,
    area: () => area,
    ...fakeVisitor(),
    clock: manualClock(),
    random: () => 1,
    createId: () => `key-${++ids}`,
    onWake: () => () => {},
  };
  return { proxy, deps };
}

describe('a gateway to the proxy', () => {
  it('opens another session for a stored lead, or resolves with null', async () => {
    const { proxy, deps } = createDeps();
    const gateway = createProxyGateway('https://proxy.example', deps);
    proxy.respond = () => Response.json({ status: 'success', session: { flow_id: flowId, session, url: 'wss://x' } });
    expect(await gateway.openSession(lead)).toEqual({ id: session, target: { flowId } });
    expect(proxy.requests[0]).toEqual({
      address: 'https://proxy.example/sessions',
      key: null,
      body: { lead: leadId, token: 'secret' },
    });
    const own = { flow_id: flowId, session, url: 'wss://x', wss_url: 'wss://own.example:8443' };
    proxy.respond = () => Response.json({ status: 'success', session: own });
    const target = { flowId, wssUrl: 'wss://own.example:8443' };
    expect(await gateway.openSession(lead)).toEqual({ id: session, target });
    proxy.respond = () => Response.json({ status: 'success', session: null });
    expect(await gateway.openSession(lead)).toBeNull();
    proxy.respond = () => failed(404, 'not-found');
    expect(await gateway.openSession(lead)).toBeNull();
    proxy.respond = unreachable;
    expect(await gateway.openSession(lead)).toBeNull();
  });

  it('requests a call-back and reports its state', async () => {
    const { proxy, deps } = createDeps();
    const gateway = createProxyGateway('https://proxy.example', deps);
    const call = 'e1000000-0000-4000-8000-000000000001';
    proxy.respond = () => Response.json({ status: 'accepted', call, state: 'waiting' }, { status: 202 });
    expect(await gateway.requestCall(lead)).toEqual({
      ok: true,
      call: { id: call, token: 'secret' },
      state: 'waiting',
    });
    proxy.respond = () => Response.json({ status: 'success', call, state: 'ringing' });
    expect(await gateway.callStatus({ id: call, token: 'secret' })).toEqual({ state: 'ringing' });
    expect(proxy.requests.at(-1)?.address).toBe(`https://proxy.example/calls/${call}`);
    proxy.respond = () => failed(429, 'rate-limited');
    expect(await gateway.requestCall(lead)).toEqual({ ok: false, code: 'rate-limited' });
    proxy.respond = () => failed(409, 'call-not-possible', { reason: 'closed' });
    expect(await gateway.requestCall(lead)).toEqual({ ok: false, code: 'closed' });
    proxy.respond = unreachable;
    expect(await gateway.requestCall(lead)).toEqual({ ok: false, code: 'unreachable' });
    expect(await gateway.callStatus({ id: call, token: 'secret' })).toBe('unreachable');
  });

  it('plans a call-back, reports its time, and cancels it', async () => {
    const { proxy, deps } = createDeps();
    const gateway = createProxyGateway('https://proxy.example', deps);
    const call = { id: 'e1000000-0000-4000-8000-000000000001', token: 'secret' };
    const at = Date.parse('2026-11-23T23:00:00Z');
    proxy.respond = () => Response.json({ status: 'accepted', call: call.id, state: 'planned' }, { status: 202 });
    expect(await gateway.requestCall({ id: leadId, token: 'secret' }, at)).toEqual({
      ok: true,
      call,
      state: 'planned',
    });
    expect(proxy.requests.at(-1)?.body).toMatchObject({ at: '2026-11-23T23:00:00.000Z' });
    proxy.respond = () =>
      Response.json({ status: 'success', call: call.id, state: 'planned', at: '2026-11-23T23:00:00.000Z' });
    expect(await gateway.callStatus(call)).toEqual({ state: 'planned', at });
    proxy.respond = () => failed(404, 'not-found');
    expect(await gateway.callStatus(call)).toBe('gone');
    proxy.respond = () => new Response(null, { status: 204 });
    expect(await gateway.cancelCall(call)).toBe(true);
    expect(proxy.requests.at(-1)?.address).toBe(`https://proxy.example/calls/${call.id}`);
    proxy.respond = () => failed(409, 'wrong-state');
    expect(await gateway.cancelCall(call)).toBe(false);
  });

  it('uses the token of the accepted lead for sessions, calls and their state', async () => {
    const { proxy, deps } = createDeps();
    const authorizations: (string | null)[] = [];
    const gateway = createProxyGateway('https://proxy.example', {
      ...deps,
      fetch: (input, init) => {
        authorizations.push(new Headers(init?.headers).get('authorization'));
        return proxy.fetch(input, init);
      },
    });
    const body = { status: 'accepted', lead: leadId, token: 'secret', session: null };
    proxy.respond = () => Response.json(body, { status: 202 });
    const outcome = await gateway.submit({ form: 'default', fields: { phone: '+14155552671' } });
    const reference = { id: leadId, token: 'secret' };
    expect(outcome).toEqual({ status: 'accepted', lead: reference, session: null });
    await gateway.openSession(reference);
    expect(proxy.requests.at(-1)?.body).toEqual({ lead: leadId, token: 'secret' });
    await gateway.requestCall(reference);
    expect(proxy.requests.at(-1)?.body).toEqual({ lead: leadId, token: 'secret' });
    await gateway.callStatus({ id: 'e1000000-0000-4000-8000-000000000001', token: 'secret' });
    expect(authorizations).toEqual([null, null, null, 'Bearer secret']);
  });
});

/** An error of the service. Its message may contain what the visitor has entered. */
function refused(status: number): Response {
  return Response.json({ status: 'failed', message: 'record.phone +14155552671 is not valid' }, { status });
}

describe('a gateway to the session-initialization host', () => {
  it('initializes a session with the data of the lead, its phone as E.164 digits', async () => {
    const { proxy, deps } = createDeps();
    const gateway = createHooksGateway('https://hooks.example/', { flowId, fields: defaultFields }, deps);
    proxy.respond = () => Response.json({ flow_id: flowId, session, flow_port: 443, wss_test_url: 'x' });
    const fields = { phone: '+44 20 7946 0958', first_name: 'Ada', newsletter: true };
    expect(await gateway.submit({ form: 'default', fields })).toEqual({
      status: 'accepted',
      lead: null,
      session: { id: session, target: { flowId } },
    });
    expect(proxy.requests).toEqual([
      {
        address: 'https://hooks.example/webchat/session',
        key: null,
        body: { record: { ...fields, phone: '442079460958' }, flow_id: flowId },
      },
    ]);
  });

  it('reads the phones like the proxy, with the country that the visitor chose, and refuses in the same way', async () => {
    const { proxy, deps } = createDeps();
    const fields = [...defaultFields, { name: 'mobile', type: 'tel', required: false } as const];
    const gateway = createHooksGateway('https://hooks.example', { flowId, fields }, deps);
    proxy.respond = () => Response.json({ flow_id: flowId, session });
    const lead = { form: 'default', fields: { phone: '030 901820', mobile: '4915112345678' }, country: 'DE' };
    await gateway.submit(lead);
    expect(proxy.requests[0]?.body).toMatchObject({ record: { phone: '4930901820', mobile: '4915112345678' } });
    const unlisted = { form: 'default', fields: { phone: '(421) 555-2671' }, country: 'US' };
    expect(await gateway.submit(unlisted)).toMatchObject({
      status: 'refused',
      issues: [{ path: 'fields.phone', code: 'not-in-use' }],
    });
    expect(proxy.requests).toHaveLength(1);
    expect(await gateway.submit({ ...unlisted, phoneConfirmed: true })).toMatchObject({ status: 'accepted' });
    expect(proxy.requests[1]?.body).toMatchObject({ record: { phone: '14215552671' } });
  });

  it('prepends the country code to a number without one, as the service does', async () => {
    const { proxy, deps } = createDeps();
    const gateway = createHooksGateway('https://hooks.example', { flowId, fields: defaultFields }, deps);
    proxy.respond = unreachable;
    await gateway.submit({ form: 'default', fields: { phone: '(415) 555-2671' } });
    expect(proxy.requests[0]?.body).toMatchObject({ record: { phone: '14155552671' } });
  });

  it.each<[string, FakeProxy['respond']]>([
    ['the host cannot be reached', unreachable],
    // Cause: the status alone ended the lead.
    ['a firewall responds', () => new Response('<html>', { status: 400 })],
    ['the service does not know the flow yet', () => refused(404)],
    ['the service is down', () => refused(503)],
  ])('keeps the lead while %s', async (_, respond) => {
    const { proxy, deps } = createDeps();
    const gateway = createHooksGateway('https://hooks.example', { flowId, fields: defaultFields }, deps);
    proxy.respond = respond;
    expect(await gateway.submit({ form: 'default', fields: { phone: '+14155552671' } })).toEqual({
      status: 'queued',
      kept: 'storage',
    });
    expect(gateway.hasQueued()).toBe(true);
  });

  it.each([400, 413, 415, 422])('gives the lead up when the service refuses it with %i', async (status) => {
    const { proxy, deps } = createDeps();
    const gateway = createHooksGateway('https://hooks.example', { flowId, fields: defaultFields }, deps);
    proxy.respond = () => refused(status);
    expect(await gateway.submit({ form: 'default', fields: { phone: '+14155552671' } })).toEqual({
      status: 'refused',
      code: 'refused',
      message: `HTTP ${status}`,
      issues: [],
    });
    expect(gateway.hasQueued()).toBe(false);
  });
});
