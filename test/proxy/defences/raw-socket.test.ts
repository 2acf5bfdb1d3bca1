import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyServer, startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { recordFigure } from '../../support/figures.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { body, head, json, key, length } from './raw-lead.ts';
import { sendRaw } from './raw-socket.ts';

let folder = '';
let server: ProxyServer;
const log = new MemoryLog();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-raw-'));
  const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}` });
  server = await startProxyServer(config, {
    port: 0,
    host: '127.0.0.1',
    deps: { client: new FakeService().client, log },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function isAlive(): Promise<boolean> {
  return (await fetch(`${server.url}/healthz`)).status === 200;
}

describe('R13: raw bytes on the socket', () => {
  it('accepts valid requests', async () => {
    expect((await sendRaw(server.port, [head(json + key() + length(body.length)), body])).status).toBe(202);
    expect(
      (
        await sendRaw(server.port, [
          head(`${json}${key()}Transfer-Encoding: chunked\r\n`),
          `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
        ])
      ).status,
    ).toBe(202);
  });

  const cases: [string, (string | Buffer)[], (number | undefined)[]][] = [
    ['two different lengths', [head(json + length(5) + length(body.length)), body], [400]],
    ['two equal lengths', [head(json + length(body.length) + length(body.length)), body], [400]],
    ['a list of lengths', [head(json + length('5, 5')), body], [400]],
    ['a negative length', [head(json + length(-1)), body], [400]],
    ['a length with a sign', [head(json + length('+5')), body], [400]],
    ['a hexadecimal length', [head(json + length('0x10')), body], [400]],
    ['a length beyond all numbers', [head(json + length('9'.repeat(40))), body], [400]],
    ['a huge stated length', [head(json + key() + length(10 ** 9)), body], [413]],
    ['length and chunks', [head(`${json}${length(5)}Transfer-Encoding: chunked\r\n`), '0\r\n\r\n'], [400]],
    ['chunks and length', [head(`${json}Transfer-Encoding: chunked\r\n${length(5)}`), '0\r\n\r\n'], [400]],
    ['an unknown transfer encoding', [head(`${json}Transfer-Encoding: cow\r\n`), body], [400, 501]],
    ['chunked that is not last', [head(`${json}Transfer-Encoding: chunked, identity\r\n`), '0\r\n\r\n'], [400]],
    ['a space before the colon', [head(`Transfer-Encoding : chunked\r\n${json}`), '0\r\n\r\n'], [400]],
    ['a folded header', [head(`${json}X-A: b\r\n c\r\n`), ''], [400]],
    ['a chunk size that is no number', [head(`${json}${key()}Transfer-Encoding: chunked\r\n`), 'zz\r\n'], [400]],
    [
      'a chunk size beyond all numbers',
      [head(`${json}${key()}Transfer-Encoding: chunked\r\n`), `${'f'.repeat(20)}\r\n`],
      [400],
    ],
    [
      'a chunk longer than it says',
      [head(`${json}${key()}Transfer-Encoding: chunked\r\n`), '2\r\nabcdef\r\n0\r\n\r\n'],
      [400],
    ],
    [
      'chunk extensions without end',
      [head(`${json}${key()}Transfer-Encoding: chunked\r\n`), `1;${'a'.repeat(20_000)}\r\n`],
      [400, 413],
    ],
    ['headers larger than 8 KB', [head(`X-A: ${'a'.repeat(9000)}\r\n`), ''], [431]],
    [
      'a thousand headers',
      [head(Array.from({ length: 1000 }, (_, index) => `X-${index}: 1234\r\n`).join('')), ''],
      [431],
    ],
    ['a path larger than 8 KB', [head('', `/${'a'.repeat(9000)}`, 'GET')], [431]],
    ['a header name with a space', [head('X A: b\r\n')], [400]],
    ['a zero byte in a header', [head('X-A: a\u0000b\r\n')], [400]],
    ['a bare line feed in a header', [head('X-A: a\nX-B: c\r\n')], [400, 404]],
    ['a carriage return in a header', [head('X-A: a\rb\r\n')], [400]],
    ['bytes beyond ASCII in a header', [head(`${json}${length(2)}Idempotency-Key: \u00ff\u00fe\r\n`), '{}'], [400]],
    ['no host', ['GET /config HTTP/1.1\r\nConnection: close\r\n\r\n'], [400]],
    ['two hosts', ['GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'], [200, 400]],
    ['a host that is none', ['GET /healthz HTTP/1.1\r\nHost: a b/@\r\nConnection: close\r\n\r\n'], [400]],
    ['a path without a slash', [head('', 'healthz', 'GET')], [400]],
    ['an absolute address', [head('', 'http://evil.example/healthz', 'GET')], [200, 400, 404]],
    ['an asterisk', [head('', '*', 'OPTIONS')], [204, 400, 404]],
    ['a broken percent escape', [head('', '/assets/%zz.js', 'GET')], [400, 404]],
    ['a way out of the folder', [head('', '/assets/..%2f..%2fpackage.json', 'GET')], [404]],
    ['a way out of the folder, plainly', [head('', '/assets/../../package.json', 'GET')], [404]],
    ['an unknown method', [head('', '/leads', 'BREW')], [400]],
    ['a method in lower case', [head('', '/healthz', 'get')], [400]],
    ['CONNECT', ['CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'], [undefined, 400, 404, 405]],
    ['TRACE', [head('', '/leads', 'TRACE')], [400, 404]],
    ['an upgrade', [head('Upgrade: websocket\r\nConnection: Upgrade\r\n', '/leads', 'GET')], [404]],
    ['HTTP/0.9', ['GET /healthz\r\n\r\n'], [400]],
    ['HTTP/3.7', ['GET /healthz HTTP/3.7\r\nHost: a\r\n\r\n'], [400, 505]],
    ['the preface of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], [400]],
    ['a TLS hello', [Buffer.from('16030100a5010000a10303', 'hex')], [400]],
    ['an expectation nobody knows', [head(`${json}Expect: cake\r\n${length(2)}`), '{}'], [417]],
    ['a form', [head(`Content-Type: application/x-www-form-urlencoded\r\n${key()}${length(3)}`), 'a=1'], [415]],
    ['a compressed body', [head(`${json}Content-Encoding: gzip\r\n${key()}${length(3)}`), 'abc'], [415]],
    ['no body at all', [head(json + key() + length(0))], [400]],
  ];

  it.each(cases)('refuses %s, and stays up', async (_, chunks, allowed) => {
    const response = await sendRaw(server.port, chunks);
    expect(allowed, response.text.slice(0, 300)).toContain(response.status);
    expect(response.text).not.toMatch(/node_modules|at .*\.[jt]s:\d+/);
    expect(await isAlive()).toBe(true);
  });

  it('does not let one request hide in the body of another', async () => {
    const smuggled = `GET /admin HTTP/1.1\r\nHost: proxy\r\n\r\n`;
    const response = await sendRaw(server.port, [
      `POST /leads HTTP/1.1\r\nHost: proxy\r\n${json}${key()}${length(smuggled.length)}\r\n${smuggled}`,
      'GET /healthz HTTP/1.1\r\nHost: proxy\r\nConnection: close\r\n\r\n',
    ]);
    expect(response.text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  it('logs no unexpected error', ({ task }) => {
    expect(log.lines.filter(({ event }) => event === 'request-failed')).toEqual([]);
    recordFigure(task, {
      did: 'malformed requests as raw bytes on the socket',
      times: cases.length,
      found: 'each refused; the server responds to the next request; no unexpected error in the log',
    });
  });
});
