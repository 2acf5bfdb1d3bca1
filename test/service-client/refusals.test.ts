import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../src/service-client/index.ts';
import { failureOf } from './failure-of.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const leadId = '11111111-1111-4111-8111-111111111111';
const journey = 'a1000000-0000-4000-8000-000000000001';
const now = Date.parse('2026-11-21T12:00:00Z');
const failed = (message: string) => ({ status: 'failed', message });

let server: ScriptedServer;
let client: ServiceClient;

function clientWith(more: Partial<Parameters<typeof createServiceClient>[0]> = {}): ServiceClient {
  return createServiceClient({ baseUrl: server.url, hooksUrl: server.url, apiKey: 'secret', now: () => now, ...more });
}

beforeAll(async () => {
  server = await startScriptedServer();
  client = clientWith();
});
afterAll(() => server.stop());

const create = () => client.createLead({ record: { phone: '14155552671' } });
const enrol = () => client.sendToWorkflow({ workflow_id: journey, lead_id: leadId });

describe('an unsuccessful response', () => {
  it.each([
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [402, 'refused'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'refused'],
    [408, 'unavailable'],
    [409, 'refused'],
    [413, 'bad-request'],
    [422, 'bad-request'],
    [425, 'unavailable'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [502, 'server-error'],
    [503, 'unavailable'],
    [504, 'server-error'],
  ])('with status %i is %s, with the message of the service', async (status, code) => {
    server.json(status, failed('Something is wrong.'));
    const error = await failureOf(enrol());
    expect(error).toMatchObject({ code, status, sent: 'yes', operation: 'sendToWorkflow' });
    expect(error.serviceMessage).toBe('Something is wrong.');
  });

  it('is a failure even with a 2xx status when it has the error body (Errors; Requests and responses)', async () => {
    server.json(200, failed('Lead cannot be created.'));
    const error = await failureOf(enrol());
    expect(error).toMatchObject({ code: 'refused', status: 200, sent: 'yes' });
    expect(error.serviceMessage).toBe('Lead cannot be created.');
  });

  it('is a failure even with a 2xx status and no message', async () => {
    for (const body of [{ status: 'failed' }, { status: 'failed', message: null }, { status: 'failed', message: {} }]) {
      server.json(200, body);
      expect(await failureOf(enrol())).toMatchObject({ code: 'refused', status: 200, serviceMessage: undefined });
    }
  });

  it('is not assumed for a null where the service has no value', async () => {
    server.json(200, { lead_id: leadId, phone: null, tags: null, created_at: null, updated_at: null });
    expect(await client.getLead({ phone: '14155552671' })).toMatchObject({ lead_id: leadId });
    server.json(200, { status: 'success', message: null, lead: { lead_id: leadId, phone: null } });
    expect(await create()).toMatchObject({ lead: { lead_id: leadId } });
  });

  it('keeps its code without a body, with HTML, and with a body of another shape', async () => {
    for (const body of ['', '<h1>Bad Gateway</h1>', '[]', '{"message":5}', '['.repeat(200_000)]) {
      server.respondWith((_, response) => response.writeHead(502).end(body));
      const error = await failureOf(enrol());
      expect(error).toMatchObject({ code: 'server-error', status: 502 });
      expect(error.serviceMessage).toBeUndefined();
    }
  });

  it('shortens a very long message', async () => {
    server.json(400, failed('x'.repeat(10_000)));
    expect((await failureOf(enrol())).serviceMessage).toHaveLength(500);
  });
});

describe('a lead that is on file (Create Lead)', () => {
  it('comes with the 409', async () => {
    const lead = { lead_id: leadId, phone: '14155552671', first_name: 'Ada' };
    server.json(409, { ...failed('Use the update method.'), lead });
    const error = await failureOf(create());
    expect(error).toMatchObject({ code: 'lead-exists', status: 409, sent: 'yes' });
    expect(error.lead).toEqual(lead);
  });

  it('is recognized by the code alone when the 409 names no lead that can be read', async () => {
    for (const lead of [undefined, null, 'Ada', {}, { lead_id: 'no uuid' }]) {
      server.json(409, { ...failed('Use the update method.'), lead });
      const error = await failureOf(create());
      expect(error.code).toBe('lead-exists');
      expect(error.lead).toBeUndefined();
    }
  });
});

describe('a lead that is not on file (Get Lead; Errors)', () => {
  it('is lead-not-found wherever a lead is looked up, by 404', async () => {
    server.json(404, failed('Lead not found.'));
    expect((await failureOf(client.getLead({ phone: '14155552671' }))).code).toBe('lead-not-found');
    expect((await failureOf(client.updateLead({ lead_id: leadId }))).code).toBe('lead-not-found');
    expect((await failureOf(client.addTag({ lead_id: leadId, tag: 'a' }))).code).toBe('lead-not-found');
    expect((await failureOf(client.removeTag({ lead_id: leadId, tag: 'a' }))).code).toBe('lead-not-found');
  });

  it('is recognized by its own statuses where a lead is changed, and so is another target', async () => {
    const adapted = clientWith({
      assumptions: { changedLeadNotFoundStatuses: [400], targetNotFoundStatuses: [422] },
    });
    server.json(400, failed('No such lead.'));
    expect((await failureOf(adapted.updateLead({ lead_id: leadId }))).code).toBe('lead-not-found');
    expect((await failureOf(adapted.getLead({ lead_id: leadId }))).code).toBe('bad-request');
    const journey = 'a1000000-0000-4000-8000-000000000001';
    server.json(422, failed('No such journey.'));
    const sent = adapted.sendToWorkflow({ workflow_id: journey, lead_id: leadId });
    expect((await failureOf(sent)).code).toBe('not-found');
    server.json(404, failed('Who knows.'));
    expect((await failureOf(adapted.addTag({ lead_id: leadId, tag: 'a' }))).code).toBe('refused');
  });

  it('is not confused with a journey that is not found (Update & Send to Workflow)', async () => {
    server.json(404, failed('Journey not found.'));
    expect((await failureOf(enrol())).code).toBe('not-found');
  });

  it('is recognized by the statuses of the assumptions, 200 with the error body among them', async () => {
    const adapted = clientWith({ assumptions: { leadNotFoundStatuses: [200, 400] } });
    for (const status of [200, 400]) {
      server.json(status, failed('Lead not found.'));
      expect((await failureOf(adapted.getLead({ phone: '14155552671' }))).code).toBe('lead-not-found');
    }
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['', undefined],
  ])('%j is %s ms', async (header, expected) => {
    server.json(429, failed('Slow down.'), { 'retry-after': header });
    expect((await failureOf(enrol())).retryAfterMs).toBe(expected);
  });
});

describe('a success that cannot be used', () => {
  it.each([
    ['no JSON', 'OK'],
    ['nothing', ''],
    ['another shape', '{"status":"success","workflow_assigned":"yes"}'],
    ['an array', '[]'],
    ['deep nesting', '['.repeat(200_000)],
  ])('is a bad-response that was sent for sure: %s', async (_, body) => {
    server.respondWith((_request, response) => response.writeHead(200).end(body));
    expect(await failureOf(enrol())).toMatchObject({ code: 'bad-response', status: 200, sent: 'yes' });
  });

  it('is a bad-response when its status is not in the assumptions (Requests and responses)', async () => {
    server.json(202, { status: 'success', lead_id: leadId, workflow_assigned: true });
    const strict = clientWith({ assumptions: { successStatuses: [200] } });
    const enrolment = strict.sendToWorkflow({ workflow_id: journey, lead_id: leadId });
    expect(await failureOf(enrolment)).toMatchObject({ code: 'bad-response', status: 202 });
    expect((await enrol()).workflow_assigned).toBe(true);
  });

  it('names the path but no value of the response', async () => {
    server.json(200, { status: 'success', workflow_assigned: 'Ada Lovelace' });
    const error = await failureOf(enrol());
    expect(error.message).toContain('workflow_assigned');
    expect(error.message).not.toContain('Ada');
  });
});
