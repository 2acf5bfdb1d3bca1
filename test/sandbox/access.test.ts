import { describe, expect, it } from 'vitest';
import { errorBody, startSandbox } from './support/harness.ts';
import { rawRequest } from './support/raw-request.ts';

const endpoints: [string, string][] = [
  ['POST', '/agent'],
  ['POST', '/lead/create'],
  ['PATCH', '/lead/update'],
  ['GET', '/lead/get'],
  ['PATCH', '/lead/tag'],
  ['DELETE', '/lead/tag'],
  ['POST', '/lead/sendtoworkflow'],
  ['PATCH', '/lead/sendtoworkflow'],
  ['GET', '/calls/get'],
];

describe('the key', () => {
  it.each(endpoints)(
    'Authentication; Errors: %s %s responds with 401 without a key and with a wrong one',
    async (method, path) => {
      const api = await startSandbox();
      const wrong = ['Bearer another-key', 'sandbox-key', 'Basic sandbox-key', 'Bearer', 'Bearer sandbox-key and more'];
      const headers = [{}, ...wrong.map((authorization) => ({ authorization }))];
      for (const sent of headers) {
        const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
        const response = await api.request(method, `/v1${path}`, body, sent);
        expect(response).toMatchObject({ status: 401, body: errorBody });
      }
    },
  );

  it('Authentication: accepts the key of the options, with the scheme in any case', async () => {
    const api = await startSandbox({ key: 'my-own' });
    const ask = (authorization: string) =>
      api.request('GET', '/v1/lead/get?phone=14155552671', undefined, { authorization });
    expect(await ask('Bearer sandbox-key')).toMatchObject({ status: 401 });
    expect(await ask('bearer my-own')).toMatchObject({ status: 404 });
  });

  it('Addresses: serves endpoints below /v1 only', async () => {
    const api = await startSandbox();
    expect(await api.request('GET', '/lead/get?phone=14155552671')).toMatchObject({ status: 404, body: errorBody });
    expect(await api.request('GET', '/v2/lead/get?phone=14155552671')).toMatchObject({ status: 404, body: errorBody });
  });
});

describe('a foreign Host', () => {
  const handshake = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';

  // A page of another site that points its own name at 127.0.0.1 could read everything below /sandbox, which needs no key.
  it('is refused for requests and for WebSockets', async () => {
    const api = await startSandbox();
    const socket = `/webchat/flow/${api.flow}/session/null/r/false`;
    const requests = [
      ['/sandbox/state', 'Connection: close\r\n'],
      ['/v1/lead/get', 'Connection: close\r\n'],
      ['/', 'Connection: close\r\n'],
      [socket, handshake],
    ];
    for (const [path, headers] of requests) {
      const response = await rawRequest(
        api.sandbox.port,
        `GET ${path} HTTP/1.1\r\nHost: rebound.example\r\n${headers}\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 403 /);
    }
  });

  it('may be an address or a name without a dot, when the sandbox is opened', async () => {
    const api = await startSandbox({ host: '0.0.0.0' });
    const ask = async (host: string) => {
      const request = `GET /sandbox/state HTTP/1.1\r\nHost: ${host}:4002\r\nConnection: close\r\n\r\n`;
      return (await rawRequest(api.sandbox.port, request)).split(' ')[1];
    };
    for (const host of ['localhost', '192.0.2.7', 'sandbox']) expect(await ask(host)).toBe('200');
    expect(await ask('rebound.example')).toBe('403');
  });
});

describe('a client that offers HTTP/2', () => {
  it('gets its response over HTTP/1.1', async () => {
    const api = await startSandbox();
    const offer = 'Connection: Upgrade, close\r\nUpgrade: h2c\r\n';
    const response = await rawRequest(api.sandbox.port, `GET /v1/lead/get HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a path or method outside the service API', () => {
  it.each(endpoints)('%s %s responds to other methods with 405 and the allowed ones', async (_, path) => {
    const api = await startSandbox();
    const { status, body, headers } = await api.rest('PUT', path, {});
    expect([status, body]).toEqual([405, errorBody]);
    const allowed = endpoints.filter((endpoint) => endpoint[1] === path).map(([method]) => method);
    expect(headers.get('allow')).toBe(allowed.join(', '));
  });

  it('responds to unknown paths with 404 and the error body', async () => {
    const api = await startSandbox();
    for (const path of [
      '/v1',
      '/v1/',
      '/v1/lead',
      '/v1/lead/create/',
      '/v1/%00',
      '/webchat',
      '/sandbox/none',
      '/..%2f',
    ]) {
      const response = await api.request('GET', path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.body).toEqual(errorBody);
    }
  });
});
