import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import { leadsKey } from '../../options/index.ts';
import type { LeadRequest } from '../../protocol/index.ts';
import type { LeadGateway, LeadOutcome, LeadSender, SendResult, SettledLead } from './lead-gateway.ts';

export type LeadQueueDeps = {
  sender: LeadSender;
  /** Where leads wait. Undefined: in memory. */
  area: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** Whether the visitor lets us keep anything. */
  kept: boolean;
  clock: Clock;
  random: () => number;
  createId(): string;
  /** Calls back when sending may succeed now: online again, looked at again. Returns the end of it. */
  onWake(listener: () => void): () => void;
};

const mostRecords = 5;
/** What the proxy takes at most. */
const mostCharacters = 16_384;
/** Older ones are given up: personal data must not lie in a browser for ever. */
const expiryMs = 72 * 3_600_000;
/** Longer than an attempt takes. Afterwards another tab may take the lead over: the first may be gone. */
const claimMs = 12_000;
const attemptsPerPage = 10;
const longestDelayMs = 60_000;

const record = z.object({
  key: z.string(),
  to: z.string(),
  at: z.number(),
  /** A tab is sending it until then. */
  claimedUntil: z.number(),
  /** Whether it is one after all, the proxy judges, as it does for the leads of other builds. */
  request: z.custom<LeadRequest>((value) => typeof value === 'object' && value !== null),
});
type Record = z.infer<typeof record>;

/**
 * Leads on their way. Each is written down before it is sent, under one key for all its attempts, and taken out only
 * when it was accepted or refused for good, so that no reload, crash or dead network can lose it.
 */
export function createLeadQueue(
  parts: LeadQueueDeps,
): Pick<LeadGateway, 'submit' | 'hasQueued' | 'flush' | 'onSettled' | 'setKept' | 'forget' | 'destroy'> {
  const { clock, sender } = parts;
  const listeners = new Set<(outcome: SettledLead) => void>();
  /** What storage did not take. */
  let inMemory: Record[] = [];
  let kept = parts.kept;
  let attempts = 0;
  let stopTimer = () => {};
  let sending = false;
  let destroyed = false;
  let stopWaking: (() => void) | undefined;

  function stored(): Record[] {
    if (!kept) return [];
    try {
      const list: unknown = JSON.parse(parts.area?.getItem(leadsKey) ?? '[]');
      const records = Array.isArray(list) ? list.flatMap((one) => record.safeParse(one).data ?? []) : [];
      return records.filter(({ at }) => clock.now() - at < expiryMs);
    } catch {
      return [];
    }
  }

  function store(records: readonly Record[]): boolean {
    try {
      if (records.length > 0) parts.area?.setItem(leadsKey, JSON.stringify(records));
      else parts.area?.removeItem(leadsKey);
      return parts.area !== undefined;
    } catch {
      return false;
    }
  }

  function own(): Record[] {
    return [...stored(), ...inMemory].filter(({ to }) => to === sender.to);
  }

  function add(one: Record): 'storage' | 'memory' {
    const others = stored();
    const fits = kept && others.length < mostRecords && JSON.stringify(one).length <= mostCharacters;
    if (fits && store([...others, one])) return 'storage';
    inMemory.push(one);
    return 'memory';
  }

  function remove(one: Record): void {
    inMemory = inMemory.filter((other) => other.key !== one.key);
    const rest = stored().filter((other) => other.key !== one.key);
    if (rest.length !== stored().length) store(rest);
  }

  function claim(one: Record, claimedUntil: number): void {
    const update = (other: Record) => (other.key === one.key ? { ...other, claimedUntil } : other);
    inMemory = inMemory.map(update);
    const records = stored();
    if (records.some((other) => other.key === one.key)) store(records.map(update));
  }

  async function attempt(one: Record): Promise<SendResult> {
    attempts++;
    claim(one, clock.now() + claimMs);
    const result = await sender.send(one.key, one.request);
    // A page that is loaded right after this one must not wait for a claim that nobody holds.
    if (result.status === 'failed') claim(one, 0);
    else remove(one);
    return result;
  }

  function retryIn(ms: number): void {
    stopTimer();
    stopWaking ??= parts.onWake(() => void sendWaiting());
    if (!destroyed && attempts < attemptsPerPage) stopTimer = clock.after(ms, () => void sendWaiting());
  }

  function delay(retryAfterMs: number | undefined): number {
    const jittered = parts.random() * Math.min(longestDelayMs, 1000 * 2 ** attempts);
    return Math.max(jittered, Math.min(retryAfterMs ?? 0, 300_000));
  }

  /** All that wait and that no other tab is sending, one after the other. */
  async function sendWaiting(): Promise<void> {
    if (sending || destroyed) return;
    sending = true;
    stopTimer();
    for (const one of own()) {
      if (one.claimedUntil > clock.now() && !inMemory.includes(one)) continue;
      const result = await attempt(one);
      if (destroyed) return;
      if (result.status === 'failed') {
        sending = false;
        retryIn(delay(result.retryAfterMs));
        return;
      }
      for (const listener of listeners) listener(result);
    }
    sending = false;
    if (own().length > 0) retryIn(claimMs);
  }

  return {
    async submit(request: LeadRequest): Promise<LeadOutcome> {
      const one = { key: parts.createId(), to: sender.to, at: clock.now(), claimedUntil: 0, request };
      const place = add(one);
      const result = await attempt(one);
      if (result.status !== 'failed') return result;
      retryIn(delay(result.retryAfterMs));
      return { status: 'queued', kept: place };
    },
    hasQueued: () => own().length > 0,
    flush() {
      if (own().length > 0) void sendWaiting();
    },
    onSettled(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    setKept(allowed) {
      if (allowed === kept) return;
      if (!allowed) {
        inMemory.push(...own().filter((one) => !inMemory.includes(one)));
        store([]);
      }
      kept = allowed;
      if (allowed) for (const one of inMemory.splice(0)) add(one);
    },
    forget() {
      stopTimer();
      for (const one of own()) remove(one);
    },
    destroy() {
      destroyed = true;
      stopTimer();
      stopWaking?.();
      listeners.clear();
    },
  };
}
