import { digitsOf } from '../../protocol/phone.ts';
import { verifiedFieldsName } from '../../protocol/reserved-names.ts';
import type { Assumptions } from '../../protocol/service/assumptions.ts';
import { type LeadRecord, leadRecord } from '../../protocol/service/lead.ts';
import type { ServiceClient } from '../../service-client/index.ts';
import type { StoredCall } from '../domain/call.ts';
import type { Step, StoredLead } from '../domain/lead.ts';
import { overwritingRecord, verifiedAfterFill } from './verified-fields.ts';

export type StepRequest = {
  step: Step;
  lead: StoredLead;
  serviceLead: string | undefined;
  /** For a `call` step: its row. */
  call: StoredCall | undefined;
  /** Whether it was tried before, also by an attempt that did not count, or before a replay. */
  isAgain: boolean;
};

export type StepResult = {
  /** The outcome in a few words, for the step's `answer`. */
  summary: string;
  /** The state of the step after a success that needs the operator. @default `done` */
  state?: 'done' | 'dead' | 'unknown';
  /** The service treats the phone as one without country code, and has another number. */
  isPhoneChanged?: boolean;
  serviceLead?: string | undefined;
  serviceCall?: string | undefined;
  /** After `read`: fields of the record that are blank in the lead on file. */
  blanks?: string[] | undefined;
  /** After `read`: the new value of `verified_fields`, if filling in the blanks changes it. */
  verifiedFields?: string | undefined;
};

export type StepRequester = (request: StepRequest, signal: AbortSignal) => Promise<StepResult>;

export type StepRequesterOptions = {
  client: ServiceClient;
  /**
   * Whether adding a tag twice results in one tag. If not, a retry first checks whether the lead has it. See
   * `assumptions.tagsAreASet`.
   */
  tagsAreASet: boolean;
  /** Whether a custom field that Get Lead does not return is blank. See `assumptions.getLeadReturnsCustomFields`. */
  getLeadReturnsCustomFields: boolean;
  /** See `assumptions.unassignedMeans`. */
  unassignedMeans: Assumptions['unassignedMeans'];
};

/** Sends the request of a step: one request, except for the retry of a tag when tags are not a set. */
export function createStepRequester({
  client,
  tagsAreASet,
  getLeadReturnsCustomFields,
  unassignedMeans,
}: StepRequesterOptions): StepRequester {
  return async ({ step, lead, serviceLead, call, isAgain }, signal) => {
    const record = recordOf(lead);
    switch (step.step) {
      case 'create': {
        const created = await client.createLead({ record }, { signal });
        const { lead_id: serviceLead, phone } = created.lead;
        const isPhoneChanged = hasOtherPhone(lead, phone);
        return isPhoneChanged
          ? { summary: 'created, with another phone', state: 'unknown', serviceLead, isPhoneChanged }
          : { summary: 'created', serviceLead };
      }
      case 'read': {
        // By phone, not by the ID of the 409: the phone identifies the lead, and the ID may be out of date.
        const onFile = await client.getLead({ phone: lead.phone }, { signal });
        if (hasOtherPhone(lead, onFile.phone)) {
          return { summary: 'read, with another phone', state: 'dead', isPhoneChanged: true };
        }
        const blanks = blanksOf(record, onFile, getLeadReturnsCustomFields);
        const verifiedFields = verifiedAfterFill(record, onFile, blanks);
        return {
          summary: 'read',
          serviceLead: onFile.lead_id,
          blanks: blanks.filter((name) => name !== verifiedFieldsName),
          verifiedFields,
        };
      }
      case 'update': {
        const fields = Object.entries(record).filter(([name]) => step.fields?.includes(name));
        const { verifiedFields } = step;
        await client.updateLead(
          {
            ...Object.fromEntries(fields),
            ...(verifiedFields !== undefined && { [verifiedFieldsName]: verifiedFields }),
            lead_id: required(serviceLead),
          },
          { signal },
        );
        return { summary: 'updated' };
      }
      case 'tag': {
        const target = { lead_id: required(serviceLead), tag: required(step.name) };
        if (!tagsAreASet && isAgain) {
          const { tags } = await client.getLead({ phone: lead.phone }, { signal });
          if (tags?.includes(target.tag) === true) return { summary: 'has it already' };
        }
        await client.addTag(target, { signal });
        return { summary: 'added' };
      }
      case 'journey': {
        const workflow_id = required(step.name);
        // Update & Send to Workflow finds the lead by the phone in the record; Send to Workflow ignores the record of a lead on file.
        const enrolled =
          lead.plan.journey?.onExisting === 'update'
            ? await client.updateAndSendToWorkflow({ workflow_id, record: overwritingRecord(record) }, { signal })
            : await client.sendToWorkflow({ workflow_id, lead_id: required(serviceLead) }, { signal });
        return enrolled.workflow_assigned === false
          ? { summary: 'not assigned', state: unassignedStates[unassignedMeans] }
          : { summary: 'enrolled' };
      }
      case 'call': {
        const { agent, phone, from, requestData } = required(call);
        const placed = await client.initiateCall(
          {
            agent,
            phone,
            from,
            request_data: requestData,
          },
          { signal },
        );
        return { summary: 'placed', serviceCall: placed.call_id };
      }
    }
  };
}

/** By what a success without an assigned journey means. */
const unassignedStates = { enrolled: 'done', 'not-enrolled': 'dead', unknown: 'unknown' } as const;

/** Whether the service says that its lead has another phone: somebody else's. */
export function hasOtherPhone(lead: Pick<StoredLead, 'phone'>, phone: unknown): boolean {
  return typeof phone === 'string' && digitsOf(phone) !== digitsOf(lead.phone);
}

function recordOf(lead: StoredLead): LeadRecord & { phone: string } {
  return { ...leadRecord.parse(lead.record), phone: lead.phone };
}

/**
 * The fields of the record that are blank in the lead on file. Get Lead may leave out custom fields that have a value.
 * Filling those would let anyone who knows the phone overwrite them, for example a consent.
 */
function blanksOf(record: LeadRecord, onFile: Record<string, unknown>, returnsCustomFields: boolean): string[] {
  return Object.keys(record).filter((name) => {
    if (name === 'phone') return false;
    if (!Object.hasOwn(onFile, name)) return returnsCustomFields || Object.hasOwn(leadRecord.shape, name);
    const value = onFile[name];
    return value === undefined || value === null || value === '';
  });
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('[delivery] a step runs before the step that it depends on');
  return value;
}
