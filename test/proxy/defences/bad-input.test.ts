import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong, patience, recordFigure, seed } from '../../support/figures.ts';
import { leadHeaders, origin, startHarness } from '../support/harness.ts';

const runs = isLong ? 3400 : 300;
const timeout = (isLong ? 600_000 : 300_000) * patience;
const lead = { form: 'default', fields: { phone: '+14155552671' } };
const known = [
  'form',
  'fields',
  'consent',
  'page',
  'attribution',
  'chat',
  'callback',
  'website',
  'elapsedMs',
  'captcha',
];

const nastyKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'phone',
    'first_name',
    'granted',
    'first',
    'last',
    'url',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const nastyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, false, '', 0, -1, 1e308, 'null', '\u0000', '\ud800', 'x'.repeat(2001), '+14155552671'),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.double(),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(nastyKey, tie('value'), { maxKeys: 6, noNullPrototype: false }),
  ),
})).value;

/** An almost valid body: known keys with arbitrary values, merged into a valid lead. */
const nearlyRight = fc
  .dictionary(fc.oneof(fc.constantFrom(...known), nastyKey), nastyValue, { maxKeys: 5, noNullPrototype: false })
  .map((change) => JSON.stringify({ ...lead, ...change }));
const anyJson = nastyValue.map((value) => JSON.stringify(value) ?? 'undefined');
const anyBytes = fc.uint8Array({ maxLength: 300 });

describe('R13: bad input over HTTP', () => {
  it('never causes a 5xx, pollutes a prototype or stores a refused request', { timeout }, async ({ task }) => {
    const { proxy, store } = await startHarness({ adminToken: 'canary-admin-token-0001' });
    let accepted = 0;
    const send = async (path: string, body: string | Uint8Array<ArrayBuffer>) => {
      const response = await proxy.fetch(
        new Request(`http://proxy${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, ...leadHeaders() },
          body,
        }),
        { remoteAddress: '192.0.2.1' },
      );
      const text = await response.text();
      if (response.status === 202) accepted++;
      expect(response.status, `${path} ${body} → ${text}`).toBeLessThan(500);
      if (response.status >= 400)
        expect(JSON.parse(text)).toMatchObject({ status: 'failed', code: expect.any(String) });
      expect(Object.keys(Object.prototype)).toEqual([]);
    };
    const paths = fc.constantFrom('/leads', '/leads', '/sessions', '/calls');
    const options = { numRuns: runs, seed };
    await fc.assert(fc.asyncProperty(paths, nearlyRight, send), options);
    await fc.assert(fc.asyncProperty(paths, anyJson, send), options);
    await fc.assert(
      fc.asyncProperty(paths, anyBytes, (path, bytes) => send(path, new Uint8Array(bytes))),
      options,
    );
    expect((await store.counts()).pending + (await store.counts()).held).toBe(accepted);
    recordFigure(task, {
      did: 'random request bodies: almost valid ones, any JSON, any bytes',
      times: 3 * runs,
      seed,
      found: `no 5xx; ${accepted} accepted, and as many leads in the database`,
    });
  });

  it('never causes a 5xx, whatever the path and headers', { timeout }, async ({ task }) => {
    const { proxy } = await startHarness({ adminToken: 'canary-admin-token-0001' });
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
    const path = fc.array(
      fc.oneof(
        fc.constantFrom('leads', 'assets', '..', 'admin', 'api', 'calls', 'config', '%2e%2e', '%00', '%ff'),
        fc.webSegment(),
      ),
      { maxLength: 4 },
    );
    const header = fc.tuple(
      fc.constantFrom(
        'origin',
        'referer',
        'idempotency-key',
        'content-length',
        'x-forwarded-for',
        'x-forwarded-proto',
        'x-forwarded-host',
        'if-none-match',
        'accept-encoding',
        'authorization',
        'content-type',
      ),
      fc.oneof(
        fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, '?')),
        fc.webUrl(),
        fc.constantFrom(
          'null',
          'A:',
          'data:x',
          'blob:null/x',
          'about:client',
          'http://[',
          'https://a:99999',
          '*',
          'W/""',
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        fc.webQueryParameters(),
        fc.array(header, { maxLength: 3 }),
        async (verb, segments, query, headers) => {
          const request = new Request(`http://proxy/${segments.join('/')}?${query}`, {
            method: verb,
            headers: Object.fromEntries(headers),
          });
          const response = await proxy.fetch(request, { remoteAddress: '192.0.2.1' });
          expect(response.status, `${verb} ${request.url}`).toBeLessThan(500);
          expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        },
      ),
      { numRuns: runs, seed },
    );
    recordFigure(task, { did: 'random methods, paths, queries and headers', times: runs, seed, found: 'no 5xx' });
  });

  it('takes linear time for the longest values', async () => {
    const { post } = await startHarness({
      forms: {
        default: {
          fields: [
            { name: 'email', type: 'email' },
            { name: 'code', pattern: '[a-z]+-[a-z]+' },
            // The engine of JavaScript takes minutes to try every way to split a word into six.
            { name: 'words', pattern: String.raw`\w*\w*\w*\w*\w*\w*` },
            { name: 'note', type: 'textarea' },
          ],
        },
      },
    });
    const long = [
      { email: `${'a@'.repeat(99)}` },
      { email: `${'a.'.repeat(99)}` },
      { code: `${'a'.repeat(199)}!` },
      { words: `${'a'.repeat(199)}!` },
      { words: `${'a'.repeat(40)}!` },
      { note: ' \u0000'.repeat(1000) },
      { phone: `+1${' '.repeat(1998)}` },
      { phone: '9'.repeat(2000) },
      { phone: 'ext '.repeat(500) },
    ];
    for (const fields of long) {
      const times: number[] = [];
      for (let count = 0; count < 3; count++) {
        const started = process.cpuUsage();
        const response = await post('/leads', { ...lead, fields: { ...lead.fields, ...fields } }, leadHeaders());
        expect([202, 400]).toContain(response.status);
        const { user, system } = process.cpuUsage(started);
        times.push((user + system) / 1000);
      }
      // Milliseconds of the processor, the fewest: other work on the machine, and the collection of garbage, only add to them.
      expect(Math.min(...times), JSON.stringify(fields).slice(0, 60)).toBeLessThan(250);
    }
  });
});
