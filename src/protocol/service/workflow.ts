import * as z from 'zod/mini';
import { uuid } from '../identifiers.ts';
import { type LeadRecord, leadRecord } from './lead.ts';

/** Body of Send to Workflow: `record` or `lead_id`, never both. */
export const sendToWorkflowRequest = z
  .looseObject({ workflow_id: uuid, record: z.optional(leadRecord), lead_id: z.optional(uuid) })
  .check(
    z.refine((body) => (body.record === undefined) !== (body.lead_id === undefined), {
      error: 'send either record or lead_id',
    }),
  );

/** The same rule as a type: a body with both or with neither does not compile. */
export type SendToWorkflowRequest = { workflow_id: string } & (
  | { record: LeadRecord; lead_id?: never }
  | { lead_id: string; record?: never }
);

/** Body of Update & Send to Workflow: `record` is required, with a phone unless there is a `lead_id`. */
export const updateAndSendToWorkflowRequest = z
  .looseObject({ workflow_id: uuid, record: leadRecord, lead_id: z.optional(uuid) })
  .check(
    z.refine((body) => body.record.phone !== undefined || body.lead_id !== undefined, {
      error: 'send record.phone or lead_id',
    }),
  );

export type UpdateAndSendToWorkflowRequest = { workflow_id: string } & (
  | { record: LeadRecord & { phone: string }; lead_id?: string }
  | { record: LeadRecord; lead_id: string }
);

/** Success of Send to Workflow and of Update & Send to Workflow. See `assumptions.unassignedMeans` for `workflow_assigned: false`. */
export const workflowResponse = z.looseObject({
  status: z.nullish(z.string()),
  workflow_assigned: z.nullish(z.boolean()),
});
export type WorkflowResponse = z.infer<typeof workflowResponse>;
