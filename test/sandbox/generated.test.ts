import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong, seed } from '../support/figures.ts';
import { startSandbox } from './support/harness.ts';
import { rawRequest } from './support/raw-request.ts';
import { Visitor } from './support/visitor.ts';

const total = isLong ? 10_000 : 500;
const atOnce = 25;
const runs = { seed, numRuns: total / atOnce };
console.info(`sandbox, generated input: ${total} requests and ${total} frames, LEADCHAT_SEED=${seed}`);

const ids = [
  'f1000000-0000-4000-8000-000000000001',
  'a1000000-0000-4000-8000-000000000001',
  'c1000000-0000-4000-8000-000000000001',
];
const phones = fc.oneof(fc.constantFrom('14155552671', '4155552671', '442079460958'), fc.string());
const anything = fc.jsonValue({ maxDepth: 4 });
const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('first_name', 'email', 'tags', '__proto__'), fc.string()),
  anything,
);
const id = fc.oneof(fc.constantFrom(...ids), fc.uuid(), anything);

/** Valid, almost valid, and arbitrary bodies. */
const body = fc.oneof(
  { weight: 6, arbitrary: fc.record({ record: record(), lead_id: id, workflow_id: id }, { requiredKeys: [] }) },
  { weight: 2, arbitrary: fc.record({ flow_id: id, record: record() }) },
  { weight: 2, arbitrary: fc.record({ agent: id, phone: phones, request_data: anything }, { requiredKeys: [] }) },
  { weight: 2, arbitrary: fc.record({ lead_id: id, tag: anything }) },
  { weight: 2, arbitrary: anything },
);

function record() {
  return fc
    .tuple(fc.record({ phone: phones }, { requiredKeys: [] }), fields)
    .map(([first, second]) => ({ ...second, ...first }));
}

const paths = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('/v1/agent', '/v1/lead/create', '/v1/lead/update', '/v1/lead/get') },
  {
    weight: 8,
    arbitrary: fc.constantFrom('/v1/lead/tag', '/v1/lead/sendtoworkflow', '/v1/calls/get', '/webchat/session'),
  },
  { weight: 1, arbitrary: fc.webPath() },
);

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'POST', 'PATCH', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'),
  path: paths,
  query: fc.dictionary(fc.oneof(fc.constantFrom('phone', 'lead_id', 'tag', 'call_id'), fc.string()), fc.string()),
  body: fc.oneof(
    { weight: 8, arbitrary: body.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
  ),
  type: fc.constantFrom('application/json', 'application/json', 'application/json', 'text/plain'),
});

type GeneratedRequest = typeof request extends fc.Arbitrary<infer One> ? One : never;

const frame = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('message'), content: fc.oneof(fc.string(), anything) }).map(write),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.string(), content: anything, id: anything }).map(write) },
  fc.json(),
  fc.string({ maxLength: 2000 }),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  fc.nat({ max: 30_000 }).map((depth) => `{"type":"message","content":${'['.repeat(depth)}`),
);

function write(value: unknown): string {
  return JSON.stringify(value);
}

describe('random input', () => {
  it(`${total} generated requests get a status below 500, failures with the error body`, async () => {
    const api = await startSandbox();
    const send = async ({ method, path, query, body: text, type }: GeneratedRequest) => {
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const response = await fetch(`${api.sandbox.url}${path}?${new URLSearchParams(query)}`, {
        method,
        headers: { authorization: 'Bearer sandbox-key', 'content-type': type },
        ...(hasBody && { body: text }),
      });
      const responseText = await response.text();
      expect(response.status).toBeLessThan(500);
      if (response.status >= 400 && method !== 'HEAD') {
        expect(JSON.parse(responseText)).toMatchObject({ status: 'failed', message: expect.stringMatching(/./s) });
      }
    };
    const batches = fc.array(request, { minLength: atOnce, maxLength: atOnce });
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        await Promise.all(batch.map(send));
      }),
      runs,
    );
    expect(await api.request('GET', '/sandbox/state')).toMatchObject({ status: 200 });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it(`${total} generated frames leave the conversation open`, async () => {
    const script = {
      name: 'Nora',
      greeting: { known: 'Hi!', unknown: 'Hi!' },
      answers: [{ when: ['still there'], say: 'Still here.' }],
      otherwise: ['Noted.'],
    };
    const api = await startSandbox({ script });
    const batches = fc.array(frame, { minLength: atOnce, maxLength: atOnce });
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        const visitor = new Visitor(api.socketAddress(null, false));
        await visitor.receives(1);
        for (const frame of batch) visitor.send(frame);
        visitor.sendMessage('Still there?');
        await visitor.receivesText('Still here.');
        await visitor.close();
      }),
      runs,
    );
  });

  it('generated bytes on an open socket end only that socket', async () => {
    const api = await startSandbox();
    const path = new URL(api.socketAddress(null, false)).pathname;
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    // A frame without a mask breaks the protocol, so every connection ends.
    const unmasked = Buffer.from([0x81, 0x05, 0x68]);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const response = await rawRequest(api.sandbox.port, Buffer.concat([Buffer.from(head), unmasked, bytes]));
        expect(response).toMatch(/^HTTP\/1\.1 101 /);
      }),
      { seed, numRuns: isLong ? 1000 : 50 },
    );
    expect(await new Visitor(api.socketAddress(null, false)).receives(1)).toBeDefined();
  });
});
