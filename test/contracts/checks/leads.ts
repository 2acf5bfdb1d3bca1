import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Check } from '../check.ts';
import { digits, failed, list, object, succeeded, succeededWithStatus, text, utc, uuid } from '../shapes.ts';

const nobody = { query: { lead_id: randomUUID() } };

export const leadChecks: Check[] = [
  {
    title: 'creates a lead from phone, first and last name, and returns it with its id and time zone',
    rows: [
      'Create Lead: record',
      'Create Lead: success',
      'Lead: lead_id',
      'Lead: phone',
      'Lead: first_name',
      'Lead: last_name',
      'Lead: timezone',
    ],
    async run(service) {
      const record = { phone: service.freshPhone(), first_name: 'Contract', last_name: 'Check' };
      const body = succeededWithStatus(await service.rest('POST', '/lead/create', { body: { record } }));
      const lead = object(body.lead, 'lead');
      service.recordCreated(`lead ${uuid(lead.lead_id, 'lead_id')} (${record.phone})`);
      assert.deepEqual({ ...lead, ...record }, lead);
      // Throws if it is not an IANA zone.
      new Intl.DateTimeFormat('en', { timeZone: text(lead.timezone, 'timezone') });
    },
  },
  {
    title: 'responds with 409 to a phone on file, names the lead, and creates nothing',
    rows: ['Create Lead: rule 1', 'Errors: 409'],
    async run(service) {
      const { leadId, phone } = await service.newLead();
      const record = { phone, first_name: 'Another', last_name: 'Name' };
      const response = await service.rest('POST', '/lead/create', { body: { record } });
      assert.match(failed(response, 409), /update/i);
      const lead = object(object(response.body).lead, 'lead');
      assert.deepEqual([lead.lead_id, lead.phone, lead.first_name], [leadId, phone, 'Contract']);
      const onFile = succeeded(await service.rest('GET', '/lead/get', { query: { phone } }));
      assert.deepEqual([onFile.lead_id, onFile.first_name], [leadId, 'Contract']);
    },
  },
  {
    title: 'prepends 1 to a phone without country code',
    rows: ['Create Lead: rule 2', 'Lead: phone'],
    async run(service) {
      const national = service.freshPhone().slice(1);
      const body = succeeded(await service.rest('POST', '/lead/create', { body: { record: { phone: national } } }));
      const lead = object(body.lead, 'lead');
      service.recordCreated(`lead ${uuid(lead.lead_id, 'lead_id')} (1${national})`);
      assert.equal(lead.phone, `1${national}`);
    },
  },
  {
    title: 'takes ten digits for a phone without country code, also to find the lead on file',
    rows: ['Create Lead: rule 2', 'Create Lead: rule 1'],
    choice: 'nationalNumberLength',
    async run(service) {
      const { phone } = await service.newLead();
      failed(await service.rest('POST', '/lead/create', { body: { record: { phone: phone.slice(1) } } }), 409);
    },
  },
  {
    title: 'keeps a country code as it was sent',
    rows: ['Create Lead: rule 2'],
    async run(service) {
      const { leadId, phone } = await service.newLead();
      assert.equal((await service.leadOnFile(leadId)).phone, phone);
    },
  },
  {
    title: 'responds to a lead without a phone with the error body',
    rows: ['Create Lead: failure', 'Errors: status', 'Errors: message'],
    async run(service) {
      failed(await service.rest('POST', '/lead/create', { body: { record: { first_name: 'Contract' } } }));
      failed(await service.rest('POST', '/lead/create', { body: {} }));
    },
  },
  {
    title: 'takes e-mail, company and custom fields in the record of a new lead',
    rows: ['Lead: custom fields'],
    choice: 'recordTakesCustomFields',
    async run(service) {
      const fields = { email: 'contract@example.com', company: 'Contract', contract_check: 'yes' };
      const lead = await service.leadOnFile((await service.newLead(fields)).leadId);
      assert.deepEqual([lead.email, lead.company, lead.contract_check], Object.values(fields));
    },
  },
  {
    title: 'returns a custom field of a lead as it was created, or no custom field at all',
    rows: ['Lead: custom fields'],
    choice: 'getLeadReturnsCustomFields',
    async run(service) {
      const { leadId } = await service.newLead({ contract_check: 'yes' });
      const lead = succeeded(await service.rest('GET', '/lead/get', { query: { lead_id: leadId } }));
      assert.ok(lead.contract_check === undefined || lead.contract_check === 'yes', `got ${lead.contract_check}`);
      return lead.contract_check === undefined
        ? 'Get Lead leaves custom fields out'
        : 'Get Lead returns custom fields, so `assumptions.getLeadReturnsCustomFields` can be true';
    },
  },
  {
    title: 'updates e-mail and company, and leaves all other fields unchanged',
    rows: [
      'Update Lead: partial',
      'Update Lead: lead_id',
      'Update Lead: email',
      'Update Lead: company',
      'Update Lead: success',
      'Lead: email',
      'Lead: company',
    ],
    async run(service) {
      const { leadId, phone } = await service.newLead();
      const first = { lead_id: leadId, email: 'first@example.com', company: 'First' };
      const response = succeededWithStatus(await service.rest('PATCH', '/lead/update', { body: first }));
      assert.equal(response.lead_id, leadId);
      succeeded(await service.rest('PATCH', '/lead/update', { body: { lead_id: leadId, company: 'Second' } }));
      const lead = await service.leadOnFile(leadId);
      assert.deepEqual(
        [lead.phone, lead.first_name, lead.last_name, lead.email, lead.company],
        [phone, 'Contract', 'Check', 'first@example.com', 'Second'],
      );
    },
  },
  {
    title: 'does not take fields of an update from inside a record',
    rows: ['Update Lead: top level'],
    async run(service) {
      const { leadId } = await service.newLead();
      const body = { lead_id: leadId, record: { company: 'Inside' } };
      await service.rest('PATCH', '/lead/update', { body });
      assert.notEqual((await service.leadOnFile(leadId)).company, 'Inside');
    },
  },
  {
    title: 'updates names and custom fields like e-mail and company',
    rows: ['Update Lead: partial', 'Lead: custom fields'],
    choice: 'updateTakesAnyField',
    async run(service) {
      const { leadId } = await service.newLead();
      const body = { lead_id: leadId, first_name: 'Changed', contract_check: 'changed' };
      succeeded(await service.rest('PATCH', '/lead/update', { body }));
      const lead = await service.leadOnFile(leadId);
      assert.deepEqual([lead.first_name, lead.last_name, lead.contract_check], ['Changed', 'Check', 'changed']);
    },
  },
  {
    title: 'responds to an update of an unknown lead with the error body',
    rows: ['Update Lead: failure'],
    async run(service) {
      failed(await service.rest('PATCH', '/lead/update', { body: { lead_id: randomUUID(), company: 'None' } }));
    },
  },
  {
    title: 'refuses an invalid e-mail',
    rows: ['Update Lead: email', 'Lead: email'],
    choice: { presumed: 'whether the format of an e-mail is enforced' },
    async run(service) {
      const { leadId } = await service.newLead();
      failed(await service.rest('PATCH', '/lead/update', { body: { lead_id: leadId, email: 'no e-mail' } }));
    },
  },
  {
    title: 'shows a lead by its phone and by its id, the same one',
    rows: ['Get Lead: phone', 'Get Lead: lead_id'],
    async run(service) {
      const { leadId, phone } = await service.newLead();
      const byPhone = succeeded(await service.rest('GET', '/lead/get', { query: { phone } }));
      assert.deepEqual(byPhone, await service.leadOnFile(leadId));
      assert.deepEqual([byPhone.lead_id, byPhone.phone], [leadId, phone]);
    },
  },
  {
    title: 'shows a lead with all its fields, its tags as an array and its times in UTC',
    rows: [
      'Get Lead: success',
      'Lead: tags',
      'Lead: created_at',
      'Lead: updated_at',
      'Lead: phone',
      'Lead: email',
      'Lead: company',
    ],
    async run(service) {
      const { leadId } = await service.newLead();
      const body = { lead_id: leadId, email: 'contract@example.com', company: 'Contract' };
      succeeded(await service.rest('PATCH', '/lead/update', { body }));
      const lead = await service.leadOnFile(leadId);
      digits(lead.phone, 'phone');
      for (const name of ['first_name', 'last_name', 'email', 'company']) text(lead[name], name);
      for (const tag of list(lead.tags, 'tags')) text(tag, 'a tag');
      assert.ok(utc(lead.created_at, 'created_at') <= utc(lead.updated_at, 'updated_at'));
    },
  },
  {
    title: 'responds to a look-up without a match with the error body, saying so',
    rows: ['Get Lead: not found'],
    async run(service) {
      assert.match(failed(await service.rest('GET', '/lead/get', nobody)), /not (?:be )?found/i);
      const unknown = { query: { phone: service.freshPhone() } };
      assert.match(failed(await service.rest('GET', '/lead/get', unknown)), /not (?:be )?found/i);
    },
  },
  {
    title: 'responds to a look-up without a match with 404',
    rows: ['Errors: 404 lead'],
    choice: 'leadNotFoundStatuses',
    async run(service) {
      const { status } = await service.rest('GET', '/lead/get', nobody);
      assert.ok(service.assumptions.leadNotFoundStatuses.includes(status), `responded with ${status}`);
    },
  },
  {
    title: 'responds with 404 to a change of a lead that does not exist',
    rows: ['Update Lead: failure', 'Add Tag: failure'],
    choice: 'changedLeadNotFoundStatuses',
    async run(service) {
      const changes = [
        ['/lead/update', { lead_id: randomUUID(), company: 'None' }],
        ['/lead/tag', { lead_id: randomUUID(), tag: 'contract_check' }],
      ] as const;
      for (const [path, body] of changes) {
        const { status } = await service.rest('PATCH', path, { body });
        assert.ok(service.assumptions.changedLeadNotFoundStatuses.includes(status), `${path} responded with ${status}`);
      }
    },
  },
  {
    title: 'responds to a look-up without parameters with the error body',
    rows: ['Get Lead: failure'],
    async run(service) {
      failed(await service.rest('GET', '/lead/get'));
    },
  },
];
