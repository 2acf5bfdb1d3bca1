import type { LeadRequest } from '../../protocol/index.ts';
import { rateLimited } from '../http/proxy-error.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import { type Admission, AdmissionCache, detectSpam, type HoldReason } from './admission.ts';
import type { CaptchaVerifier } from './captcha.ts';
import type { CheckedLead } from './read-lead.ts';

export type LeadAdmitterDeps = {
  minFillMs: number;
  limits: Pick<LeadLimits, 'takeRequest' | 'takePhone'>;
  verifyCaptcha: CaptchaVerifier;
};

export type LeadSender = {
  /** Idempotency-Key of the request. */
  key: string;
  address: string | undefined;
};

export type AdmittedLead = {
  held: HoldReason | undefined;
  /** Whether this request counted against the limits, not an earlier one with the same key. */
  hasTakenLimits: boolean;
};

/** Applies the limits, and decides whether a lead is held. */
export function createLeadAdmitter({ minFillMs, limits, verifyCaptcha }: LeadAdmitterDeps) {
  const admissions = new AdmissionCache();

  async function decide(
    request: LeadRequest,
    { phone, isSigned }: CheckedLead,
    sender: LeadSender,
  ): Promise<Admission> {
    const { key, address } = sender;
    const limit = await limits.takeRequest(address, request.form);
    if (!limit.allowed) return limit;
    // The site has signed the visitor's identity, and a form that is not shown takes no time and has no captcha.
    const spam = isSigned
      ? undefined
      : (detectSpam(request, minFillMs) ?? (await verifyCaptcha({ token: request.captcha, address, key })));
    const isOverPhoneLimit = !(await limits.takePhone(phone, address));
    return { allowed: true, held: spam ?? (isOverPhoneLimit ? 'phone-limit' : undefined) };
  }

  /** @throws ProxyError when a limit is reached */
  return async (request: LeadRequest, checked: CheckedLead, sender: LeadSender): Promise<AdmittedLead> => {
    let hasTakenLimits = false;
    const admission = await admissions.getOrDecide(sender.key, () => {
      hasTakenLimits = true;
      return decide(request, checked, sender);
    });
    if (!admission.allowed) throw rateLimited(admission.limit, admission.retryAfterSeconds);
    return { held: admission.held, hasTakenLimits };
  };
}
