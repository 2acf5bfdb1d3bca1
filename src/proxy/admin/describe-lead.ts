import type { AdminLead, AdminStep } from '../../protocol/index.ts';
import { isoTime } from '../iso-time.ts';
import { causeOf, type Step, type StoredCall, type StoredLead } from '../store/index.ts';

/** A lead for the dashboard, with the call that waits for its release. Its session is left out: whoever has it can read the conversation. */
export function describeLead(lead: StoredLead, heldCall?: StoredCall): AdminLead {
  const { form, state, held, closed, phone, record, serviceLead } = lead;
  const cause = causeOf(lead);
  return {
    lead: lead.id,
    form,
    state,
    ...(held !== undefined && { held }),
    ...(cause !== undefined && { cause }),
    ...(closed !== undefined && { closed }),
    ...(heldCall !== undefined && { heldCall: describeHeldCall(heldCall) }),
    phone,
    record,
    steps: lead.steps.map(describeStep),
    ...(serviceLead !== undefined && { serviceLead }),
    acceptedAt: isoTime(lead.acceptedAt),
    nextAt: isoTime(lead.nextAt),
    ...(lead.endedAt !== undefined && { endedAt: isoTime(lead.endedAt) }),
  };
}

function describeHeldCall({ requestedAt, plannedAt, expiresAt }: StoredCall): AdminLead['heldCall'] {
  return {
    requestedAt: isoTime(requestedAt),
    ...(plannedAt !== undefined && { plannedAt: isoTime(plannedAt) }),
    expiresAt: isoTime(expiresAt),
  };
}

function describeStep({ step, name, state, attempts, startedAt, endedAt, retryAt, answer, reason }: Step): AdminStep {
  return {
    step,
    ...(name !== undefined && { name }),
    state,
    attempts,
    ...(startedAt !== undefined && { startedAt: isoTime(startedAt) }),
    ...(endedAt !== undefined && { endedAt: isoTime(endedAt) }),
    ...(retryAt !== undefined && { retryAt: isoTime(retryAt) }),
    ...(answer !== undefined && { answer }),
    ...(reason !== undefined && { reason }),
  };
}
