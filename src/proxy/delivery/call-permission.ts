import type { Clock } from '../../clock.ts';
import type { ServiceClient } from '../../service-client/index.ts';
import type { StoredLead } from '../domain/lead.ts';
import type { Breaker } from './breaker.ts';
import { classifyError, reportService } from './classify-error.ts';

/** Whether a lead may be called: `unanswered`, if the service does not say it in time. */
export type CallPermission =
  | { kind: 'granted' }
  | { kind: 'refused'; reason: typeof doNotCallReason }
  | { kind: 'unanswered'; cause: string };

export type CallPermissionDeps = {
  client: Pick<ServiceClient, 'getLead'>;
  breaker: Breaker;
  clock: Clock;
  /** See `calls.doNotCallTag`. */
  doNotCallTag(): string | false;
};

/** Why a call is refused to a lead with the tag. */
export const doNotCallReason = 'do-not-call';

/** How long the service may take to say which tags a lead has, and for how long its answer counts. */
export const permissionMs = 5_000;

/**
 * Asks the service for the lead's tags before somebody is called. Only an answer with tags lets the call be placed: a lead that
 * cannot be found or read may have the tag.
 */
export function createCallPermission({ client, breaker, clock, doNotCallTag }: CallPermissionDeps) {
  return async (lead: Pick<StoredLead, 'id' | 'phone'>, signal: AbortSignal): Promise<CallPermission> => {
    const forbidden = doNotCallTag();
    if (forbidden === false) return { kind: 'granted' };
    const timeout = new AbortController();
    const cancelTimeout = clock.after(permissionMs, () => timeout.abort());
    try {
      const { tags } = await client.getLead(
        { phone: lead.phone },
        { signal: AbortSignal.any([timeout.signal, signal]) },
      );
      breaker.succeeded('read');
      if (!Array.isArray(tags)) return { kind: 'unanswered', cause: 'no tags in the answer' };
      const isForbidden = tags.some((tag) => written(tag) === written(forbidden));
      return isForbidden ? { kind: 'refused', reason: doNotCallReason } : { kind: 'granted' };
    } catch (error) {
      if (timeout.signal.aborted) return { kind: 'unanswered', cause: 'timeout' };
      const verdict = classifyError('read', false, error);
      reportService(breaker, verdict, 'read', lead.id);
      return { kind: 'unanswered', cause: verdict.cause };
    } finally {
      cancelTimeout();
    }
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
