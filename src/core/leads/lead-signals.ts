import { signal } from '@preact/signals-core';
import type { FormConsent, Issue } from '../../protocol/index.ts';
import type { CallbackState } from './callback.ts';

export type LeadState =
  | { status: 'none' }
  | { status: 'sending' }
  /** `lead` is its id at the proxy; null without a proxy. */
  | { status: 'accepted'; lead: string | null }
  /** Saved in this browser and sent as soon as possible. `memory`: only while this page stays open. */
  | { status: 'queued'; kept: 'storage' | 'memory' }
  /** The consent of a queued lead has changed meanwhile. chat.resendLead() or chat.dropLead() continues. */
  | { status: 'consent-changed'; consent: FormConsent }
  | { status: 'refused'; code: string; message: string; issues: Issue[] };

export type LeadSignals = ReturnType<typeof createLeadSignals>;

export function createLeadSignals() {
  return { lead: signal<LeadState>({ status: 'none' }), callback: signal<CallbackState>({ status: 'none' }) };
}
