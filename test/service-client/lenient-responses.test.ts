import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../src/service-client/index.ts';
import { failureOf } from './failure-of.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const leadId = '11111111-1111-4111-8111-111111111111';
const journey = 'a1000000-0000-4000-8000-000000000001';
const agent = 'c1000000-0000-4000-8000-000000000001';
const phone = '14155552671';
const session = 'webchat-session.9b2d1c7e-0a4b-4c55-8f21-6d1f0f3a7e42';

let server: ScriptedServer;
let client: ServiceClient;

beforeAll(async () => {
  server = await startScriptedServer();
  client = createServiceClient({ baseUrl: server.url, hooksUrl: server.url, apiKey: 'secret' });
});
afterAll(() => server.stop());

const requests = {
  createLead: () => client.createLead({ record: { phone } }),
  updateLead: () => client.updateLead({ lead_id: leadId, company: 'Acme' }),
  getLead: () => client.getLead({ phone }),
  addTag: () => client.addTag({ lead_id: leadId, tag: 'website' }),
  sendToWorkflow: () => client.sendToWorkflow({ workflow_id: journey, lead_id: leadId }),
  initiateCall: () => client.initiateCall({ agent, phone }),
  getCall: () => client.getCall({ call_id: leadId }),
  initSession: () => client.initSession({ record: { phone }, flow_id: journey }),
};

describe('a 2xx with the status failed', () => {
  // Regression: without a message it counted as an unreadable success, so a journey or a call counted as done.
  it.each(Object.entries(requests))('is an error of %s, whatever its message is', async (_, send) => {
    for (const body of [
      { status: 'failed' },
      { status: 'failed', message: null },
      { status: 'failed', message: { text: 'no' } },
    ]) {
      server.json(200, body);
      expect(await failureOf(send())).toMatchObject({ code: 'refused', status: 200, sent: 'yes' });
    }
  });

  it('is a lead when Get Lead returns one that has a custom field of that name', async () => {
    server.json(200, { lead_id: leadId, status: 'failed' });
    expect(await client.getLead({ phone })).toMatchObject({ status: 'failed' });
  });
});

describe('a success', () => {
  it.each([
    ['createLead', { lead: { lead_id: leadId } }],
    ['createLead', { status: 'created', lead: { lead_id: leadId, phone: `+${phone}`, timezone: null, first_name: 5 } }],
    ['updateLead', {}],
    ['getLead', { lead_id: leadId, tags: null, created_at: null, updated_at: '2026-11-21 12:00:00', email: '' }],
    ['getLead', { lead_id: leadId }],
    ['addTag', { status: 'success', tag: null }],
    ['sendToWorkflow', { status: 'success' }],
    ['sendToWorkflow', { lead_id: null, workflow_assigned: false }],
    ['initiateCall', { call_id: leadId, from: null }],
    ['getCall', [{ call_id: leadId, call_start: '2026-11-21', agent: null, transfer: null, direction: null }]],
    ['initSession', { session, flow_port: null, wss_test_url: null }],
    ['initSession', { session, flow_id: journey, flow_port: '8443', wss_test_url: 'chat.example' }],
  ] as const)('of %s needs only what the next step needs: %j', async (operation, body) => {
    server.json(200, body);
    expect(await requests[operation]()).toEqual(body);
  });

  it.each([
    ['createLead', { status: 'success', lead: {} }],
    ['getLead', { phone }],
    ['initiateCall', { to: phone }],
    ['getCall', { call_id: leadId }],
    ['initSession', { flow_id: journey }],
    ['sendToWorkflow', { workflow_assigned: 'no' }],
  ] as const)('of %s is refused without what the next step needs: %j', async (operation, body) => {
    server.json(200, body);
    expect(await failureOf(requests[operation]())).toMatchObject({ code: 'bad-response', sent: 'yes' });
  });
});
