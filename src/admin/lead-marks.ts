import { type ReadonlySignal, signal } from '@preact/signals';
import type { AdminLead, LeadFilter } from '../protocol/admin/leads.ts';

/** The leads that are marked for a bulk action. */
export type LeadMarks = {
  /** By id. */
  marked: ReadonlySignal<ReadonlySet<string>>;
  mark(lead: string, isMarked: boolean): void;
  /** Marks all leads that are listed, or none. */
  markAll(isMarked: boolean): void;
  clearSelection(): void;
  /** Unmarks what is not listed any more: nobody could unmark it. */
  keepListed(): void;
};

/** `leads`: those that are listed. */
export function createLeadMarks(leads: ReadonlySignal<readonly AdminLead[]>): LeadMarks {
  const marked = signal<ReadonlySet<string>>(new Set());
  const listed = () => leads.peek().map(({ lead }) => lead);
  return {
    marked,
    mark(lead, isMarked) {
      const others = [...marked.peek()].filter((other) => other !== lead);
      marked.value = new Set(isMarked ? [...others, lead] : others);
    },
    markAll(isMarked) {
      marked.value = new Set(isMarked ? listed() : []);
    },
    clearSelection() {
      marked.value = new Set();
    },
    keepListed() {
      const known = new Set(listed());
      marked.value = new Set([...marked.peek()].filter((lead) => known.has(lead)));
    },
  };
}

/** More ids do not fit into one request. */
const maxIds = 200;

/** The filters that name these leads. */
export function markedFilters(marked: ReadonlySet<string>): LeadFilter[] {
  const ids = [...marked];
  return Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) => ({
    leads: ids.slice(index * maxIds, (index + 1) * maxIds),
  }));
}
