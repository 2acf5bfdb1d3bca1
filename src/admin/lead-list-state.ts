import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminCause, AdminLead, LeadFilter, LeadSort } from '../protocol/admin/leads.ts';
import { type LeadState, leadStates } from '../protocol/proxy/lead-state.ts';
import { createLeadMarks, type LeadMarks, markedFilters } from './lead-marks.ts';
import { type LeadView, readLeadView, type View, writeLeadView } from './lead-view-address.ts';
import { type LoadedPage, loadPages, requestPage } from './record-list-state.ts';
import type { Session } from './session.ts';

export type { View } from './lead-view-address.ts';

/** Leads that need the operator, most urgent first. */
export const attentionStates = ['unknown', 'dead', 'held'] as const;

/** Which leads the tab "Conversion" and the filters ask for, besides their state. */
export type LeadScope = Pick<LeadFilter, 'state' | 'form' | 'page' | 'variant' | 'from' | 'to'>;

/** How many leads in another state a search would find. */
export type FoundElsewhere = { state: LeadState; count: number };

/** The list of leads: its filters, its leads, and the lead whose details are open. */
export type LeadListState = Omit<LeadMarks, 'keepListed'> & {
  view: ReadonlySignal<View>;
  sort: ReadonlySignal<LeadSort>;
  /** What the search finds in states that are not listed. */
  elsewhere: ReadonlySignal<readonly FoundElsewhere[]>;
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
  /** The lead that is open, or is being opened. */
  openId: ReadonlySignal<string | null>;
  /** What is listed, as the address says it: `state=refused&search=ada`. */
  address: ReadonlySignal<string>;
  /** Lists what an address says. */
  showAddress(query: string): Promise<void>;
  /** Returns the filters of the marked leads, or else of the view. "Needs attention" has one per state, so that the most urgent leads come first. */
  filters(): LeadFilter[];
  showView(view: View): Promise<void>;
  showCause(cause: AdminCause | null): Promise<void>;
  searchFor(text: string): Promise<void>;
  /** Changes the form, page, variant or time; undefined removes one. */
  narrow(scope: { [Name in keyof Omit<LeadScope, 'state'>]: LeadScope[Name] | undefined }): Promise<void>;
  /** Lists the leads of this scope only. */
  showScope(scope: LeadScope): Promise<void>;
  sortBy(sort: LeadSort): Promise<void>;
  /** Opens a lead. Resolves with false if it does not exist any more. */
  open(lead: string): Promise<boolean>;
  /** Replaces the known causes. Unsets the chosen one if no lead has it any more. */
  updateCauses(causes: readonly AdminCause[]): void;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  select(lead: AdminLead | null): void;
  clear(): void;
};

export type LeadListDeps = {
  session: Session;
  /** Whether the lead that is open may be asked for again. What a viewer looks at is recorded, so it stays as it is. */
  mayLookAgain: () => boolean;
};

export function createLeadListState({ session, mayLookAgain }: LeadListDeps): LeadListState {
  const view = signal<View>('attention');
  const search = signal('');
  const allCauses = signal<readonly AdminCause[]>([]);
  const cause = signal<AdminCause | null>(null);
  const leads = signal<readonly AdminLead[]>([]);
  const next = signal<string | undefined>(undefined);
  const scope = signal<Omit<LeadScope, 'state'>>({});
  const selected = signal<AdminLead | null>(null);
  const opening = signal<string | null>(null);
  const sort = signal<LeadSort>('newest');
  const elsewhere = signal<readonly FoundElsewhere[]>([]);
  const { keepListed, ...marks } = createLeadMarks(leads);
  const causes = computed(() => {
    const states = view.value === 'attention' ? attentionStates : [view.value];
    return allCauses.value.filter(({ state }) => states.some((shown) => shown === state));
  });
  let lastLoad = 0;
  let pageCount = 1;
  let latest: Promise<void> = Promise.resolve();

  const viewFilters = (): LeadFilter[] => {
    const text = search.peek().trim();
    const searched = { ...scope.peek(), ...(text !== '' && { search: text }) };
    const chosen = cause.peek();
    if (chosen !== null) return [{ ...searched, state: chosen.state, cause: chosen.cause }];
    const shown = view.peek();
    if (shown === 'attention') return attentionStates.map((state) => ({ ...searched, state }));
    return [shown === 'all' ? searched : { ...searched, state: shown }];
  };

  const filters = () => (marks.marked.peek().size === 0 ? viewFilters() : markedFilters(marks.marked.peek()));

  /** Resolves when the list is as new as this call, by a later load too. */
  const load = (before?: string): Promise<void> => (latest = loadFrom(++lastLoad, before));

  /** Loads the page that begins with `before`, or else all that the operator has asked for. */
  const loadFrom = async (number: number, before?: string): Promise<void> => {
    const loaded = await loadPages(loadPage, before, before === undefined ? pageCount : 1);
    if (number !== lastLoad) return latest; // A newer load has started.
    if (loaded === undefined) return;
    if (loaded === null) return load();
    batch(() => {
      leads.value = before === undefined ? loaded.items : [...leads.peek(), ...loaded.items];
      next.value = loaded.next;
      keepListed();
    });
    await Promise.all([refreshOpen(), countElsewhere(number)]);
  };

  const loadPage = async (before?: string): Promise<LoadedPage<AdminLead>> => {
    const results = await Promise.all(
      viewFilters().map((filter) => requestPage(session, (client) => client.leads(filter, before, sort.peek()))),
    );
    if (results.includes(undefined)) return undefined;
    const pages = results.filter((page) => page !== null && page !== undefined);
    if (pages.length < results.length) return null;
    return { items: pages.flatMap((page) => page.leads), next: pages.length === 1 ? pages[0]?.next : undefined };
  };

  /** Lists other leads, from their first page. */
  const list = (change: () => void): Promise<void> => {
    batch(() => {
      change();
      marks.clearSelection();
    });
    pageCount = 1;
    return load();
  };

  /** The lead that is open, listed or not: a call, a message or a link may have opened it. */
  const refreshOpen = async () => {
    const shown = selected.peek();
    if (shown !== null && mayLookAgain()) await open(shown.lead);
  };

  const countElsewhere = async (number: number) => {
    const text = search.peek().trim();
    const filter = { ...scope.peek(), search: text };
    const found = text === '' ? undefined : await session.request((client) => client.count(filter));
    if (number !== lastLoad) return;
    const shown = viewFilters().map(({ state }) => state);
    elsewhere.value = leadStates.flatMap((state) => {
      const count = found?.states[state] ?? 0;
      return count === 0 || shown.includes(state) || shown.includes(undefined) ? [] : [{ state, count }];
    });
  };

  const open = async (lead: string): Promise<boolean> => {
    opening.value = lead;
    const whole = await session.request<AdminLead | null>(async (client) => {
      const result = await client.lead(lead);
      // That it is gone is for the caller to say: it may have been erased just now.
      return !result.ok && result.code === 'not-found' ? { ok: true, value: null } : result;
    });
    if (opening.peek() !== lead) return true; // Another one is opened meanwhile.
    batch(() => {
      opening.value = null;
      if (whole) selected.value = whole;
      else if (whole === null && selected.peek()?.lead === lead) selected.value = null;
    });
    return whole !== null;
  };

  /** Also the lead that is on its way. */
  const close = () => {
    selected.value = null;
    opening.value = null;
  };

  const select = (lead: AdminLead | null) => {
    batch(() => {
      close();
      if (lead?.isMasked !== true) selected.value = lead;
    });
    // The list has no notes of it.
    if (lead !== null) void open(lead.lead);
  };

  const apply = ({ state, ...shown }: LeadView) => {
    view.value = state;
    cause.value = null;
    search.value = shown.search;
    scope.value = shown.scope;
    sort.value = shown.sort;
  };
  const shownView = (): LeadView => ({
    state: view.value,
    search: search.value,
    scope: scope.value,
    sort: sort.value,
  });

  return {
    view,
    search,
    causes,
    cause,
    scope,
    leads,
    hasMore: computed(() => next.value !== undefined),
    selected,
    sort,
    elsewhere,
    openId: computed(() => opening.value ?? selected.value?.lead ?? null),
    address: computed(() => writeLeadView(shownView())),
    showAddress: (query) => list(() => apply(readLeadView(query))),
    async sortBy(chosen) {
      sort.value = chosen;
      pageCount = 1;
      await load();
    },
    open,
    filters,
    showView: (shown) =>
      list(() => {
        view.value = shown;
        cause.value = null;
        close();
        session.notice.value = '';
      }),
    showCause: (chosen) =>
      list(() => {
        cause.value = chosen;
        close();
        session.notice.value = '';
      }),
    searchFor: (text) =>
      list(() => {
        search.value = text;
      }),
    narrow: (change) =>
      list(() => {
        const entries = Object.entries({ ...scope.peek(), ...change }).filter(([, value]) => value !== undefined);
        scope.value = Object.fromEntries(entries);
        close();
      }),
    showScope: ({ state, ...narrowed }) =>
      list(() => {
        view.value = state ?? 'all';
        cause.value = null;
        search.value = '';
        scope.value = narrowed;
        close();
      }),
    updateCauses(found) {
      const chosen = cause.peek();
      batch(() => {
        allCauses.value = found;
        cause.value = found.find((known) => known.state === chosen?.state && known.cause === chosen.cause) ?? null;
      });
    },
    load: () => load(),
    loadMore() {
      pageCount += 1;
      return load(next.peek());
    },
    select,
    ...marks,
    clear() {
      // What is on its way is for somebody who has signed out.
      lastLoad++;
      latest = Promise.resolve();
      pageCount = 1;
      batch(() => {
        view.value = 'attention';
        allCauses.value = [];
        cause.value = null;
        next.value = undefined;
        search.value = '';
        scope.value = {};
        sort.value = 'newest';
        leads.value = [];
        elsewhere.value = [];
        marks.clearSelection();
        close();
      });
    },
  };
}
