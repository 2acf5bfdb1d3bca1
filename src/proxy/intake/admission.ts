import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import type { StoredLead } from '../domain/lead.ts';
import { type ProxyError, rateLimited } from '../http/proxy-error.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import type { LimitDenial, TakenPoints } from '../limits/limiter.ts';
import type { CaptchaVerifier } from './captcha.ts';
import type { CheckedLead } from './read-lead.ts';

/** Why a lead waits for an operator instead of being delivered. A held lead gets the same response as any other. */
export type HoldReason = 'honeypot' | 'too-fast' | 'no-form' | 'captcha-failed' | 'captcha-unavailable' | 'phone-limit';

/** Whether a lead may be stored, and whether it is held. Exactly the points that were taken for it can be given back. */
type Admission =
  | (TakenPoints & { held: HoldReason | undefined })
  /** An earlier request has stored it. */
  | (TakenPoints & { isRepeated: true })
  | LimitDenial;

/**
 * What came of a request: it stored the lead, another request had stored it (or another lead with this key), it failed,
 * so that nobody knows, or it has to come again because another limit refused it.
 */
export type AdmissionOutcome = 'stored' | 'not-stored' | 'unknown' | 'refused';

export type LeadAdmitterDeps = {
  minFillMs: number;
  limits: Pick<LeadLimits, 'takeAddress' | 'takePhone' | 'takeSite'>;
  verifyCaptcha: CaptchaVerifier;
};

export type LeadSender = {
  /** Idempotency-Key of the request. */
  key: string;
  /** Two bodies with one key are two leads until the store has one of them. */
  bodyHash: string;
  address: string | undefined;
  /** Whether an earlier request has stored the lead. */
  isStored(): Promise<boolean>;
};

export type AdmittedLead = {
  held: HoldReason | undefined;
  /** Whether an earlier request has stored it. */
  isRepeated: boolean;
  /** Ends the request. Must be called once: gives the points of the limits back if none of its repetitions needs them. */
  settle(outcome: AdmissionOutcome): Promise<void>;
};

/** Applies the limits, and decides whether a lead is held. */
export function createLeadAdmitter({ minFillMs, limits, verifyCaptcha }: LeadAdmitterDeps) {
  // Apart, so that a lead that has to wait for the site is not counted and checked again when it comes back: a token of
  // some captcha providers can be verified only once.
  const visitors = new AdmissionCache();
  const sites = new AdmissionCache();

  async function decideVisitor(
    request: LeadRequest,
    { phone, isSigned }: CheckedLead,
    { key, address, isStored }: LeadSender,
  ): Promise<Admission> {
    // The address comes first: an address over its limit must not use up the limits that all visitors share, nor cost the
    // database anything.
    const ofAddress = await limits.takeAddress(address);
    if (!ofAddress.allowed) return ofAddress;
    // A captcha token can be verified only once, so a repeated request is recognized before it is checked.
    if (request.captcha !== undefined && (await isKnown(isStored, ofAddress)))
      return { ...ofAddress, isRepeated: true };
    // The site has signed the visitor's identity, and a form that is not shown takes no time and has no captcha.
    const spam = isSigned
      ? undefined
      : (detectSpam(request, minFillMs) ?? (await verifyCaptcha({ token: request.captcha, address, key })));
    const ofPhone = await limits.takePhone(phone, address);
    return {
      allowed: true,
      held: spam ?? (ofPhone.isOver ? 'phone-limit' : undefined),
      async reward() {
        await Promise.all([ofAddress.reward(), ofPhone.reward()]);
      },
    };
  }

  async function decideSite({ form }: LeadRequest, held: HoldReason | undefined): Promise<Admission> {
    const ofSite = await limits.takeSite(form, held !== undefined);
    return ofSite.allowed ? { ...ofSite, held } : ofSite;
  }

  /** @throws ProxyError when a limit is reached */
  return async (request: LeadRequest, checked: CheckedLead, sender: LeadSender): Promise<AdmittedLead> => {
    const decisionKey = `${sender.key} ${sender.bodyHash}`;
    const visitor = await visitors.getOrDecide(decisionKey, () => decideVisitor(request, checked, sender));
    if (!visitor.admission.allowed) throw refused(visitor.admission);
    if ('isRepeated' in visitor.admission) return { held: undefined, isRepeated: true, settle: visitor.settle };
    const { held } = visitor.admission;
    const site = await sites.getOrDecide(decisionKey, () => decideSite(request, held));
    if (!site.admission.allowed) {
      await visitor.settle('refused');
      throw refused(site.admission);
    }
    return {
      held,
      isRepeated: false,
      async settle(outcome) {
        await Promise.all([visitor.settle(outcome), site.settle(outcome)]);
      },
    };
  };
}

/** Gives the points back if nobody can tell: then nothing is stored. */
async function isKnown(isStored: LeadSender['isStored'], points: TakenPoints): Promise<boolean> {
  try {
    return await isStored();
  } catch (error) {
    await points.reward();
    throw error;
  }
}

function refused({ limit, retryAfterSeconds }: LimitDenial): ProxyError {
  return rateLimited(limit, retryAfterSeconds);
}

/** A decision and the requests that share it. */
type Decision = { admission: Promise<Admission>; requestCount: number; outcomes: Set<AdmissionOutcome> };

type SharedAdmission = {
  admission: Admission;
  /**
   * Ends a request. The last of several requests of which none stored the lead gives the points back that their decision has
   * taken for nothing.
   */
  settle(outcome: AdmissionOutcome): Promise<void>;
};

/** At most twice as many keys are remembered. */
const maxRecentKeys = 10_000;

/**
 * Decides once per Idempotency-Key and body until the lead is stored, so that limits count leads instead of requests, and a captcha
 * token is verified once. This includes retries of a lead that could not be stored, and simultaneous requests. A request
 * that comes after the lead was stored takes points until the store recognizes it.
 */
class AdmissionCache {
  // Two maps, of which the older one is dropped as a whole: finding the oldest entry of one large map is slow.
  #recent = new Map<string, Decision>();
  #older = new Map<string, Decision>();

  async getOrDecide(key: string, decide: () => Promise<Admission>): Promise<SharedAdmission> {
    const decision = this.#recent.get(key) ?? this.#older.get(key) ?? this.#add(key, decide());
    decision.requestCount++;
    const admission = await decision.admission.catch(() => undefined);
    // A refused request may be allowed later, so it is not remembered.
    if (admission?.allowed !== true) this.#delete(key, decision);
    return {
      admission: await decision.admission,
      settle: async (outcome) => {
        decision.requestCount--;
        if (outcome !== 'refused') decision.outcomes.add(outcome);
        if (decision.requestCount > 0) return;
        const isForNothing = [...decision.outcomes].join() === 'not-stored';
        // Its points are given back, so a later request must take them again. The key of a stored lead is in the store.
        if (isForNothing || decision.outcomes.has('stored')) this.#delete(key, decision);
        if (isForNothing && admission?.allowed === true) await admission.reward();
      },
    };
  }

  #add(key: string, admission: Promise<Admission>): Decision {
    if (this.#recent.size >= maxRecentKeys) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    const decision: Decision = { admission, requestCount: 0, outcomes: new Set() };
    this.#recent.set(key, decision);
    return decision;
  }

  #delete(key: string, decision: Decision): void {
    for (const map of [this.#recent, this.#older]) if (map.get(key) === decision) map.delete(key);
  }
}

/**
 * Why a request looks like a bot's: the honeypot is filled, the form was filled faster than people type, or there was
 * no form. Password managers cause the first two as well, so such a lead is held, never dropped.
 */
function detectSpam(request: LeadRequest, minFillMs: number): HoldReason | undefined {
  if (request.website !== undefined && request.website !== '') return 'honeypot';
  if (minFillMs === 0) return undefined;
  // Every form of the widget sends both, so a bot that leaves them out is held, too.
  if (request.website === undefined || request.elapsedMs === undefined) return 'no-form';
  return request.elapsedMs < minFillMs ? 'too-fast' : undefined;
}

/**
 * Whether a lead may get a session of the service. Bots may not; a person who is held by mistake can chat anonymously, until an
 * operator has released the lead.
 */
export function mayOpenSession({ state, held }: Pick<StoredLead, 'state' | 'held'>): boolean {
  const isSuspicious = held !== undefined && held !== 'phone-limit' && held !== 'captcha-unavailable';
  return !isSuspicious || (state !== 'held' && state !== 'closed');
}
