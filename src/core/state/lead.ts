import type { FormConsent } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';

/** Where a queued lead is kept. `memory`: only while this page stays open. */
export type LeadPlace = 'storage' | 'memory';

export type Refusal = { code: string; message: string; issues: Issue[] };

/** What comes of the lead that was sent last. */
export type LeadProgress =
  | { status: 'none' }
  | { status: 'sending' }
  | { status: 'accepted' }
  /** Saved in this browser and sent as soon as possible. */
  | { status: 'queued'; kept: LeadPlace }
  | ({ status: 'refused' } & Refusal);

/** The lead as the page and the visitor see it. */
export type LeadState =
  | Exclude<LeadProgress, { status: 'accepted' }>
  /** `lead` is its id at the proxy; null without a proxy. */
  | { status: 'accepted'; lead: string | null }
  /** The consent of a queued lead has changed meanwhile. chat.resendLead() or chat.dropLead() continues. */
  | { status: 'consent-changed'; consent: FormConsent };

export const noLead: LeadProgress = { status: 'none' };

/** A queued lead whose consent is for an outdated text. */
export type OutdatedLead = {
  /** Its idempotency key. */
  readonly key: string;
  readonly form: string;
  /** The current text, once it is loaded. */
  readonly consent?: FormConsent;
};

/** The lead as it is shown: a question about a changed consent waits while another lead is being sent. */
export function toLeadState(
  progress: LeadProgress,
  leadId: string | null,
  consent: FormConsent | undefined,
): LeadState {
  if (progress.status === 'sending') return progress;
  if (consent !== undefined) return { status: 'consent-changed', consent };
  // A tab that was opened later knows of the lead from the conversation only.
  const isAccepted = progress.status === 'accepted' || (progress.status === 'none' && leadId !== null);
  return isAccepted ? { status: 'accepted', lead: leadId } : progress;
}

/** The consent that the visitor is asked for, and the key of its lead. */
export function askedConsent([outdated]: readonly OutdatedLead[]): { key: string; consent: FormConsent } | undefined {
  if (outdated?.consent === undefined) return undefined;
  return { key: outdated.key, consent: outdated.consent };
}
