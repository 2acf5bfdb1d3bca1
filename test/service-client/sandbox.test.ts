import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { createServiceClient, type ServiceClient } from '../../src/service-client/index.ts';
import { failureOf } from './failure-of.ts';

let sandbox: Sandbox;
let client: ServiceClient;

function clientWith(apiKey: string): ServiceClient {
  return createServiceClient({ baseUrl: `${sandbox.url}/v1`, hooksUrl: sandbox.url, apiKey });
}

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
  client = clientWith('sandbox-key');
});
afterAll(() => sandbox.stop());

// The sandbox and the client were written separately from the service API. Where they agree, both are probably right.
describe('the client and the sandbox', () => {
  it('agree on each step of a lead: create, repeat, update, tag, enroll', async () => {
    const record = { phone: '14155550101', first_name: 'Ada', last_name: 'Lovelace', plan: 'pro' };
    const { lead } = await client.createLead({ record });
    const known = await failureOf(client.createLead({ record }));
    expect(known).toMatchObject({ code: 'lead-exists', status: 409, sent: 'yes' });
    expect(known.lead).toMatchObject({ lead_id: lead.lead_id, phone: '14155550101', first_name: 'Ada' });

    await client.updateLead({ lead_id: lead.lead_id, email: 'ada@example.com' });
    await client.addTag({ lead_id: lead.lead_id, tag: 'website' });
    await client.addTag({ lead_id: lead.lead_id, tag: 'a&b=c d' });
    await client.removeTag({ lead_id: lead.lead_id, tag: 'a&b=c d' });
    expect(await client.getLead({ phone: '14155550101' })).toMatchObject({
      ...record,
      lead_id: lead.lead_id,
      email: 'ada@example.com',
      tags: ['website'],
    });

    const workflow_id = sandbox.ids.journey;
    const existing = await client.sendToWorkflow({ workflow_id, record: { phone: '14155550101', first_name: 'Eve' } });
    expect(existing).toMatchObject({ lead_id: lead.lead_id, workflow_assigned: true });
    expect((await client.getLead({ lead_id: lead.lead_id })).first_name).toBe('Ada');
    await client.updateAndSendToWorkflow({ workflow_id, lead_id: lead.lead_id, record: { last_name: 'King' } });
    expect(await client.getLead({ lead_id: lead.lead_id })).toMatchObject({ first_name: 'Ada', last_name: 'King' });
  });

  it('agree on unknown leads, journeys and calls', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111';
    expect((await failureOf(client.getLead({ lead_id: unknown }))).code).toBe('lead-not-found');
    expect((await failureOf(client.updateLead({ lead_id: unknown }))).code).toBe('lead-not-found');
    expect((await failureOf(client.addTag({ lead_id: unknown, tag: 'a' }))).code).toBe('lead-not-found');
    const toNowhere = { workflow_id: unknown, record: { phone: '14155550102' } };
    expect((await failureOf(client.updateAndSendToWorkflow(toNowhere))).code).toBe('not-found');
    expect((await failureOf(client.getCall({ call_id: unknown }))).status).toBe(404);
  });

  it('agree on authentication', async () => {
    const stranger = clientWith('another-key');
    const error = await failureOf(stranger.getLead({ phone: '14155550101' }));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401, sent: 'yes' });
  });

  it('agree on a call and its record', async () => {
    const call = await client.initiateCall({
      agent: sandbox.ids.agent,
      phone: '14155550103',
      request_data: { a: [1] },
    });
    expect(call).toMatchObject({ to: '14155550103', agent: sandbox.ids.agent });
    const [record] = await client.getCall({ call_id: call.call_id });
    expect(record).toMatchObject({ call_id: call.call_id, phone_to: '14155550103', phone_from: call.from });
  });

  it('agree on a session', async () => {
    const record = { phone: '14155550104', first_name: 'Ada', cart: { total: 12 } };
    const session = await client.initSession({ flow_id: sandbox.ids.flow, record });
    expect(session.flow_id).toBe(sandbox.ids.flow);
    expect(session.session).toMatch(/^webchat-session\./);
  });

  it('agree that nothing was sent to a sandbox that has stopped', async () => {
    const stopped = await createSandbox({ port: 0 });
    await stopped.stop();
    const late = createServiceClient({ baseUrl: `${stopped.url}/v1`, hooksUrl: stopped.url, apiKey: 'sandbox-key' });
    expect(await failureOf(late.getLead({ phone: '14155550101' }))).toMatchObject({ code: 'not-sent', sent: 'no' });
  });
});
