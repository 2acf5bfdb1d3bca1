import { describe, expect, it } from 'vitest';
import { errorBody, startSandbox } from './support/harness.ts';
import { rawRequest } from './support/raw-request.ts';

const phone = '14155552671';
const withBody: [string, string][] = [
  ['POST', '/v1/agent'],
  ['POST', '/v1/lead/create'],
  ['PATCH', '/v1/lead/update'],
  ['PATCH', '/v1/lead/tag'],
  ['POST', '/v1/lead/sendtoworkflow'],
  ['PATCH', '/v1/lead/sendtoworkflow'],
  ['POST', '/webchat/session'],
  ['POST', '/sandbox/faults'],
];
const authorization = 'Bearer sandbox-key';

describe('bad input', () => {
  it.each(withBody)('Errors: %s %s refuses bad JSON and bodies of another type with 400', async (method, path) => {
    const api = await startSandbox();
    const wrong = ['', '{', '{"record":', 'phone=1', '{"a":1}x', "{'a':1}", '5', '"text"', 'null', '[[]]', '\u0000'];
    for (const body of wrong) {
      const response = await api.request(method, path, body, { authorization });
      expect([body, response.status]).toEqual([body, 400]);
      expect(response.body).toEqual(errorBody);
    }
  });

  it.each(withBody)('%s %s refuses a body that is nested too deeply', async (method, path) => {
    const api = await startSandbox();
    for (const depth of [65, 5000, 500_000]) {
      const bodies = [
        '['.repeat(depth),
        '['.repeat(depth) + ']'.repeat(depth),
        '{"a":'.repeat(Math.min(depth, 200_000)),
      ];
      for (const body of bodies) {
        expect(await api.request(method, path, body, { authorization })).toMatchObject({
          status: 400,
          body: errorBody,
        });
      }
    }
  });

  it.each(withBody)('%s %s refuses 10 MB with 413, and does not read it', async (method, path) => {
    const api = await startSandbox();
    const body = JSON.stringify({ record: { phone, note: 'x'.repeat(10_000_000) } });
    expect(await api.request(method, path, body, { authorization })).toMatchObject({ status: 413, body: errorBody });
  });

  it('refuses 10 MB in chunks with 413', async () => {
    const api = await startSandbox();
    const chunk = new Uint8Array(100_000).fill(32);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 100) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const headers = { 'content-type': 'application/json', authorization };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const response = await fetch(`${api.sandbox.url}/v1/lead/create`, init);
    expect([response.status, await response.json()]).toEqual([413, errorBody]);
  });

  it('Requests and responses: refuses a body that is not declared as JSON with 415, and one that is not UTF-8 with 400', async () => {
    const api = await startSandbox();
    const body = JSON.stringify({ record: { phone } });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const response = await api.request('POST', '/v1/lead/create', body, { authorization, 'content-type': type });
      expect([type, response.status]).toEqual([type, 415]);
    }
    const response = await fetch(`${api.sandbox.url}/v1/lead/create`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    });
    expect([response.status, await response.json()]).toEqual([400, errorBody]);
  });

  it('names the wrong field, whatever its value is', async () => {
    const api = await startSandbox();
    for (const wrong of [5, null, true, [], {}, ['14155552671'], { digits: phone }]) {
      const response = await api.rest('POST', '/lead/create', { record: { phone: wrong } });
      expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining('record.phone') } });
    }
  });

  it('does not let a body change the prototype of objects', async () => {
    const api = await startSandbox();
    const polluting = [
      '{"record":{"phone":"14155552671","__proto__":{"polluted":1}}}',
      '{"record":{"phone":"14155552671"},"\\u005f_proto__":{"polluted":1}}',
    ];
    for (const body of polluting) {
      expect(await api.request('POST', '/v1/lead/create', body, { authorization })).toMatchObject({ status: 400 });
    }
    const record = { phone, constructor: { prototype: { polluted: 1 } }, hasOwnProperty: 'mine', toString: 'text' };
    expect(await api.rest('POST', '/lead/create', { record })).toMatchObject({ status: 200 });
    expect(await api.rest('GET', `/lead/get?phone=${phone}`)).toMatchObject({ body: { hasOwnProperty: 'mine' } });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('stores text of any script unchanged', async () => {
    const api = await startSandbox();
    const first_name = `Zoë 李 🙂 "quoted" \\ \u202e'; DROP TABLE leads; -- <b>\u0000`;
    await api.lead({ phone, first_name });
    expect(await api.getLead({ phone })).toMatchObject({ first_name });
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a method that there is not', 'FROB /v1/lead/get HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['a line without an end', 'GET / HTTP/1.1\r\nHost: localhost\r\nBroken\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v1/agent HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      400,
    ],
    [
      'a length and chunks',
      'POST /v1/agent HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['no host', 'GET /v1/lead/get HTTP/1.1\r\n\r\n', 400],
    ['a host that is none', 'GET /v1/lead/get HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n', 403],
    ['headers without measure', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a path of another kind', 'GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
  ])('responds to %s, and serves the next request', async (_, bytes, status) => {
    const api = await startSandbox();
    expect(await rawRequest(api.sandbox.port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await api.request('GET', '/sandbox/state')).toMatchObject({ status: 200 });
  });
});
