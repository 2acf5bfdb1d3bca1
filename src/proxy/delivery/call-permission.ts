import type { Clock } from '../../clock.ts';
import type { ServiceClient } from '../../service-client/index.ts';
import type { StoredLead } from '../domain/lead.ts';
import type { Breaker } from './breaker.ts';
import { sendForStep } from './classify-error.ts';
import { hasOtherPhone } from './step-request.ts';

/** Whether a lead may be called: `unanswered`, if the service does not say it in time. */
export type CallPermission =
  | { kind: 'granted' }
  | { kind: 'refused'; reason: typeof doNotCallReason | 'off' }
  | { kind: 'unanswered'; cause: string };

export type CallPermissionDeps = {
  client: Pick<ServiceClient, 'getLead'>;
  breaker: Breaker;
  clock: Clock;
  /** See `calls.enabled`. */
  areCallsEnabled(): boolean;
  /** See `calls.doNotCallTag`. */
  doNotCallTag(): string | false;
};

/** Why a call is refused to a lead with the tag. */
const doNotCallReason = 'do-not-call';

/** How long the service may take to say which tags a lead has, and for how long its answer counts. */
export const permissionMs = 5_000;

type CalledLead = Pick<StoredLead, 'id' | 'phone'>;

/** Whether somebody may be called now. Calls can be switched off while one waits, and while the service is asked. */
export function createCallPermission(deps: CallPermissionDeps) {
  const askForTags = createTagQuestion(deps);
  return async (lead: CalledLead, signal: AbortSignal): Promise<CallPermission> => {
    const permission = deps.areCallsEnabled() ? await askForTags(lead, signal) : callsAreOff;
    return deps.areCallsEnabled() ? permission : callsAreOff;
  };
}

const callsAreOff: CallPermission = { kind: 'refused', reason: 'off' };

/**
 * Asks the service for the lead's tags before somebody is called. Only an answer with tags lets the call be placed: a lead that
 * cannot be found or read may have the tag.
 */
function createTagQuestion({ client, breaker, clock, doNotCallTag }: CallPermissionDeps) {
  return async (lead: CalledLead, signal: AbortSignal): Promise<CallPermission> => {
    const forbidden = doNotCallTag();
    if (forbidden === false) return { kind: 'granted' };
    const timeout = new AbortController();
    const cancelTimeout = clock.after(permissionMs, () => timeout.abort());
    const sent = await sendForStep({ step: 'read', lead: lead.id }, breaker, () =>
      client.getLead({ phone: lead.phone }, { signal: AbortSignal.any([timeout.signal, signal]) }),
    );
    cancelTimeout();
    if (!sent.ok) return { kind: 'unanswered', cause: timeout.signal.aborted ? 'timeout' : sent.verdict.cause };
    const { tags, phone } = sent.result;
    if (hasOtherPhone(lead, phone)) return { kind: 'unanswered', cause: 'another phone' };
    if (!Array.isArray(tags)) return { kind: 'unanswered', cause: 'no tags in the answer' };
    const isForbidden = tags.some((tag) => written(tag) === written(forbidden));
    return isForbidden ? { kind: 'refused', reason: doNotCallReason } : { kind: 'granted' };
  };
}

/** People write a tag in many ways: `Do not call`, `do-not-call`. Each machine writes accents in its own. */
function written(tag: string): string {
  return tag
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_');
}
