import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Clock } from '../clock.ts';
import type { AdminLead, LeadAction, LeadFilter } from '../protocol/admin/leads.ts';
import { actionNotices, describeResult, type LeadButton } from './action-notices.ts';
import { addCounts, type BulkCount } from './counts.ts';
import type { LeadListState } from './lead-list-state.ts';
import { performAction } from './perform-action.ts';
import type { Session } from './session.ts';

/** What an operator does with leads. Each says in a notice what came of it. */
export type LeadCommands = {
  /** Corrects a value of a lead, and sends a dead one again. */
  correct(lead: AdminLead, field: string, value: string): Promise<void>;
  /** Writes a note about a lead. Resolves with false if the proxy refuses it. */
  addNote(lead: AdminLead, text: string): Promise<boolean>;
  /** `reason`: why the lead is closed. */
  act(action: LeadButton, lead: AdminLead, reason?: string): Promise<void>;
  /** How many leads `actOnAll` would change. Undefined if that is not known. */
  countAll(filters: readonly LeadFilter[]): Promise<BulkCount | undefined>;
  /** Applies the action to all leads of `filters`, including those that are not loaded. */
  actOnAll(action: LeadAction, filters: readonly LeadFilter[], reason?: string): Promise<void>;
  /** Saves all leads of the current filter as a CSV file, including those that are not loaded. */
  downloadCsv(): Promise<void>;
  isDownloading: ReadonlySignal<boolean>;
};

export type LeadCommandsDeps = {
  session: Session;
  list: LeadListState;
  operatorName: Signal<string>;
  /** Saves a file as a download. */
  saveFile: (name: string, content: Blob) => void;
  clock: Clock;
  /** Loads what has changed. */
  reload(): Promise<void>;
};

export function createLeadCommands({
  session,
  list,
  operatorName,
  saveFile,
  clock,
  reload,
}: LeadCommandsDeps): LeadCommands {
  const isDownloading = signal(false);
  /** The correction that was tried last: trying it again confirms it. */
  let lastCorrection = '';

  return {
    isDownloading,
    async correct({ lead, state }, field, value) {
      session.notice.value = '';
      const attempt = JSON.stringify([lead, field, value]);
      // The proxy asks once about a phone that it does not know to be in use.
      const phoneConfirmed = attempt === lastCorrection;
      lastCorrection = attempt;
      const correction = {
        fields: { [field]: value },
        by: operatorName.peek(),
        ...(phoneConfirmed && { phoneConfirmed }),
      };
      if ((await session.request((client) => client.correct(lead, correction))) === undefined) return;
      lastCorrection = '';
      // Also if it cannot be sent again.
      session.notice.value = 'Corrected.';
      const isSent = state === 'dead' && (await session.request((client) => client.replay(lead))) !== undefined;
      if (isSent) session.notice.value = 'Corrected. The lead is being sent again.';
      await reload();
    },
    async addNote({ lead }, text) {
      session.notice.value = '';
      const note = { text, by: operatorName.peek() };
      if ((await session.request((client) => client.addNote(lead, note))) === undefined) return false;
      session.notice.value = 'The note is saved.';
      await list.open(lead);
      return true;
    },
    async act(action, { lead }, reason = '') {
      session.notice.value = '';
      const words = { reason, by: operatorName.peek() };
      const isListed = () => list.leads.peek().some((listed) => listed.lead === lead);
      const wasListed = isListed();
      if ((await session.request((client) => performAction(client, action, lead, words))) === undefined) return;
      session.notice.value = actionNotices[action];
      if (action === 'erase') list.select(null);
      await reload();
      // It has left the list with what is done. One that a call, a message or a link has opened was never there.
      if (list.openId.peek() === lead && wasListed && !isListed()) list.select(null);
    },
    async countAll(filters) {
      const counts = await Promise.all(filters.map((filter) => session.request((client) => client.count(filter))));
      return counts.reduce<BulkCount | undefined>((sum, count) => sum && count && addCounts(sum, count), {
        count: 0,
        unknown: 0,
      });
    },
    async actOnAll(action, filters, reason = '') {
      session.notice.value = '';
      const words = action === 'close' ? { reason, by: operatorName.peek() } : {};
      let changed = 0;
      let unchanged = 0;
      for (const filter of filters) {
        let before: string | undefined;
        do {
          const start = before;
          const result = await session.request((client) => client.bulk(action, filter, words, start));
          if (result === undefined) return;
          changed += result.changed;
          unchanged += result.unchanged;
          before = result.next;
          session.notice.value = describeResult(action, changed, unchanged);
        } while (before !== undefined);
      }
      list.select(null);
      list.clearSelection();
      await reload();
    },
    async downloadCsv() {
      if (isDownloading.peek()) return;
      isDownloading.value = true;
      session.notice.value = '';
      const name = `leads-${list.view.peek()}-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`;
      const file = await session.request((client) => client.csv(list.filters()));
      isDownloading.value = false;
      if (file === undefined) return;
      saveFile(name, file);
      session.notice.value = `Saved as ${name}.`;
    },
  };
}
