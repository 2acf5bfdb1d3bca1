import { type LeadRecord, leadRecord } from '../../protocol/index.ts';
import type { ServiceClient } from '../../service-client/index.ts';
import type { StoredCall } from '../store/call-log.ts';
import type { Step, StoredLead } from '../store/stored-lead.ts';

export type StepRequest = {
  step: Step;
  lead: StoredLead;
  serviceLead: string | undefined;
  /** For a `call` step: its row. */
  call: StoredCall | undefined;
};

export type StepAnswer = {
  answer: string;
  /** The service took the request and says that it did not do it. */
  refused?: boolean;
  serviceLead?: string;
  serviceCall?: string;
  /** After `read`: fields of the record that the lead on file does not have. */
  blanks?: string[];
};

export type StepRequester = (request: StepRequest, signal: AbortSignal) => Promise<StepAnswer>;

export type StepRequesterOptions = {
  client: ServiceClient;
  /** Whether adding a tag twice is one tag; if not, a repeated tag is looked up first. See `assumptions.tagsAreASet`. */
  tagsAreASet: boolean;
};

/** Sends what a step asks for. One request to the service, except for a repeated tag when tags are no set. */
export function createStepRequester({ client, tagsAreASet }: StepRequesterOptions): StepRequester {
  return async ({ step, lead, serviceLead, call }, signal) => {
    const record = recordOf(lead);
    switch (step.step) {
      case 'create': {
        const created = await client.createLead({ record }, { signal });
        return { answer: 'created', serviceLead: created.lead.lead_id };
      }
      case 'read': {
        // By phone, not by the id of the 409: the phone is what identifies a lead (2.1), an id can be out of date.
        const onFile = await client.getLead({ phone: lead.phone }, { signal });
        return { answer: 'read', serviceLead: onFile.lead_id, blanks: blanks(record, onFile) };
      }
      case 'update': {
        const fields = Object.entries(record).filter(([name]) => step.fields?.includes(name));
        await client.updateLead({ ...Object.fromEntries(fields), lead_id: known(serviceLead) }, { signal });
        return { answer: 'updated' };
      }
      case 'tag': {
        const target = { lead_id: known(serviceLead), tag: known(step.name) };
        if (!tagsAreASet && step.attempts > 1) {
          const { tags = [] } = await client.getLead({ phone: lead.phone }, { signal });
          if (tags.includes(target.tag)) return { answer: 'has it already' };
        }
        await client.addTag(target, { signal });
        return { answer: 'added' };
      }
      case 'journey': {
        const workflow_id = known(step.name);
        // 4.8 finds the lead by the phone in the record, 4.7 would ignore a record for a lead on file.
        const enrolled =
          lead.plan.journey?.onExisting === 'update'
            ? await client.updateAndSendToWorkflow({ workflow_id, record }, { signal })
            : await client.sendToWorkflow({ workflow_id, lead_id: known(serviceLead) }, { signal });
        return enrolled.workflow_assigned ? { answer: 'enrolled' } : { answer: 'not assigned', refused: true };
      }
      case 'call': {
        const { agent, phone, from, requestData } = known(call);
        const placed = await client.initiateCall(
          {
            agent,
            phone,
            ...(from === undefined ? {} : { from }),
            ...(requestData === undefined ? {} : { request_data: requestData }),
          },
          { signal },
        );
        return { answer: 'placed', serviceCall: placed.call_id };
      }
    }
  };
}

function recordOf(lead: StoredLead): LeadRecord & { phone: string } {
  return { ...leadRecord.parse(lead.record), phone: lead.phone };
}

/** A field that Get Lead does not show counts as blank: of custom fields the interface does not say whether it shows them. */
function blanks(record: LeadRecord, onFile: Record<string, unknown>): string[] {
  const has = (name: string) => onFile[name] !== undefined && onFile[name] !== null && onFile[name] !== '';
  return Object.keys(record).filter((name) => name !== 'phone' && !has(name));
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('[delivery] a step came before the one that it builds on');
  return value;
}
