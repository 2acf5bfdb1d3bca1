import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { AdminCall } from '../protocol/admin/calls.ts';
import type { AuditEntry } from '../protocol/admin/operator.ts';
import type { AdminWebhook } from '../protocol/admin/webhooks.ts';
import type { LeadListState } from './lead-list-state.ts';
import type { Session } from './session.ts';

/** What belongs to the lead that is open: its calls, the messages sent about it, and what operators have done with it. */
export type LeadRecord = {
  lead: string;
  calls: readonly AdminCall[];
  messages: readonly AdminWebhook[];
  history: readonly AuditEntry[];
};

export type LeadRecordState = {
  /** Null until loaded. */
  record: ReadonlySignal<LeadRecord | null>;
  load(): Promise<void>;
};

export function createLeadRecordState(session: Session, list: LeadListState): LeadRecordState {
  const record = signal<LeadRecord | null>(null);
  const load = async () => {
    const lead = list.openId.peek();
    if (lead === null) return;
    const [calls, messages, history] = await Promise.all([
      session.request((client) => client.calls({ lead })),
      session.request((client) => client.webhooks({ lead })),
      session.request((client) => client.audit({ lead })),
    ]);
    if (list.openId.peek() !== lead || !calls || !messages || !history) return;
    record.value = { lead, calls: calls.calls, messages: messages.webhooks, history: history.entries };
  };
  effect(() => {
    const lead = list.openId.value;
    untracked(() => {
      if (record.peek()?.lead === lead) return;
      record.value = null;
      void load();
    });
  });
  return { record, load };
}
