import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../src/service-client/index.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const leadId = '11111111-1111-4111-8111-111111111111';
const journey = 'a1000000-0000-4000-8000-000000000001';
const agent = 'C1000000-0000-4000-8000-00000000ABCD';
const flow = 'f1000000-0000-4000-8000-000000000001';
const call = '22222222-2222-4222-8222-222222222222';
const record = { phone: '14155552671', first_name: 'Ada', last_name: 'Lovelace', plan: 'pro' };

let server: ScriptedServer;
let client: ServiceClient;

beforeAll(async () => {
  server = await startScriptedServer();
  // People paste addresses with trailing slashes.
  client = createServiceClient({ baseUrl: `${server.url}/v1/`, hooksUrl: `${server.url}/hooks//`, apiKey: 'secret' });
});
afterAll(() => server.stop());

const lastRequest = () => server.requests.at(-1);

describe('the client sends what the service API asks for', () => {
  it('initiates a call with POST /agent and keeps the case of the agent (Initiate Call)', async () => {
    const body = { call_id: call, to: '14155552671', from: '14155550000', agent };
    server.json(200, body);
    const input = { agent, phone: '14155552671', request_data: { page: { url: '/pricing' } } };
    expect(await client.initiateCall(input)).toEqual(body);
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/v1/agent', body: input });
  });

  it('creates a lead with POST /lead/create, custom fields in the record (Create Lead)', async () => {
    const body = {
      status: 'success',
      message: 'created',
      lead: { ...record, timezone: 'America/Los_Angeles', lead_id: leadId },
    };
    server.json(200, body);
    expect(await client.createLead({ record })).toEqual(body);
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/v1/lead/create', body: { record } });
  });

  it('updates a lead with PATCH /lead/update, its fields beside lead_id (Update Lead)', async () => {
    server.json(200, { status: 'success', lead_id: leadId, message: 'updated' });
    const input = { lead_id: leadId, email: 'ada@example.com', plan: 'pro' };
    expect((await client.updateLead(input)).lead_id).toBe(leadId);
    expect(lastRequest()).toMatchObject({ method: 'PATCH', path: '/v1/lead/update', body: input });
  });

  it('gets a lead by phone or by lead_id, and keeps fields it does not know (Get Lead)', async () => {
    server.json(200, { lead_id: leadId, phone: '14155552671', tags: ['a'], plan: 'pro' });
    expect(await client.getLead({ phone: '14155552671' })).toMatchObject({ tags: ['a'], plan: 'pro' });
    expect(lastRequest()).toMatchObject({ method: 'GET', path: '/v1/lead/get', body: undefined });
    expect(`${lastRequest()?.query}`).toBe('phone=14155552671');
    await client.getLead({ lead_id: leadId });
    expect(`${lastRequest()?.query}`).toBe(`lead_id=${leadId}`);
  });

  it('adds a tag with PATCH /lead/tag (Add Tag)', async () => {
    server.json(200, { status: 'success', lead_id: leadId, tag: 'hot_lead' });
    expect((await client.addTag({ lead_id: leadId, tag: 'hot_lead' })).tag).toBe('hot_lead');
    const body = { lead_id: leadId, tag: 'hot_lead' };
    expect(lastRequest()).toMatchObject({ method: 'PATCH', path: '/v1/lead/tag', body });
  });

  it('removes a tag with DELETE /lead/tag, by query parameters and without a body (Remove Tag)', async () => {
    server.json(200, { status: 'success', lead_id: leadId, tag: 'a&b' });
    await client.removeTag({ lead_id: leadId, tag: 'a&b' });
    expect(lastRequest()).toMatchObject({ method: 'DELETE', path: '/v1/lead/tag', body: undefined });
    expect(lastRequest()?.headers['content-type']).toBeUndefined();
    expect(Object.fromEntries(lastRequest()?.query ?? [])).toEqual({ lead_id: leadId, tag: 'a&b' });
  });

  it('enrols with POST, and saves and enrols with PATCH /lead/sendtoworkflow (Send to Workflow; Update & Send to Workflow)', async () => {
    server.json(200, { status: 'success', lead_id: leadId, workflow_assigned: true });
    expect((await client.sendToWorkflow({ workflow_id: journey, lead_id: leadId })).workflow_assigned).toBe(true);
    const enrolled = { workflow_id: journey, lead_id: leadId };
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/v1/lead/sendtoworkflow', body: enrolled });
    await client.updateAndSendToWorkflow({ workflow_id: journey, record });
    const updated = { workflow_id: journey, record };
    expect(lastRequest()).toMatchObject({ method: 'PATCH', path: '/v1/lead/sendtoworkflow', body: updated });
  });

  it('gets the records of a call and of its transfer legs with GET /calls/get (Get Call Details)', async () => {
    server.json(200, [
      { call_id: call, transfer: true },
      { call_id: `${call}:1`, is_transfer: true },
    ]);
    expect((await client.getCall({ call_id: call })).map((record) => record.call_id)).toEqual([call, `${call}:1`]);
    expect(`${lastRequest()?.query}`).toBe(`call_id=${call}`);
  });

  it('initializes a session at the hooks host, without the key (webchat session initialization)', async () => {
    const session = `webchat-session.${call}`;
    server.json(200, { flow_id: flow, session, flow_port: 443, wss_test_url: 'wss.example' });
    expect((await client.initSession({ flow_id: flow, record })).session).toBe(session);
    const body = { flow_id: flow, record };
    expect(lastRequest()).toMatchObject({ method: 'POST', path: '/hooks/webchat/session', body });
    expect(lastRequest()?.headers.authorization).toBeUndefined();
  });

  it('sends the key as a bearer credential and JSON as JSON (Requests and responses; Authentication)', async () => {
    server.json(200, { lead_id: leadId, phone: '14155552671' });
    await client.getLead({ lead_id: leadId });
    expect(lastRequest()?.headers.authorization).toBe('Bearer secret');
    server.json(200, { status: 'success', lead_id: leadId, tag: 'a' });
    await client.addTag({ lead_id: leadId, tag: 'a' });
    expect(lastRequest()?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer secret',
    });
  });
});

describe('the client follows its assumptions', () => {
  const withAssumptions = (assumptions: Parameters<typeof createServiceClient>[0]['assumptions'] & object) =>
    createServiceClient({ baseUrl: `${server.url}/v1`, hooksUrl: server.url, apiKey: 'secret', assumptions });

  it('takes the names of query parameters from them (Remove Tag; Get Call Details)', async () => {
    const adapted = withAssumptions({ removeTagParameters: { leadId: 'id', tag: 'name' }, callDetailsParameter: 'id' });
    server.json(200, { status: 'success', lead_id: leadId, tag: 'a' });
    await adapted.removeTag({ lead_id: leadId, tag: 'a' });
    expect(`${lastRequest()?.query}`).toBe(`id=${leadId}&name=a`);
    server.json(200, []);
    await adapted.getCall({ call_id: call });
    expect(`${lastRequest()?.query}`).toBe(`id=${call}`);
  });

  it('sends the key to session initialization when they say so (Authentication)', async () => {
    server.json(200, { flow_id: flow, session: `webchat-session.${call}` });
    await withAssumptions({ keyForSessions: true }).initSession({ flow_id: flow, record });
    expect(lastRequest()?.headers.authorization).toBe('Bearer secret');
  });

  it('leaves out fields that the service does not accept (Create Lead; Update Lead)', async () => {
    const narrow = withAssumptions({ recordTakesCustomFields: false, updateTakesAnyField: false });
    server.json(200, { status: 'success', lead_id: leadId, workflow_assigned: true });
    await narrow.updateAndSendToWorkflow({ workflow_id: journey, record });
    const { plan: _, ...known } = record;
    expect(lastRequest()?.body).toEqual({ workflow_id: journey, record: known });
    await narrow.updateLead({ lead_id: leadId, company: 'Analytical', first_name: 'Ada' });
    expect(lastRequest()?.body).toEqual({ lead_id: leadId, company: 'Analytical' });
  });

  it('places a call without an agent when both are not needed (Initiate Call)', async () => {
    server.json(200, { call_id: call, to: '14155552671', agent });
    const input: unknown = { phone: '14155552671' };
    const untyped: { initiateCall: (input: never) => Promise<unknown> } = withAssumptions({
      callNeedsAgentAndPhone: false,
    });
    await Reflect.apply(untyped.initiateCall, undefined, [input]);
    expect(lastRequest()?.body).toEqual(input);
  });
});
