import type { FormConsent, Issue } from '../../protocol/index.ts';

/** Where a queued lead is kept. `memory`: only while this page stays open. */
export type LeadPlace = 'storage' | 'memory';

export type Refusal = { code: string; message: string; issues: Issue[] };

export type LeadState =
  | { status: 'none' }
  | { status: 'sending' }
  /** `lead` is its id at the proxy; null without a proxy. */
  | { status: 'accepted'; lead: string | null }
  /** Saved in this browser and sent as soon as possible. */
  | { status: 'queued'; kept: LeadPlace }
  /** The consent of a queued lead has changed meanwhile. chat.resendLead() or chat.dropLead() continues. */
  | { status: 'consent-changed'; consent: FormConsent }
  | ({ status: 'refused' } & Refusal);

export const noLead: LeadState = { status: 'none' };

/** A queued lead whose consent is for an outdated text. `key`: its idempotency key. */
export type QueuedLead = { readonly key: string; readonly form: string };
