import { describe, expect, it } from 'vitest';
import { errorBody, startSandbox } from './support/harness.ts';
import { Visitor } from './support/visitor.ts';

const phone = '14155552671';

describe('session initialization', () => {
  it('Webchat session initialization; Webchat session: creates a session without a key, and returns its address', async () => {
    const api = await startSandbox();
    const { status, body } = await api.request('POST', '/webchat/session', { flow_id: api.flow, record: { phone } });
    expect(status).toBe(200);
    expect(body).toEqual({
      flow_id: api.flow,
      session: expect.stringMatching(/^webchat-session\.[0-9a-f-]{36}$/),
      flow_port: api.sandbox.port,
      wss_test_url: 'localhost',
    });
  });

  it('Webchat session initialization: accepts names and custom fields of any kind, and creates no lead', async () => {
    const api = await startSandbox();
    const record = { phone, first_name: 'Ada', last_name: 'Lovelace', plan: 'pro', page: { visits: [1, 2] } };
    const session_id = await api.session(record);
    const { leads, conversations } = await api.state();
    expect(leads).toEqual([]);
    expect(conversations).toEqual([
      { session_id, flow_id: api.flow, lead_id: null, record, messages: [], connections: 0 },
    ]);
  });

  it('Webchat session initialization: belongs to the lead on file with its phone, also when that is created later', async () => {
    const api = await startSandbox();
    await api.session({ phone: '4155552671' });
    const lead_id = await api.lead({ phone });
    expect((await api.state()).conversations).toMatchObject([{ lead_id }]);
  });

  it('Webchat session initialization: needs a phone and a known flow', async () => {
    const api = await startSandbox();
    const flow_id = api.flow;
    const wrong = [
      { flow_id },
      { flow_id, record: {} },
      { flow_id, record: { phone: 'none' } },
      { flow_id, record: { phone, first_name: 5 } },
      { record: { phone } },
      { flow_id: 'none', record: { phone } },
    ];
    for (const body of wrong) {
      expect(await api.request('POST', '/webchat/session', body)).toMatchObject({ status: 400, body: errorBody });
    }
    const unknown = { flow_id: '00000000-0000-4000-8000-000000000000', record: { phone } };
    expect(await api.request('POST', '/webchat/session', unknown)).toMatchObject({ status: 404, body: errorBody });
  });

  it('Webchat session initialization: accepts requests from pages of any origin, preflight included', async () => {
    const api = await startSandbox();
    const origin = 'https://shop.example';
    const preflight = await api.request('OPTIONS', '/webchat/session', undefined, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    const response = await api.request(
      'POST',
      '/webchat/session',
      { flow_id: api.flow, record: { phone } },
      { origin },
    );
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const refused = await api.request('POST', '/webchat/session', {}, { origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
  });

  it('REST endpoints: refuse requests from pages, which have no key', async () => {
    const api = await startSandbox();
    const { headers } = await api.request('GET', '/v1/lead/get', undefined, { origin: 'https://shop.example' });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a service that runs sessions elsewhere', () => {
  const sessionFlow = 'f1000000-0000-4000-8000-00000000000f';

  it('returns another flow and another port, and opens sessions only there', async () => {
    const api = await startSandbox({ sessionFlow, sessionPort: 0 });
    const body = { flow_id: api.flow, record: { phone: '14155552671', first_name: 'Ada' } };
    const { body: session } = await api.request('POST', '/webchat/session', body);
    expect(session).toMatchObject({ flow_id: sessionFlow, wss_test_url: 'localhost' });
    expect(session.flow_port).not.toBe(api.sandbox.port);

    const path = (flow: string) => `/webchat/flow/${flow}/session/${session.session}/r/false`;
    const requestedPort = `ws://localhost:${api.sandbox.port}${path(sessionFlow)}`;
    expect(await new Visitor(requestedPort).closed).toMatchObject({ code: 4404 });
    const requestedFlow = `ws://localhost:${session.flow_port}${path(api.flow)}`;
    expect(await new Visitor(requestedFlow).closed).toMatchObject({ code: 4404 });
    const visitor = new Visitor(`ws://localhost:${session.flow_port}${path(sessionFlow)}`);
    expect(await visitor.sessionId()).toBe(session.session);
  });
});
