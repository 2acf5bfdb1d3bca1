import type { ServiceClient, ServiceError } from '../../src/service-client/index.ts';

/** Never run: `tsc` checks that each line fails to compile for the reason beside it. */
export function misuse(client: ServiceClient, error: ServiceError): unknown[] {
  const record = { phone: '14155552671' };
  return [
    // @ts-expect-error Get Lead: phone or lead_id, not both
    client.getLead({ phone: '14155552671', lead_id: 'x' }),
    // @ts-expect-error Get Lead: one of the two is needed
    client.getLead({}),
    // @ts-expect-error Send to Workflow: record or lead_id, never both
    client.sendToWorkflow({ workflow_id: 'x', record, lead_id: 'x' }),
    // @ts-expect-error Send to Workflow: one of the two is needed
    client.sendToWorkflow({ workflow_id: 'x' }),
    // @ts-expect-error Send to Workflow: a journey is needed
    client.sendToWorkflow({ lead_id: 'x' }),
    // @ts-expect-error Update & Send to Workflow: without lead_id the record needs a phone
    client.updateAndSendToWorkflow({ workflow_id: 'x', record: { first_name: 'Ada' } }),
    // @ts-expect-error Update & Send to Workflow: record is always needed
    client.updateAndSendToWorkflow({ workflow_id: 'x', lead_id: 'x' }),
    // @ts-expect-error Update Lead: fields stand beside lead_id, not inside record
    client.updateLead({ lead_id: 'x', record: { email: 'ada@example.com' } }),
    // @ts-expect-error Create Lead: fields stand inside record
    client.createLead({ phone: '14155552671' }),
    // @ts-expect-error Initiate Call: a call needs an agent
    client.initiateCall({ phone: '14155552671' }),
    // @ts-expect-error Webchat session initialization: the record of a session needs a phone
    client.initSession({ flow_id: 'x', record: { first_name: 'Ada' } }),
    // @ts-expect-error there is no such code
    error.code === 'conflict',
  ];
}

/** The same calls as they are meant; these compile. */
export function use(client: ServiceClient): unknown[] {
  const record = { phone: '14155552671', plan: 'pro' };
  return [
    client.getLead({ phone: '14155552671' }),
    client.getLead({ lead_id: 'x' }),
    client.sendToWorkflow({ workflow_id: 'x', record }),
    client.sendToWorkflow({ workflow_id: 'x', lead_id: 'x' }),
    client.updateAndSendToWorkflow({ workflow_id: 'x', record }),
    client.updateAndSendToWorkflow({ workflow_id: 'x', record: { first_name: 'Ada' }, lead_id: 'x' }),
    client.updateLead({ lead_id: 'x', email: 'ada@example.com', plan: 'pro' }),
  ];
}
