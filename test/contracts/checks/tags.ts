import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Check } from '../check.ts';
import type { Service, ServiceResponse } from '../service.ts';
import { failed, list, succeeded, succeededWithStatus } from '../shapes.ts';

function add(service: Service, lead_id: string, tag: string): Promise<ServiceResponse> {
  return service.rest('PATCH', '/lead/tag', { body: { lead_id, tag } });
}

function remove(service: Service, leadId: string, tag: string): Promise<ServiceResponse> {
  const names = service.assumptions.removeTagParameters;
  return service.rest('DELETE', '/lead/tag', { query: { [names.leadId]: leadId, [names.tag]: tag } });
}

async function tagsOf(service: Service, leadId: string): Promise<unknown[]> {
  return list((await service.leadOnFile(leadId)).tags, 'tags');
}

export const tagChecks: Check[] = [
  {
    title: 'adds tags to a lead, and shows them with it',
    rows: ['Add Tag: lead_id', 'Add Tag: tag', 'Add Tag: success', 'Tag: tag', 'Lead: tags'],
    async run(service) {
      const { leadId } = await service.newLead();
      const body = succeededWithStatus(await add(service, leadId, 'website'));
      assert.deepEqual([body.lead_id, body.tag], [leadId, 'website']);
      succeeded(await add(service, leadId, 'chat'));
      assert.deepEqual((await tagsOf(service, leadId)).toSorted(), ['chat', 'website']);
    },
  },
  {
    title: 'keeps a tag of several words with its underscores',
    rows: ['Tag: underscores'],
    async run(service) {
      const { leadId } = await service.newLead();
      succeeded(await add(service, leadId, 'contract_check_tag'));
      assert.deepEqual(await tagsOf(service, leadId), ['contract_check_tag']);
    },
  },
  {
    title: 'responds to a tag for an unknown lead with the error body',
    rows: ['Add Tag: failure'],
    async run(service) {
      failed(await add(service, randomUUID(), 'contract_check'));
    },
  },
  {
    title: 'stores a repeated tag once',
    rows: ['Tag: tag'],
    choice: 'tagsAreASet',
    async run(service) {
      const { leadId } = await service.newLead();
      succeeded(await add(service, leadId, 'twice'));
      succeeded(await add(service, leadId, 'twice'));
      assert.deepEqual(await tagsOf(service, leadId), ['twice']);
    },
  },
  {
    title: 'removes a tag by query parameters, without a body, and leaves the others',
    rows: ['Remove Tag: query', 'Remove Tag: success'],
    async run(service) {
      const { leadId } = await service.newLead();
      succeeded(await add(service, leadId, 'goes'));
      succeeded(await add(service, leadId, 'stays'));
      const body = succeededWithStatus(await remove(service, leadId, 'goes'));
      assert.deepEqual([body.lead_id, body.tag], [leadId, 'goes']);
      assert.deepEqual(await tagsOf(service, leadId), ['stays']);
    },
  },
  {
    title: 'takes the names of the query parameters that were chosen',
    rows: ['Remove Tag: query'],
    choice: 'removeTagParameters',
    async run(service) {
      const { leadId } = await service.newLead();
      succeeded(await add(service, leadId, 'goes'));
      succeeded(await remove(service, leadId, 'goes'));
    },
  },
  {
    title: 'responds to the removal of a tag of an unknown lead with the error body',
    rows: ['Remove Tag: failure'],
    async run(service) {
      failed(await remove(service, randomUUID(), 'contract_check'));
    },
  },
];
