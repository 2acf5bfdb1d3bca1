import { describe, expect, it } from 'vitest';
import { errorBody, type Fields, type Harness, startSandbox } from './support/harness.ts';
import { ManualClock } from './support/manual-clock.ts';
import { Visitor } from './support/visitor.ts';

const phone = '14155552671';

const setFault = (api: Harness, fault: Fields | Fields[]) => api.request('POST', '/sandbox/faults', fault);
const create = (api: Harness) => api.rest('POST', '/lead/create', { record: { phone } });
const leads = async (api: Harness) => (await api.state()).leads;

describe('faults of requests', () => {
  it('status: responds with the status for the number of requests, without processing them', async () => {
    const api = await startSandbox();
    await setFault(api, { route: 'POST /v1/lead/create', kind: 'status', status: 502, count: 2 });
    for (const _ of [1, 2]) expect(await create(api)).toMatchObject({ status: 502, body: errorBody });
    expect(await leads(api)).toEqual([]);
    expect(await create(api)).toMatchObject({ status: 200 });
  });

  it('status: sends Retry-After if ms is set', async () => {
    const api = await startSandbox();
    await setFault(api, { route: '/lead/create', kind: 'status', status: 429, ms: 2500 });
    const { status, headers } = await create(api);
    expect([status, headers.get('retry-after')]).toEqual([429, '3']);
  });

  it('status: sends the message, as a service does that says why it refuses a lead', async () => {
    const api = await startSandbox();
    const message = 'The email address is not deliverable.';
    await setFault(api, { route: '/lead/create', kind: 'status', status: 400, message });
    expect(await create(api)).toMatchObject({ status: 400, body: { status: 'failed', message } });
  });

  it('latency: delays a request, then processes it', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock });
    await setFault(api, { route: '/v1/lead/create', kind: 'latency', ms: 700 });
    const response = create(api);
    await expect.poll(() => clock.timersWithin(700)).toBe(1);
    expect(await leads(api)).toEqual([]);
    clock.advance(700);
    expect(await response).toMatchObject({ status: 200 });
  });

  it('drop: ends the connection without processing or response', async () => {
    const api = await startSandbox();
    await setFault(api, { route: '*', kind: 'drop' });
    await expect(create(api)).rejects.toThrow();
    expect(await leads(api)).toEqual([]);
    expect(await create(api)).toMatchObject({ status: 200 });
  });

  it('hang: never responds or processes', async () => {
    const api = await startSandbox();
    await setFault(api, { route: '/lead/create', kind: 'hang' });
    const giveUp = new AbortController();
    const request = fetch(`${api.sandbox.url}/v1/lead/create`, { method: 'POST', signal: giveUp.signal });
    // The fault is used up when the request arrives.
    await expect.poll(async () => (await api.request('GET', '/sandbox/faults')).body.faults).toEqual([]);
    giveUp.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(async () => (await api.request('GET', '/sandbox/requests')).body.requests).toHaveLength(1);
    expect(await leads(api)).toEqual([]);
  });

  it('cut: processes the request, and breaks off the response', async () => {
    const api = await startSandbox();
    await setFault(api, { route: '/lead/create', kind: 'cut' });
    const response = await fetch(`${api.sandbox.url}/v1/lead/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-key' },
      body: JSON.stringify({ record: { phone } }),
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(await leads(api)).toMatchObject([{ phone }]);
  });

  it('apply to session initialization too, with CORS headers', async () => {
    const api = await startSandbox();
    await setFault(api, { route: '/webchat/session', kind: 'status' });
    const body = { flow_id: api.flow, record: { phone } };
    const { status, headers } = await api.request('POST', '/webchat/session', body, { origin: 'https://shop.example' });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([503, '*']);
  });

  it('apply to their route only, in the order in which they were added', async () => {
    const api = await startSandbox();
    await setFault(api, [
      { route: 'PATCH /v1/lead/sendtoworkflow', kind: 'status', status: 500 },
      { route: '/lead/create', kind: 'status', status: 501 },
      { route: '*', kind: 'status', status: 504 },
    ]);
    const send = () => api.rest('POST', '/lead/sendtoworkflow', { workflow_id: api.journey, record: { phone } });
    expect((await create(api)).status).toBe(501);
    expect((await send()).status).toBe(504);
    expect((await send()).status).toBe(200);
  });

  it('are listed, and cleared by DELETE, an empty list and a reset', async () => {
    const api = await startSandbox();
    const shown = async () => (await api.request('GET', '/sandbox/faults')).body.faults;
    const fault = { route: '/lead/get', kind: 'status', status: 500, count: 3 };
    for (const clear of [
      () => api.request('DELETE', '/sandbox/faults'),
      () => setFault(api, []),
      () => api.request('POST', '/sandbox/reset'),
    ]) {
      await setFault(api, fault);
      expect(await shown()).toEqual([fault]);
      expect(await clear()).toMatchObject({ status: 200 });
      expect(await shown()).toEqual([]);
    }
  });

  it('are refused without a route or kind, or with an unknown key', async () => {
    const api = await startSandbox();
    const wrong = [
      { kind: 'drop' },
      { route: '/lead/none', kind: 'drop' },
      { route: 'GET /v1/lead/create', kind: 'drop' },
      { route: '*', kind: 'explode' },
      { route: '*', kind: 'drop', count: 0 },
      { route: '*', kind: 'status', status: 200 },
      { route: '*', kind: 'drop', for: 'ever' },
    ];
    for (const fault of wrong) expect(await setFault(api, fault)).toMatchObject({ status: 400, body: errorBody });
    expect((await api.request('GET', '/sandbox/faults')).body.faults).toEqual([]);
  });

  it.each([
    [{ kind: 'drop' }, 'route: Invalid input: expected string, got nothing'],
    [
      { route: '*', kind: 'explode' },
      'kind: Invalid option: expected one of "latency"|"status"|"drop"|"hang"|"cut", got "explode"',
    ],
    [{ route: '*', kind: 'drop', count: 0 }, 'count: Too small: expected number to be >=1, got 0'],
    [{ route: '*', kind: 'drop', for: 'ever' }, 'Unrecognized key: "for"'],
    [
      [
        { route: '*', kind: 'drop' },
        { route: 5, kind: 'drop' },
      ],
      '1.route: Invalid input: expected string, got 5',
    ],
    [5, 'Invalid input: expected object, got 5'],
  ])('are refused with the field, the value and the shape of a fault: %j', async (fault, problem) => {
    const api = await startSandbox();
    const { status, body } = await api.request('POST', '/sandbox/faults', fault);
    expect(status).toBe(400);
    expect(body.message).toContain(problem);
    expect(body.message).toContain('A fault looks like {"route":"POST /v1/lead/create","kind":"status"');
  });
});

describe('faults of the socket', () => {
  it('cut: ends all open sockets, and refuses no new one', async () => {
    const api = await startSandbox();
    const visitors = [new Visitor(api.socketAddress(null, false)), new Visitor(api.socketAddress(null, false))];
    for (const visitor of visitors) await visitor.receives(1);
    await setFault(api, { route: 'socket', kind: 'cut' });
    for (const visitor of visitors) expect(await visitor.closed).toMatchObject({ code: 1006 });
    const back = new Visitor(api.socketAddress((await visitors[0]?.sessionId()) ?? null, true));
    expect(await back.receives(1)).toBeDefined();
  });

  it('drop: ends all open sockets, and the next handshakes', async () => {
    const api = await startSandbox();
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    await setFault(api, { route: 'socket', kind: 'drop', count: 2 });
    expect(await visitor.closed).toMatchObject({ code: 1006 });
    for (const _ of [1, 2]) {
      const dropped = new Visitor(api.socketAddress(null, false));
      expect(await dropped.closed).toMatchObject({ code: 1006 });
    }
    await new Visitor(api.socketAddress(null, false)).receives(1);
  });

  it('status: refuses handshakes', async () => {
    const api = await startSandbox();
    await setFault(api, { route: 'socket', kind: 'status', status: 503 });
    expect(await Visitor.refusal(api.socketAddress(null, false))).toMatchObject({ status: 503 });
    await new Visitor(api.socketAddress(null, false)).receives(1);
  });

  it('latency: delays a handshake', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock });
    await setFault(api, { route: 'socket', kind: 'latency', ms: 900 });
    const visitor = new Visitor(api.socketAddress(null, false));
    await expect.poll(() => clock.timersWithin(900)).toBe(1);
    expect((await api.state()).conversations).toEqual([]);
    clock.advance(900);
    await visitor.receives(1);
  });

  it('hang: leaves a handshake without a response until the sandbox stops', async () => {
    const api = await startSandbox();
    await setFault(api, { route: 'socket', kind: 'hang' });
    const visitor = new Visitor(api.socketAddress(null, false));
    await expect
      .poll(async () => (await api.request('GET', '/sandbox/requests')).body.requests)
      .toMatchObject([{ method: 'SOCKET', status: null, fault: 'hang' }]);
    await api.sandbox.stop();
    expect(await visitor.closed).toMatchObject({ code: 1006 });
  });

  it('do not apply to requests, and faults of requests do not apply to sockets', async () => {
    const api = await startSandbox();
    await setFault(api, { route: 'socket', kind: 'status' });
    expect(await create(api)).toMatchObject({ status: 200 });
    await setFault(api, []);
    await setFault(api, { route: '*', kind: 'status' });
    await new Visitor(api.socketAddress(null, false)).receives(1);
  });
});
