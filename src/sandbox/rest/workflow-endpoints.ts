import type { Clock } from '../../clock.ts';
import { sendToWorkflowRequest, updateAndSendToWorkflowRequest } from '../../protocol/service/workflow.ts';
import type { KnownIds } from '../known-ids.ts';
import { asJourneyRecord } from '../leads/lead-views.ts';
import type { Leads } from '../leads/leads.ts';
import { parseRecord } from '../leads/record.ts';
import type { EnrolmentStore, StoredLead } from '../store/lead-store.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { failure, type JsonResponse, leadNotFoundOrCreated, success } from './response.ts';

type WorkflowEndpointDeps = { leads: Leads; enrolments: EnrolmentStore; ids: KnownIds; clock: Clock };

/** Send to Workflow and Update & Send to Workflow. */
export function workflowEndpoints({ leads, enrolments, ids, clock }: WorkflowEndpointDeps): Endpoint[] {
  const enroll = (lead: StoredLead, workflowId: string): JsonResponse => {
    const at = new Date(clock.now()).toISOString();
    enrolments.add({ leadId: lead.leadId, workflowId, record: asJourneyRecord(lead), at });
    return success('The lead was sent to the workflow.', { lead_id: lead.leadId, workflow_assigned: true });
  };

  /** The Flow ID stands next to the Journey ID in a workspace address, so people mix them up. */
  const missingJourney = (workflowId: string): JsonResponse | undefined => {
    if (ids.journeys.has(workflowId)) return undefined;
    const isFlow = ids.flows.has(workflowId) ? ' This is the ID of a flow: send the Journey ID.' : '';
    return failure(404, `The journey was not found.${isFlow}`);
  };

  return [
    endpoint(['POST', '/lead/sendtoworkflow'], 'body', sendToWorkflowRequest, ({ workflow_id, record, lead_id }) => {
      const missing = missingJourney(workflow_id);
      if (missing !== undefined) return missing;
      const parsed = parseRecord(record ?? {});
      if (!parsed.ok) return failure(400, `record: ${parsed.message}`);
      const { phone, fields } = parsed;
      // Rule 2: a lead on file is enrolled with its own data, and the record is ignored.
      const onFile = lead_id === undefined ? phone && leads.byPhone(phone) : leads.byId(lead_id);
      if (onFile) return enroll(onFile, workflow_id);
      return phone === undefined ? leadNotFoundOrCreated : enroll(leads.create(phone, fields), workflow_id);
    }),

    endpoint(
      ['PATCH', '/lead/sendtoworkflow'],
      'body',
      updateAndSendToWorkflowRequest,
      ({ workflow_id, record, lead_id }) => {
        const missing = missingJourney(workflow_id);
        if (missing !== undefined) return missing;
        const parsed = parseRecord(record);
        if (!parsed.ok) return failure(400, `record: ${parsed.message}`);
        const { phone, fields } = parsed;
        const byId = lead_id === undefined ? undefined : leads.byId(lead_id);
        const onFile = byId ?? (phone === undefined ? undefined : leads.byPhone(phone));
        if (onFile === undefined) {
          return phone === undefined ? leadNotFoundOrCreated : enroll(leads.create(phone, fields), workflow_id);
        }
        // The API lists no 409 here, so a phone of another lead counts as a lead that cannot be found.
        if (leads.otherOwner(phone, onFile) !== undefined) return leadNotFoundOrCreated;
        return enroll(leads.update(onFile, fields, phone), workflow_id);
      },
    ),
  ];
}
