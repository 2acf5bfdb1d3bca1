import type { Clock } from '../../clock.ts';
import { sendToWorkflowRequest, updateAndSendToWorkflowRequest } from '../../protocol/index.ts';
import type { KnownIds } from '../known-ids.ts';
import type { LeadFile } from '../leads/lead-file.ts';
import { journeyRecord } from '../leads/lead-view.ts';
import { otherLeadWith, readRecord } from '../leads/record.ts';
import type { EnrolmentStore } from '../store/enrolment-store.ts';
import type { StoredLead } from '../store/lead-store.ts';
import { timestampOf } from '../timestamp.ts';
import { type Answer, failure, lostLead, success } from './answer.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

type Parts = { leads: LeadFile; enrolments: EnrolmentStore; ids: KnownIds; clock: Clock };

/** Send to Workflow and Update & Send to Workflow. */
export function workflowEndpoints({ leads, enrolments, ids, clock }: Parts): Endpoint[] {
  const enrol = (lead: StoredLead, workflowId: string): Answer => {
    enrolments.add({ leadId: lead.leadId, workflowId, record: journeyRecord(lead), at: timestampOf(clock.now()) });
    return success('The lead was sent to the workflow.', { lead_id: lead.leadId, workflow_assigned: true });
  };

  /** The Flow ID stands beside the Journey ID in the workspace's addresses, and is easily taken for it (Journey ID). */
  const missingJourney = (workflowId: string): Answer | undefined => {
    if (ids.journeys.has(workflowId)) return undefined;
    const isFlow = ids.flows.has(workflowId) ? ' This is the id of a flow: send the Journey ID.' : '';
    return failure(404, `The journey was not found.${isFlow}`);
  };

  return [
    endpoint(['POST', '/lead/sendtoworkflow'], 'body', sendToWorkflowRequest, ({ workflow_id, record, lead_id }) => {
      const missing = missingJourney(workflow_id);
      if (missing !== undefined) return missing;
      const reading = readRecord(record ?? {});
      if (!reading.ok) return failure(400, `record: ${reading.message}`);
      const { phone, fields } = reading;
      // Rule 2: what is on file is enrolled as it is, and the record is ignored.
      const onFile = lead_id === undefined ? phone && leads.byPhone(phone) : leads.byId(lead_id);
      if (onFile) return enrol(onFile, workflow_id);
      return phone === undefined ? lostLead : enrol(leads.create(phone, fields), workflow_id);
    }),

    endpoint(
      ['PATCH', '/lead/sendtoworkflow'],
      'body',
      updateAndSendToWorkflowRequest,
      ({ workflow_id, record, lead_id }) => {
        const missing = missingJourney(workflow_id);
        if (missing !== undefined) return missing;
        const reading = readRecord(record);
        if (!reading.ok) return failure(400, `record: ${reading.message}`);
        const { phone, fields } = reading;
        const byId = lead_id === undefined ? undefined : leads.byId(lead_id);
        const onFile = byId ?? (phone === undefined ? undefined : leads.byPhone(phone));
        if (onFile === undefined) {
          return phone === undefined ? lostLead : enrol(leads.create(phone, fields), workflow_id);
        }
        // The codes of 4.8 hold no 409: a phone of somebody else is a lead that cannot be had.
        if (otherLeadWith(leads, phone, onFile) !== undefined) return lostLead;
        return enrol(leads.change(onFile, fields, phone), workflow_id);
      },
    ),
  ];
}
