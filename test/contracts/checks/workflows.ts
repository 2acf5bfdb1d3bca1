import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Check } from '../check.ts';
import type { Service, ServiceResponse } from '../service.ts';
import { failed, succeeded, succeededWithStatus, uuid } from '../shapes.ts';

function enrol(service: Service, body: Record<string, unknown>): Promise<ServiceResponse> {
  return service.rest('POST', '/lead/sendtoworkflow', { body: { workflow_id: service.journeyId, ...body } });
}

function saveAndEnrol(service: Service, body: Record<string, unknown>): Promise<ServiceResponse> {
  return service.rest('PATCH', '/lead/sendtoworkflow', { body: { workflow_id: service.journeyId, ...body } });
}

/** The success of both endpoints. Returns the lead's id. */
function enrolled(service: Service, response: ServiceResponse): string {
  const body = succeededWithStatus(response);
  assert.equal(body.workflow_assigned, true);
  const leadId = uuid(body.lead_id, 'lead_id');
  service.recordCreated(`enrolment of lead ${leadId} in journey ${service.journeyId}`);
  return leadId;
}

const lostLead = /(?:not|n['’]t).*(?:found|created)/i;

export const workflowChecks: Check[] = [
  {
    title: 'creates a lead that is not on file from the record, and enrolls it (POST)',
    rows: [
      'Send to Workflow: workflow_id',
      'Send to Workflow: record',
      'Send to Workflow: rule 1',
      'Send to Workflow: success',
      'Update & Send to Workflow: comparison',
      'Journey ID: workflow_id',
    ],
    needs: 'enrolment',
    async run(service) {
      const record = { phone: service.freshPhone(), first_name: 'Contract', last_name: 'Check', company: 'New' };
      const leadId = enrolled(service, await enrol(service, { record }));
      const lead = await service.leadOnFile(leadId);
      assert.deepEqual([lead.phone, lead.first_name, lead.company], [record.phone, 'Contract', 'New']);
    },
  },
  {
    title: 'enrolls a lead on file by its phone with the data on file, and ignores the record (POST)',
    rows: ['Send to Workflow: rule 2', 'Update & Send to Workflow: comparison'],
    needs: 'enrolment',
    async run(service) {
      const { leadId, phone } = await service.newLead();
      const record = { phone, first_name: 'Ignored', company: 'Ignored' };
      assert.equal(enrolled(service, await enrol(service, { record })), leadId);
      const lead = await service.leadOnFile(leadId);
      assert.equal(lead.first_name, 'Contract');
      assert.notEqual(lead.company, 'Ignored');
    },
  },
  {
    title: 'enrolls a lead by its id (POST)',
    rows: ['Send to Workflow: lead_id'],
    needs: 'enrolment',
    async run(service) {
      const { leadId } = await service.newLead();
      assert.equal(enrolled(service, await enrol(service, { lead_id: leadId })), leadId);
    },
  },
  {
    title: 'refuses record and lead_id together, and neither (POST)',
    rows: ['Send to Workflow: never both'],
    needs: 'enrolment',
    async run(service) {
      const { leadId, phone } = await service.newLead();
      failed(await enrol(service, { lead_id: leadId, record: { phone } }));
      failed(await enrol(service, {}));
    },
  },
  {
    title: 'says that a lead cannot be found or created when it cannot (POST)',
    rows: ['Send to Workflow: failure', 'Errors: 400'],
    needs: 'journey',
    async run(service) {
      assert.match(failed(await enrol(service, { lead_id: randomUUID() })), lostLead);
    },
  },
  {
    title: 'responds to an unknown journey with the error body (POST)',
    rows: ['Send to Workflow: workflow_id'],
    async run(service) {
      const { leadId } = await service.newLead();
      failed(await enrol(service, { workflow_id: randomUUID(), lead_id: leadId }));
    },
  },
  {
    title: 'saves the fields of the record to a lead on file, only those, and enrolls it (PATCH)',
    rows: [
      'Update & Send to Workflow: rule 2',
      'Update & Send to Workflow: rule 5',
      'Update & Send to Workflow: record',
      'Update & Send to Workflow: 200',
      'Update & Send to Workflow: comparison',
    ],
    needs: 'enrolment',
    async run(service) {
      const { leadId, phone } = await service.newLead();
      const record = { phone, first_name: 'Saved', email: 'saved@example.com', company: 'Saved' };
      const response = await saveAndEnrol(service, { record });
      assert.equal(response.status, 200);
      assert.equal(enrolled(service, response), leadId);
      const lead = await service.leadOnFile(leadId);
      assert.deepEqual(
        [lead.first_name, lead.last_name, lead.email, lead.company],
        ['Saved', 'Check', 'saved@example.com', 'Saved'],
      );
    },
  },
  {
    title: 'creates a lead that is not on file from the record, and enrolls it (PATCH)',
    rows: [
      'Update & Send to Workflow: rule 3',
      'Update & Send to Workflow: workflow_id',
      'Update & Send to Workflow: comparison',
    ],
    needs: 'enrolment',
    async run(service) {
      const record = { phone: service.freshPhone(), first_name: 'Contract', last_name: 'Check' };
      const leadId = enrolled(service, await saveAndEnrol(service, { record }));
      assert.equal((await service.leadOnFile(leadId)).phone, record.phone);
    },
  },
  {
    title: 'takes lead_id in place of the phone (PATCH)',
    rows: ['Update & Send to Workflow: lead_id', 'Update & Send to Workflow: rule 1'],
    needs: 'enrolment',
    async run(service) {
      const { leadId } = await service.newLead();
      const response = await saveAndEnrol(service, { lead_id: leadId, record: { company: 'By id' } });
      assert.equal(enrolled(service, response), leadId);
      assert.equal((await service.leadOnFile(leadId)).company, 'By id');
    },
  },
  {
    title: 'enrolls with every successful call, one that changes nothing included (PATCH)',
    rows: ['Update & Send to Workflow: rule 4'],
    needs: 'enrolment',
    async run(service) {
      const { leadId } = await service.newLead();
      enrolled(service, await saveAndEnrol(service, { lead_id: leadId, record: {} }));
      enrolled(service, await saveAndEnrol(service, { lead_id: leadId, record: { first_name: 'Contract' } }));
    },
  },
  {
    title: 'responds with 400 if phone and lead_id are missing, and sends nothing (PATCH)',
    rows: ['Update & Send to Workflow: rule 1', 'Update & Send to Workflow: 400', 'Errors: 400'],
    needs: 'journey',
    async run(service) {
      failed(await saveAndEnrol(service, { record: { first_name: 'Contract' } }), 400);
    },
  },
  {
    title: 'responds with 400 if the journey or record is missing, or the lead is unknown (PATCH)',
    rows: [
      'Update & Send to Workflow: 400',
      'Update & Send to Workflow: workflow_id',
      'Update & Send to Workflow: record',
      'Errors: 400',
    ],
    needs: 'journey',
    async run(service) {
      const record = { phone: service.freshPhone() };
      failed(await service.rest('PATCH', '/lead/sendtoworkflow', { body: { record } }), 400);
      failed(await saveAndEnrol(service, {}), 400);
      assert.match(failed(await saveAndEnrol(service, { lead_id: randomUUID(), record: {} }), 400), lostLead);
    },
  },
  {
    title: 'responds with 404 to an unknown journey (PATCH)',
    rows: ['Update & Send to Workflow: 404', 'Errors: 404 journey'],
    async run(service) {
      const { leadId } = await service.newLead();
      const body = { workflow_id: randomUUID(), lead_id: leadId, record: {} };
      failed(await service.rest('PATCH', '/lead/sendtoworkflow', { body }), 404);
    },
  },
  {
    title: 'does not take the Flow ID for the Journey ID (PATCH)',
    rows: ['Journey ID: workflow_id', 'Update & Send to Workflow: workflow_id', 'Update & Send to Workflow: 404'],
    async run(service) {
      const { leadId } = await service.newLead();
      const body = { workflow_id: service.flowId, lead_id: leadId, record: {} };
      failed(await service.rest('PATCH', '/lead/sendtoworkflow', { body }), 404);
    },
  },
  {
    title: 'reports with each success that the lead was assigned, also when it is enrolled already',
    rows: ['Send to Workflow: success', 'Update & Send to Workflow: 200'],
    choice: 'unassignedMeans',
    needs: 'enrolment',
    async run(service) {
      const { leadId } = await service.newLead();
      enrolled(service, await enrol(service, { lead_id: leadId }));
      enrolled(service, await enrol(service, { lead_id: leadId }));
      enrolled(service, await saveAndEnrol(service, { lead_id: leadId, record: {} }));
    },
  },
  {
    title: 'shows a lead that was enrolled as any other',
    rows: ['Send to Workflow: success'],
    needs: 'enrolment',
    async run(service) {
      const phone = service.freshPhone();
      enrolled(service, await enrol(service, { record: { phone } }));
      succeeded(await service.rest('GET', '/lead/get', { query: { phone } }));
    },
  },
];
