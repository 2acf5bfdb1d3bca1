import { type AdminCall, type AdminLead, type AdminOverview, type AdminStep, fullName } from '../../protocol/index.ts';
import type { DeliveryStatus } from '../delivery/create-delivery.ts';
import { type Activity, causeOf, type ListedCall, type Step, type StoredLead } from '../store/index.ts';

/** A lead for the dashboard, without its session: whoever has that can read the conversation. */
export function describeLead(lead: StoredLead): AdminLead {
  const { form, state, held, phone, record, serviceLead } = lead;
  const cause = causeOf(lead);
  return {
    lead: lead.id,
    form,
    state,
    ...(held !== undefined && { held }),
    ...(cause !== undefined && { cause }),
    phone,
    record,
    steps: lead.steps.map(describeStep),
    ...(serviceLead !== undefined && { serviceLead }),
    acceptedAt: iso(lead.acceptedAt),
    nextAt: iso(lead.nextAt),
    ...(lead.endedAt !== undefined && { endedAt: iso(lead.endedAt) }),
  };
}

function describeStep({ step, name, state, attempts, startedAt, endedAt, retryAt, answer }: Step): AdminStep {
  return {
    step,
    ...(name !== undefined && { name }),
    state,
    attempts,
    ...(startedAt !== undefined && { startedAt: iso(startedAt) }),
    ...(endedAt !== undefined && { endedAt: iso(endedAt) }),
    ...(retryAt !== undefined && { retryAt: iso(retryAt) }),
    ...(answer !== undefined && { answer }),
  };
}

export function describeCall(call: ListedCall): AdminCall {
  const { id, lead, phone, state, reason, transfers } = call;
  const name = fullName(call.record);
  return {
    call: id,
    lead,
    ...(name !== '' && { name }),
    phone,
    state,
    ...(reason !== undefined && { reason }),
    requestedAt: iso(call.requestedAt),
    ...(call.plannedAt !== undefined && { plannedAt: iso(call.plannedAt) }),
    expiresAt: iso(call.expiresAt),
    transfers,
  };
}

export function describeDelivery({ state, running, breaker }: DeliveryStatus): AdminOverview['delivery'] {
  if (breaker.state === 'closed') return { state, running, breaker: { state: 'closed' } };
  const { reason, since, probeAt } = breaker;
  return { state, running, breaker: { state: breaker.state, reason, since: iso(since), probeAt: iso(probeAt) } };
}

/** All spans from `since` on, including those without leads. */
export function describeActivity(
  found: readonly Activity[],
  since: number,
  spanMs: number,
  spans: number,
): AdminOverview['activity'] {
  const byStart = new Map(found.map((span) => [span.from, span]));
  return Array.from({ length: spans }, (_, index) => {
    const from = since + index * spanMs;
    const { captured = 0, delivered = 0 } = byStart.get(from) ?? {};
    return { from: iso(from), captured, delivered };
  });
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
