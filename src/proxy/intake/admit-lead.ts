import type { LeadRequest } from '../../protocol/index.ts';
import { rateLimited } from '../http/proxy-error.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import { type Admission, AdmissionCache, type AdmissionOutcome, detectSpam, type HoldReason } from './admission.ts';
import type { CaptchaVerifier } from './captcha.ts';
import type { CheckedLead } from './read-lead.ts';

export type LeadAdmitterDeps = {
  minFillMs: number;
  limits: Pick<LeadLimits, 'takeAddress' | 'takePhone' | 'takeSite' | 'giveBack'>;
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
  const admissions = new AdmissionCache();

  async function decide(
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
    const held = spam ?? (isOverPhoneLimit ? 'phone-limit' : undefined);
    const ofSite = await limits.takeSite(request.form, held !== undefined);
    return ofSite.allowed ? { allowed: true, held } : ofSite;
  }

  /** @throws ProxyError when a limit is reached */
  return async (request: LeadRequest, checked: CheckedLead, sender: LeadSender): Promise<AdmittedLead> => {
    const { admission, settle } = await admissions.getOrDecide(sender.key, () => decide(request, checked, sender));
    if (!admission.allowed) throw rateLimited(admission.limit, admission.retryAfterSeconds);
    const { held } = admission;
    return {
      held,
      async settle(outcome) {
        if (!settle(outcome)) return;
        const { address } = sender;
        await limits.giveBack({ address, form: request.form, phone: checked.phone, isHeld: held !== undefined });
      },
    };
  };
}
