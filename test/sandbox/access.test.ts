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

describe('a client that offers HTTP/2', () => {
  it('gets its response over HTTP/1.1', async () => {
    const api = await startSandbox();
    const offer = 'Connection: Upgrade, close\r\nUpgrade: h2c\r\n';
    const response = await rawRequest(api.sandbox.port, `GET /v1/lead/get HTTP/1.1\r\nHost: x\r\n${offer}\r\n`);
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
