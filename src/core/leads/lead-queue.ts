import { isConsentIssue } from '../../protocol/proxy/consent-problem.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import type { VisitorSignal } from '../effects/visitor-lifetime.ts';
import { isUnknownPhone } from './field-issue.ts';
import type { AttemptResult, ConsentOutcome, LeadOutcome, LeadQueue, LeadSender, SettledLead } from './lead-gateway.ts';
import { createQueuedLeads, type QueuedLead, type QueuedLeadsDeps } from './queued-leads.ts';

export type LeadQueueDeps = QueuedLeadsDeps & {
  sender: LeadSender;
  visitorSignal: VisitorSignal;
  random: () => number;
  createId(): string;
  /** Calls the listener when sending may succeed. Returns the function that stops listening. */
  onWake(listener: () => void): () => void;
};

/** How long a request claims its lead. After this time, longer than a request takes, another tab may send the lead. */
const claimMs = 12_000;
const maxRoundsPerPage = 10;
const maxDelayMs = 60_000;
const maxRetryAfterMs = 300_000;

/**
 * The leads that are not delivered yet. Each is saved before it is sent, where the page may store anything, with one key for
 * all attempts: a reload, a crash or a dead network does not lose it. It is removed after it was accepted or permanently
 * refused, after 72 hours, or when the visitor deletes it or does not agree to a changed consent.
 */
export function createLeadQueue(deps: LeadQueueDeps): LeadQueue {
  const { clock, sender, visitorSignal } = deps;
  const leads = createQueuedLeads(deps);
  const listeners = new Set<(outcome: SettledLead | ConsentOutcome) => void>();
  /** Keys of leads that cannot be sent before the visitor agrees to a changed text. */
  const awaitingConsent = new Set<string>();
  let state: 'idle' | 'sending' | 'destroyed' = 'idle';
  /** How often this page has tried to send the leads that wait. */
  let roundCount = 0;
  let cancelRetry = () => {};
  let stopWaking: (() => void) | undefined;

  const ownLeads = (): QueuedLead[] => leads.list().filter(({ to }) => to === sender.to);

  const sendableLeads = (): QueuedLead[] => ownLeads().filter(({ key }) => !awaitingConsent.has(key));

  async function attempt({ key, request }: Pick<QueuedLead, 'key' | 'request'>): Promise<AttemptResult> {
    leads.change(key, { claimedUntil: clock.now() + claimMs });
    const result = await sender.send(key, request);
    if (result.status !== 'changed') return result;
    // Saved before it is sent: if the response is lost, no other body must be sent under this key.
    if (!leads.change(key, { request: result.request })) return { status: 'failed', isForAll: false };
    const outcome = await attempt({ key, request: result.request });
    if (outcome.status !== 'accepted') return outcome;
    return { ...outcome, issues: [...(outcome.issues ?? []), ...result.issues] };
  }

  /** The visitor, who has left the form, cannot be asked about a phone that the proxy does not know. */
  async function attemptUnasked(lead: QueuedLead): Promise<AttemptResult> {
    const result = await attempt(lead);
    if (result.status !== 'refused' || !result.issues.every(isUnknownPhone) || result.issues.length === 0)
      return result;
    const request = { ...lead.request, phoneConfirmed: true };
    if (!leads.change(lead.key, { request })) return { status: 'failed', isForAll: false };
    return attempt({ key: lead.key, request });
  }

  /** Removes a lead that was accepted or permanently refused. Ends the claim of one that may be sent later. */
  function settle(lead: QueuedLead, outcome: AttemptResult | ConsentOutcome): void {
    if (outcome.status === 'accepted' || outcome.status === 'refused') leads.remove(lead);
    else leads.change(lead.key, { claimedUntil: 0 });
  }

  /** The form may ask for the consent again as long as the visitor sees it. Later, the lead waits for the answer. */
  function keepForConsent({ key, request }: QueuedLead, result: AttemptResult): AttemptResult | ConsentOutcome {
    if (!needsOtherConsent(result)) return result;
    awaitingConsent.add(key);
    return { status: 'consent-changed', key, form: request.form };
  }

  function stopRetrying(): void {
    cancelRetry();
    stopWaking?.();
    stopWaking = undefined;
  }

  function retryAfter(delayMs: number): void {
    cancelRetry();
    if (state === 'destroyed') return;
    stopWaking ??= deps.onWake(() => void sendQueued());
    if (roundCount < maxRoundsPerPage) cancelRetry = clock.after(delayMs, () => void sendQueued());
  }

  function nextDelayMs(retryAfterMs = 0): number {
    const jittered = deps.random() * Math.min(maxDelayMs, 1000 * 2 ** roundCount);
    return Math.max(jittered, Math.min(retryAfterMs, maxRetryAfterMs));
  }

  /** Sends the queued leads that neither another tab nor submit() is sending, one after the other. */
  async function sendQueued(): Promise<void> {
    if (state !== 'idle') return;
    state = 'sending';
    cancelRetry();
    const delayMs = await sendAll();
    if (isDestroyed()) return;
    state = 'idle';
    if (delayMs !== undefined) retryAfter(delayMs);
  }

  /** Resolves with the delay until the next attempt; undefined if no lead is left to send. */
  async function sendAll(): Promise<number | undefined> {
    const signal = visitorSignal();
    const tried = new Set<string>();
    let delayMs: number | undefined;
    // Looks again before each attempt: another tab may have sent or claimed the next lead during the last one.
    const next = () => sendableLeads().find(({ key, claimedUntil }) => !tried.has(key) && claimedUntil <= clock.now());
    for (let lead = next(); lead !== undefined; lead = next()) {
      if (tried.size === 0) roundCount++;
      tried.add(lead.key);
      const outcome = keepForConsent(lead, await attemptUnasked(lead));
      settle(lead, outcome);
      if (isDestroyed()) return undefined;
      // What comes of the lead of a forgotten visitor is not reported. The next one may have queued a lead meanwhile.
      if (signal.aborted) break;
      if (outcome.status === 'failed') {
        delayMs = Math.max(delayMs ?? 0, nextDelayMs(outcome.retryAfterMs));
        if (outcome.isForAll) break;
      } else for (const listener of listeners) listener(outcome);
    }
    return delayMs ?? (sendableLeads().length > 0 ? claimMs : undefined);
  }

  /** A function, because TypeScript assumes that the state does not change during an await. */
  function isDestroyed(): boolean {
    return state === 'destroyed';
  }

  return {
    async submit(request: LeadRequest): Promise<LeadOutcome> {
      const lead = { key: deps.createId(), to: sender.to, at: clock.now(), claimedUntil: 0, request };
      leads.add(lead);
      roundCount++;
      const result = await attempt(lead);
      settle(lead, result);
      if (result.status !== 'failed') return result;
      retryAfter(nextDelayMs(result.retryAfterMs));
      return { status: 'queued', kept: leads.placeOf(lead) };
    },
    hasQueued: () => ownLeads().length > 0,
    flush() {
      if (sendableLeads().length > 0) void sendQueued();
    },
    resend(key, consent) {
      const lead = ownLeads().find((known) => known.key === key);
      if (lead === undefined) return undefined;
      const { consent: _, ...request } = lead.request;
      leads.change(key, { request: consent === undefined ? request : { ...request, consent } });
      awaitingConsent.delete(key);
      const kept = leads.placeOf(lead);
      void sendQueued();
      return kept;
    },
    drop(key) {
      for (const lead of ownLeads()) if (lead.key === key) leads.remove(lead);
    },
    onSettled(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    moveFrom(previous, ofOthers) {
      leads.moveFrom(previous, ofOthers);
      const places = ownLeads().map(leads.placeOf);
      return places.includes('memory') ? 'memory' : (places[0] ?? null);
    },
    forget(until = Number.POSITIVE_INFINITY) {
      stopRetrying();
      // Those for another URL too: they are the visitor's.
      for (const lead of leads.list()) if (lead.at <= until || leads.placeOf(lead) === 'memory') leads.remove(lead);
    },
    destroy() {
      state = 'destroyed';
      stopRetrying();
      listeners.clear();
    },
  };
}

/** Whether the proxy refused only the consent: the visitor has agreed to an outdated text, or has not seen the new one. */
function needsOtherConsent(result: AttemptResult): boolean {
  return result.status === 'refused' && result.issues.length > 0 && result.issues.every(isConsentIssue);
}
