import type { LeadRequest } from '../../protocol/index.ts';
import type { LeadGateway, OutdatedLead } from './lead-gateway.ts';
import type { LeadSignals } from './lead-signals.ts';

/** The visitor's answer to a consent that has changed. `locale`: the language of the text. */
export type ConsentAnswer = { granted: boolean; locale?: string };

export type OutdatedLeadsDeps = {
  gateway: Pick<LeadGateway, 'loadConsent' | 'resend' | 'drop'>;
  state: LeadSignals['lead'];
};

/** Leads that cannot be sent before the visitor agrees to a changed text. The visitor is asked about one at a time. */
export function createOutdatedLeads({ gateway, state }: OutdatedLeadsDeps) {
  /** The visitor is currently asked about the first one. */
  const leads: OutdatedLead[] = [];

  async function ask(lead: OutdatedLead): Promise<void> {
    const consent = await gateway.loadConsent(lead.form);
    // Without the text the visitor cannot be asked. The next page tries again.
    if (consent === undefined || lead !== leads[0]) return;
    if (consent === null) resend(lead.key, undefined);
    else state.value = { status: 'consent-changed', consent };
  }

  function askNext(): void {
    leads.shift();
    const [next] = leads;
    if (next !== undefined) void ask(next);
  }

  function resend(key: string, consent: LeadRequest['consent']): void {
    const kept = gateway.resend(key, consent);
    state.value = kept === undefined ? { status: 'none' } : { status: 'queued', kept };
    askNext();
  }

  return {
    add(lead: OutdatedLead): void {
      leads.push(lead);
      if (leads.length === 1) void ask(lead);
    },
    /** Sends the lead with the visitor's answer. A required consent must be granted. */
    answer({ granted, locale }: ConsentAnswer): void {
      const [lead] = leads;
      const current = state.peek();
      if (lead === undefined || current.status !== 'consent-changed') return;
      const { version, required } = current.consent;
      if (required && !granted) return;
      resend(lead.key, { granted, version, ...(locale !== undefined && { locale }) });
    },
    /** Removes the lead. Returns false if the visitor is not asked about one. */
    drop(): boolean {
      const [lead] = leads;
      if (lead === undefined || state.peek().status !== 'consent-changed') return false;
      gateway.drop(lead.key);
      state.value = { status: 'none' };
      askNext();
      return true;
    },
    clear(): void {
      leads.length = 0;
    },
  };
}
