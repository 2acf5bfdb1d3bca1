import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Check } from '../check.ts';
import type { Asking, Method, Service, ServiceResponse } from '../service.ts';
import { failed, succeeded, text } from '../shapes.ts';

/** One harmless request for each REST endpoint: even with the right key it would find nothing. */
function everyEndpoint(service: Service, key: string | null): Promise<ServiceResponse[]> {
  const lead_id = randomUUID();
  const workflow_id = randomUUID();
  const phone = service.freshPhone();
  const requests: [Method, string, Asking][] = [
    ['POST', '/agent', { body: { agent: randomUUID(), phone } }],
    ['POST', '/lead/create', { body: { record: { phone } } }],
    ['PATCH', '/lead/update', { body: { lead_id, company: 'None' } }],
    ['GET', '/lead/get', { query: { lead_id } }],
    ['PATCH', '/lead/tag', { body: { lead_id, tag: 'contract_check' } }],
    ['DELETE', '/lead/tag', { query: { lead_id, tag: 'contract_check' } }],
    ['POST', '/lead/sendtoworkflow', { body: { workflow_id, lead_id } }],
    ['GET', '/calls/get', { query: { [service.assumptions.callDetailsParameter]: randomUUID() } }],
  ];
  return Promise.all(requests.map(([method, path, asking]) => service.rest(method, path, { ...asking, key })));
}

function savingEnrolment(service: Service, key: string | null): Promise<ServiceResponse> {
  const body = { workflow_id: randomUUID(), record: { phone: service.freshPhone() } };
  return service.rest('PATCH', '/lead/sendtoworkflow', { body, key });
}

export const accessChecks: Check[] = [
  {
    title: 'has its version in the base address',
    rows: ['Addresses: version'],
    async run(service) {
      assert.match(new URL(service.baseUrl).pathname, /\/v1$/);
    },
  },
  {
    title: 'responds in JSON, a success and a failure alike',
    rows: ['Requests and responses: JSON'],
    async run(service) {
      const { leadId } = await service.newLead();
      for (const lead_id of [leadId, randomUUID()]) {
        const response = await service.rest('GET', '/lead/get', { query: { lead_id } });
        assert.match(response.contentType, /^application\/json\b/);
        assert.equal(typeof response.body, 'object');
      }
    },
  },
  {
    title: 'takes the key as a bearer credential',
    rows: ['Authentication: bearer'],
    async run(service) {
      const { leadId } = await service.newLead();
      succeeded(await service.rest('GET', '/lead/get', { query: { lead_id: leadId } }));
      failed(await service.rest('GET', '/lead/get', { query: { lead_id: leadId }, key: null }));
    },
  },
  {
    title: 'refuses every endpoint to a missing and to a wrong key, with the error body',
    rows: ['Requests and responses: Authorization', 'Errors: status', 'Errors: message'],
    async run(service) {
      for (const key of [null, randomUUID()])
        for (const response of await everyEndpoint(service, key)) failed(response);
    },
  },
  {
    title: 'responds with 401 to a missing and to a wrong key in Update & Send to Workflow',
    rows: ['Update & Send to Workflow: 401', 'Authentication: 401', 'Errors: 401'],
    async run(service) {
      for (const key of [null, randomUUID()]) failed(await savingEnrolment(service, key), 401);
    },
  },
  {
    title: 'responds with 401 to a wrong key everywhere else too',
    rows: ['Authentication: 401'],
    choice: { presumed: 'a refused key gets 401 from the other REST endpoints too' },
    async run(service) {
      const statuses = (await everyEndpoint(service, randomUUID())).map((response) => response.status);
      assert.deepEqual([...new Set(statuses)], [401]);
    },
  },
  {
    title: 'responds with 400 to JSON that is malformed',
    rows: ['Errors: 400', 'Update & Send to Workflow: 400', 'Create Lead: failure'],
    async run(service) {
      for (const raw of ['{', '{"record":', 'phone=14155552671', '']) {
        failed(await service.rest('PATCH', '/lead/sendtoworkflow', { raw }), 400);
        failed(await service.rest('POST', '/lead/create', { raw }), 400);
      }
    },
  },
  {
    title: 'reports success with 200 or 201',
    rows: ['Create Lead: success'],
    choice: 'successStatuses',
    async run(service) {
      const body = { record: { phone: service.freshPhone() } };
      const created = await service.rest('POST', '/lead/create', { body });
      const lead = succeeded(created).lead;
      service.recordCreated(`lead ${text(Object(lead).lead_id, 'lead_id')}`);
      const shown = await service.rest('GET', '/lead/get', { query: { phone: body.record.phone } });
      assert.ok([200, 201].includes(created.status) && shown.status === 200);
      return `Create Lead ${created.status}, Get Lead ${shown.status}`;
    },
  },
];
