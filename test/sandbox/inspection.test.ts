import { describe, expect, it } from 'vitest';
import { simulatedNumbers } from '../../src/sandbox/index.ts';
import { errorBody, startSandbox } from './support/harness.ts';
import { Visitor } from './support/visitor.ts';

const phone = '14155552671';

describe('the state', () => {
  it('contains leads with custom fields, tags, time zone, enrolments and calls', async () => {
    const api = await startSandbox();
    expect(await api.state()).toEqual({ leads: [], enrolments: [], calls: [], conversations: [] });
    const lead_id = await api.lead({ phone, first_name: 'Ada', plan: 'pro' });
    await api.rest('PATCH', '/lead/tag', { lead_id, tag: 'website' });
    const { leads } = await api.state();
    expect(leads).toMatchObject([
      { lead_id, phone, first_name: 'Ada', plan: 'pro', tags: ['website'], timezone: 'America/Los_Angeles' },
    ]);
    expect(Object.keys(leads[0])).toEqual(expect.arrayContaining(['created_at', 'updated_at']));
  });
});

describe('the journal', () => {
  it('lists every request with its outcome, but never the key', async () => {
    const api = await startSandbox({ key: 'canary-5f1c' });
    await api.lead({ phone });
    await api.request('GET', '/v1/lead/get?phone=1', undefined, { authorization: 'Bearer canary-wrong' });
    await api.request('POST', '/v1/lead/create', '{"broken', { authorization: 'Bearer canary-5f1c' });
    const { requests } = (await api.request('GET', '/sandbox/requests')).body;
    expect(requests).toMatchObject([
      { method: 'POST', path: '/v1/lead/create', key: 'right', body: { record: { phone } }, status: 200, fault: null },
      { method: 'GET', path: '/v1/lead/get', query: { phone: '1' }, key: 'wrong', body: null, status: 401 },
      { method: 'POST', path: '/v1/lead/create', key: 'right', body: '{"broken', status: 400 },
    ]);
    expect(JSON.stringify(requests)).not.toContain('canary');
  });

  it('keeps the last thousand', async () => {
    const api = await startSandbox();
    for (let number = 1; number <= 1200; number += 1) await api.request('GET', `/v1/lead/${number}`);
    const { requests } = (await api.request('GET', '/sandbox/requests')).body;
    expect(requests).toHaveLength(1000);
    expect(requests.at(-1).path).toBe('/v1/lead/1200');
  });
});

describe('a reset', () => {
  it('deletes everything, and closes all sockets', async () => {
    const api = await startSandbox();
    const lead_id = await api.lead({ phone });
    await api.rest('POST', '/lead/sendtoworkflow', { workflow_id: api.journey, lead_id });
    const visitor = new Visitor(api.socketAddress(null, false));
    const session = await visitor.sessionId();
    expect(await api.request('POST', '/sandbox/reset')).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await visitor.closed).toMatchObject({ code: 1012 });
    expect(await api.state()).toEqual({ leads: [], enrolments: [], calls: [], conversations: [] });
    expect((await api.request('GET', '/sandbox/requests')).body.requests).toEqual([]);
    expect(await new Visitor(api.socketAddress(session, true)).closed).toMatchObject({ code: 4404 });
  });
});

describe('/sandbox', () => {
  it('is closed to pages of other sites, and open to its own page', async () => {
    const api = await startSandbox();
    const foreign = { origin: 'https://evil.example' };
    for (const path of ['/sandbox/reset', '/sandbox/faults']) {
      expect(await api.request('POST', path, [], foreign)).toMatchObject({ status: 403, body: errorBody });
    }
    expect(await api.request('GET', '/sandbox/state', undefined, { origin: 'null' })).toMatchObject({ status: 403 });
    expect(await api.request('GET', '/sandbox/state', undefined, { origin: api.sandbox.url })).toMatchObject({
      status: 200,
    });
  });

  it('lists the known ids and the numbers with a special outcome', async () => {
    const api = await startSandbox();
    const { body } = await api.request('GET', '/sandbox/about');
    expect(body).toMatchObject({ flows: [api.flow], journeys: [api.journey], simulated_numbers: simulatedNumbers });
    expect(body.routes).toContain('PATCH /v1/lead/sendtoworkflow');
  });
});

describe('the page', () => {
  it('contains all of its code, and its policy runs no other', async () => {
    const api = await startSandbox();
    const page = await fetch(`${api.sandbox.url}/`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
    const queue = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path]) => path ?? '');
    expect(queue).not.toEqual([]);
    for (const path of queue) {
      const part = await fetch(new URL(path, api.sandbox.url));
      const text = await part.text();
      expect([path, part.status]).toEqual([path, 200]);
      expect(text).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|https?:\/\/(?!www\.w3\.org\/)/);
      for (const [, module] of text.matchAll(/from '\.\/([^']+)'/g))
        queue.push(new URL(module ?? '', part.url).pathname);
    }
  });
});
