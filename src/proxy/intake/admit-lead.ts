import type { LeadRequest } from '../../protocol/index.ts';
import { type ProxyError, rateLimited } from '../http/proxy-error.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import { type Admission, AdmissionCache, type AdmissionOutcome, detectSpam, type HoldReason } from './admission.ts';
import type { CaptchaVerifier } from './captcha.ts';
import type { CheckedLead } from './read-lead.ts';

export type LeadAdmitterDeps = {
  minFillMs: number;
  limits: Pick<LeadLimits, 'takeAddress' | 'takePhone' | 'takeSite' | 'rewardVisitor' | 'rewardSite'>;
  verifyCaptcha: CaptchaVerifier;
};

export type LeadSender = {
  /** Idempotency-Key of the request. */
  key: string;
  address: string | undefined;
};

export type AdmittedLead = {
  held: HoldReason | undefined;
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
    sender: LeadSender,
  ): Promise<Admission> {
    const { key, address } = sender;
    // The address comes first: an address over its limit must not use up the limits that all visitors share.
    const ofAddress = await limits.takeAddress(address);
    if (!ofAddress.allowed) return ofAddress;
    // The site has signed the visitor's identity, and a form that is not shown takes no time and has no captcha.
    const spam = isSigned
      ? undefined
      : (detectSpam(request, minFillMs) ?? (await verifyCaptcha({ token: request.captcha, address, key })));
    const isOverPhoneLimit = !(await limits.takePhone(phone, address));
    return { allowed: true, held: spam ?? (isOverPhoneLimit ? 'phone-limit' : undefined) };
  }

  async function decideSite({ form }: LeadRequest, held: HoldReason | undefined): Promise<Admission> {
    const ofSite = await limits.takeSite(form, held !== undefined);
    return ofSite.allowed ? { allowed: true, held } : ofSite;
  }

  /** @throws ProxyError when a limit is reached */
  return async (request: LeadRequest, checked: CheckedLead, sender: LeadSender): Promise<AdmittedLead> => {
    const { key, address } = sender;
    const visitor = await visitors.getOrDecide(key, () => decideVisitor(request, checked, sender));
    if (!visitor.admission.allowed) throw refused(visitor.admission);
    const { held } = visitor.admission;
    const site = await sites.getOrDecide(key, () => decideSite(request, held));
    if (!site.admission.allowed) {
      visitor.settle('refused');
      throw refused(site.admission);
    }
    return {
      held,
      async settle(outcome) {
        if (visitor.settle(outcome)) await limits.rewardVisitor(checked.phone, address);
        if (site.settle(outcome)) await limits.rewardSite(request.form, held !== undefined);
      },
    };
  };
}

function refused({ limit, retryAfterSeconds }: Extract<Admission, { allowed: false }>): ProxyError {
  return rateLimited(limit, retryAfterSeconds);
}
