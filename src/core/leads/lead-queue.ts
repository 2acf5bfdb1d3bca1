import type { LeadRequest } from '../../protocol/index.ts';
import type {
  ConsentOutcome,
  LeadGateway,
  LeadOutcome,
  LeadSender,
  SendResult,
  SettledLead,
  StoredLeads,
} from './lead-gateway.ts';
import { createLeadRecords, type LeadRecord, type LeadRecordsDeps } from './lead-records.ts';

export type LeadQueueDeps = LeadRecordsDeps & {
  sender: LeadSender;
  random: () => number;
  createId(): string;
  /** Calls the listener when sending may succeed: online or visible again. Returns the function that stops listening. */
  onWake(listener: () => void): () => void;
};

/** How long an attempt claims its lead. After this time, longer than an attempt takes, another one may send it. */
const claimMs = 12_000;
const maxAttemptsPerPage = 10;
const maxDelayMs = 60_000;
const maxRetryAfterMs = 300_000;

/**
 * The leads that are not delivered yet. Each is saved before it is sent, with one key for all attempts, and removed only
 * after it was accepted or permanently refused. So no reload, crash or dead network can lose it.
 */
export function createLeadQueue(
  deps: LeadQueueDeps,
): Omit<LeadGateway, keyof StoredLeads | 'loadConsent' | 'identify'> {
  const { clock, sender } = deps;
  const records = createLeadRecords(deps);
  const listeners = new Set<(outcome: SettledLead | ConsentOutcome) => void>();
  /** Keys of leads that cannot be sent before the visitor agrees to a changed text. */
  const awaitingConsent = new Set<string>();
  let state: 'idle' | 'sending' | 'destroyed' = 'idle';
  let attemptCount = 0;
  /** Aborted when the visitor is forgotten: the outcome of an attempt that runs is not reported. */
  let visitor = new AbortController();
  let cancelRetry = () => {};
  let stopWaking: (() => void) | undefined;

  const ownRecords = (): LeadRecord[] => records.list().filter(({ to }) => to === sender.to);

  const sendableRecords = (): LeadRecord[] => ownRecords().filter(({ key }) => !awaitingConsent.has(key));

  async function attempt(record: LeadRecord): Promise<SendResult> {
    attemptCount++;
    records.change(record.key, { claimedUntil: clock.now() + claimMs });
    return sender.send(record.key, record.request);
  }

  /** Removes a lead that was accepted or permanently refused, and keeps one that may be sent later. */
  function settle(record: LeadRecord, result: SendResult): SendResult | ConsentOutcome {
    const { key, request } = record;
    if (result.status === 'failed') {
      release(key);
      return result;
    }
    if (!needsOtherConsent(result)) {
      records.remove(record);
      return result;
    }
    awaitingConsent.add(key);
    release(key);
    return { status: 'consent-changed', key, form: request.form };
  }

  /** Ends the claim, so that the next page does not wait for it. */
  function release(key: string): void {
    records.change(key, { claimedUntil: 0 });
  }

  function retryAfter(delayMs: number): void {
    cancelRetry();
    if (state === 'destroyed') return;
    stopWaking ??= deps.onWake(() => void sendQueued());
    if (attemptCount < maxAttemptsPerPage) cancelRetry = clock.after(delayMs, () => void sendQueued());
  }

  function nextDelayMs(retryAfterMs = 0): number {
    const jittered = deps.random() * Math.min(maxDelayMs, 1000 * 2 ** attemptCount);
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
    const { signal } = visitor;
    for (const record of sendableRecords()) {
      if (record.claimedUntil > clock.now()) continue;
      const result = await attempt(record);
      const outcome = settle(record, result);
      if (isDestroyed()) return undefined;
      // The next visitor may have queued a lead meanwhile.
      if (signal.aborted) break;
      if (outcome.status === 'failed') return nextDelayMs(outcome.retryAfterMs);
      for (const listener of listeners) listener(outcome);
    }
    return sendableRecords().length > 0 ? claimMs : undefined;
  }

  /** A function, because TypeScript assumes that the state does not change during an await. */
  function isDestroyed(): boolean {
    return state === 'destroyed';
  }

  return {
    async submit(request: LeadRequest): Promise<LeadOutcome> {
      const record = { key: deps.createId(), to: sender.to, at: clock.now(), claimedUntil: 0, request };
      const kept = records.add(record);
      const result = await attempt(record);
      if (result.status !== 'failed') {
        records.remove(record);
        return result;
      }
      release(record.key);
      retryAfter(nextDelayMs(result.retryAfterMs));
      return { status: 'queued', kept };
    },
    hasQueued: () => ownRecords().length > 0,
    flush() {
      if (sendableRecords().length > 0) void sendQueued();
    },
    resend(key, consent) {
      const record = ownRecords().find((known) => known.key === key);
      if (record === undefined) return undefined;
      const { consent: _, ...request } = record.request;
      records.change(key, { request: consent === undefined ? request : { ...request, consent } });
      awaitingConsent.delete(key);
      const kept = records.isInMemory(record) ? 'memory' : 'storage';
      void sendQueued();
      return kept;
    },
    drop(key) {
      for (const record of ownRecords()) if (record.key === key) records.remove(record);
    },
    onSettled(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    setPersistent: records.setPersistent,
    forget() {
      visitor.abort();
      visitor = new AbortController();
      cancelRetry();
      for (const record of ownRecords()) records.remove(record);
    },
    destroy() {
      state = 'destroyed';
      cancelRetry();
      stopWaking?.();
      listeners.clear();
    },
  };
}

/** Whether the proxy refused only the consent: the visitor has agreed to an outdated text, or has not seen the new one. */
function needsOtherConsent(result: SettledLead): boolean {
  return (
    result.status === 'refused' &&
    result.issues.length > 0 &&
    result.issues.every(({ path }) => path.startsWith('consent'))
  );
}
