import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminCause, AdminLead, LeadFilter, LeadState } from '../protocol/index.ts';
import type { Session } from './session.ts';

/** Leads that need the operator, most urgent first. */
export const attentionStates = ['unknown', 'dead', 'held'] as const;

/** More ids do not fit into one request. */
const maxIds = 200;

/** `attention`: leads in one of `attentionStates`. */
export type View = 'attention' | 'all' | LeadState;

/** Which leads the tab "Conversion" and the filters ask for, besides their state. */
export type LeadScope = Pick<LeadFilter, 'state' | 'form' | 'page' | 'variant' | 'from' | 'to'>;

/** The list of leads: its filters, its leads, and the lead whose details are open. */
export type LeadListState = {
  view: ReadonlySignal<View>;
  search: ReadonlySignal<string>;
  /** The causes for which leads of the view need attention. */
  causes: ReadonlySignal<readonly AdminCause[]>;
  /** If set, only leads with this cause are listed. */
  cause: ReadonlySignal<AdminCause | null>;
  /** If set, only leads of this form, page, variant and time are listed. */
  scope: ReadonlySignal<Omit<LeadScope, 'state'>>;
  leads: ReadonlySignal<readonly AdminLead[]>;
  /** Whether more leads can be loaded. */
  hasMore: ReadonlySignal<boolean>;
  selected: ReadonlySignal<AdminLead | null>;
  /** Returns the filters of the marked leads, or else of the view. "Needs attention" has one per state, so that the most urgent leads come first. */
  filters(): LeadFilter[];
  showView(view: View): Promise<void>;
  showCause(cause: AdminCause | null): Promise<void>;
  searchFor(text: string): Promise<void>;
  /** Changes the form, page, variant or time; undefined removes one. */
  narrow(scope: { [Name in keyof Omit<LeadScope, 'state'>]: LeadScope[Name] | undefined }): Promise<void>;
  /** Lists the leads of this scope only. */
  showScope(scope: LeadScope): Promise<void>;
  /** Lists only this lead, and opens it. */
  showLead(lead: string): Promise<void>;
  /** Replaces the known causes. Unsets the chosen one if no lead has it any more. */
  updateCauses(causes: readonly AdminCause[]): void;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  select(lead: AdminLead | null): void;
  /** The leads that are marked for a bulk action, by id. */
  marked: ReadonlySignal<ReadonlySet<string>>;
  mark(lead: string, isMarked: boolean): void;
  clearSelection(): void;
  clear(): void;
};

export function createLeadListState(session: Session): LeadListState {
  const view = signal<View>('attention');
  const search = signal('');
  const allCauses = signal<readonly AdminCause[]>([]);
  const cause = signal<AdminCause | null>(null);
  const leads = signal<readonly AdminLead[]>([]);
  const next = signal<string | undefined>(undefined);
  const scope = signal<Omit<LeadScope, 'state'>>({});
  const selected = signal<AdminLead | null>(null);
  const marked = signal<ReadonlySet<string>>(new Set());
  const causes = computed(() => {
    const states = view.value === 'attention' ? attentionStates : [view.value];
    return allCauses.value.filter(({ state }) => states.some((shown) => shown === state));
  });
  let lastLoad = 0;

  const viewFilters = (): LeadFilter[] => {
    const text = search.peek().trim();
    const searched = { ...scope.peek(), ...(text !== '' && { search: text }) };
    const chosen = cause.peek();
    if (chosen !== null) return [{ ...searched, state: chosen.state, cause: chosen.cause }];
    const shown = view.peek();
    if (shown === 'attention') return attentionStates.map((state) => ({ ...searched, state }));
    return [shown === 'all' ? searched : { ...searched, state: shown }];
  };

  const filters = () => {
    const ids = [...marked.peek()];
    return ids.length === 0 ? viewFilters() : chunk(ids, maxIds).map((leads) => ({ leads }));
  };

  const load = async (before?: string) => {
    const number = ++lastLoad;
    const results = await Promise.all(
      viewFilters().map((filter) => session.request((client) => client.leads(filter, before))),
    );
    if (number !== lastLoad) return; // A newer load has started.
    const pages = results.filter((page) => page !== undefined);
    if (pages.length < results.length) return;
    const loaded = pages.flatMap((page) => page.leads);
    batch(() => {
      leads.value = before === undefined ? loaded : [...leads.peek(), ...loaded];
      next.value = pages.length === 1 ? pages[0]?.next : undefined;
      // A lead that is no longer listed cannot be unmarked.
      const listed = new Set(leads.peek().map(({ lead }) => lead));
      marked.value = new Set([...marked.peek()].filter((lead) => listed.has(lead)));
      const shown = selected.peek();
      const listedNow = leads.peek().find(({ lead }) => lead === shown?.lead);
      // What a viewer has opened stays whole.
      if (listedNow !== undefined && listedNow.isMasked !== true) selected.value = listedNow;
    });
  };

  const open = async (lead: string) => {
    const whole = await session.request((client) => client.lead(lead));
    if (whole !== undefined) selected.value = whole;
  };

  return {
    view,
    search,
    causes,
    cause,
    scope,
    leads,
    hasMore: computed(() => next.value !== undefined),
    selected,
    filters,
    async showView(shown) {
      batch(() => {
        view.value = shown;
        cause.value = null;
        marked.value = new Set();
        selected.value = null;
        session.notice.value = '';
      });
      await load();
    },
    async showCause(chosen) {
      batch(() => {
        cause.value = chosen;
        marked.value = new Set();
        selected.value = null;
        session.notice.value = '';
      });
      await load();
    },
    async searchFor(text) {
      batch(() => {
        search.value = text;
        marked.value = new Set();
      });
      await load();
    },
    async narrow(change) {
      const entries = Object.entries({ ...scope.peek(), ...change }).filter(([, value]) => value !== undefined);
      batch(() => {
        scope.value = Object.fromEntries(entries);
        marked.value = new Set();
        selected.value = null;
      });
      await load();
    },
    async showScope({ state, ...narrowed }) {
      batch(() => {
        view.value = state ?? 'all';
        cause.value = null;
        search.value = '';
        scope.value = narrowed;
        marked.value = new Set();
        selected.value = null;
      });
      await load();
    },
    async showLead(lead) {
      batch(() => {
        view.value = 'all';
        cause.value = null;
        search.value = lead;
        scope.value = {};
        selected.value = null;
      });
      await load();
      const found = leads.peek().find((listed) => listed.lead === lead);
      if (found?.isMasked === true) await open(lead);
      else selected.value = found ?? null;
    },
    updateCauses(found) {
      const chosen = cause.peek();
      batch(() => {
        allCauses.value = found;
        cause.value = found.find((known) => known.state === chosen?.state && known.cause === chosen.cause) ?? null;
      });
    },
    load: () => load(),
    loadMore: () => load(next.peek()),
    select(lead) {
      if (lead?.isMasked === true) void open(lead.lead);
      else selected.value = lead;
    },
    marked,
    mark(lead, isMarked) {
      const others = [...marked.peek()].filter((other) => other !== lead);
      marked.value = new Set(isMarked ? [...others, lead] : others);
    },
    clearSelection() {
      marked.value = new Set();
    },
    clear() {
      batch(() => {
        search.value = '';
        scope.value = {};
        leads.value = [];
        marked.value = new Set();
        selected.value = null;
      });
    },
  };
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
