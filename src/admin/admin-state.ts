import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminCause, AdminLead, AdminOverview, BulkAction, LeadFilter, LeadState } from '../protocol/index.ts';
import type { AdminClient, ApiResult } from './admin-client.ts';

/** `attention`: unknown, dead and held leads. */
export type View = 'attention' | 'all' | LeadState;
export type LeadAction = BulkAction | 'erase';

export type AdminState = {
  session: ReadonlySignal<'signed-out' | 'checking' | 'signed-in'>;
  overview: ReadonlySignal<AdminOverview | null>;
  view: ReadonlySignal<View>;
  search: ReadonlySignal<string>;
  /** Why leads of the view need attention. */
  causes: ReadonlySignal<readonly AdminCause[]>;
  /** Only leads with this cause are listed. */
  cause: ReadonlySignal<AdminCause | null>;
  leads: ReadonlySignal<readonly AdminLead[]>;
  /** There are more leads than are listed. */
  hasMore: ReadonlySignal<boolean>;
  selected: ReadonlySignal<AdminLead | null>;
  /** Result of the last action, or an error. */
  notice: ReadonlySignal<string>;
  signIn(token: string): Promise<void>;
  signOut(): void;
  showView(view: View): Promise<void>;
  showCause(cause: AdminCause | null): Promise<void>;
  searchFor(text: string): Promise<void>;
  loadMore(): Promise<void>;
  select(lead: AdminLead | null): void;
  act(action: LeadAction, lead: AdminLead): Promise<void>;
  /** Applies the action to all leads of the current filter, not only to those that are listed. */
  actOnAll(action: BulkAction): Promise<void>;
  /** Loads everything again. */
  refresh(): Promise<void>;
};

/** Most urgent first. */
const attentionStates = ['unknown', 'dead', 'held'] as const;

export type AdminStateDeps = {
  connect: (token: string) => AdminClient;
  /** Stores the token while the tab is open. Null removes it. */
  saveToken: (token: string | null) => void;
};

export function createAdminState({ connect, saveToken }: AdminStateDeps): AdminState {
  const session = signal<'signed-out' | 'checking' | 'signed-in'>('signed-out');
  const overview = signal<AdminOverview | null>(null);
  const view = signal<View>('attention');
  const search = signal('');
  const allCauses = signal<readonly AdminCause[]>([]);
  const cause = signal<AdminCause | null>(null);
  const leads = signal<readonly AdminLead[]>([]);
  const next = signal<string | undefined>(undefined);
  const selected = signal<AdminLead | null>(null);
  const notice = signal('');
  const causes = computed(() => {
    const states = view.value === 'attention' ? attentionStates : [view.value];
    return allCauses.value.filter(({ state }) => states.some((shown) => shown === state));
  });
  let client: AdminClient | undefined;
  let lastLoad = 0;

  const signOut = () => {
    client = undefined;
    saveToken(null);
    batch(() => {
      session.value = 'signed-out';
      overview.value = null;
      leads.value = [];
      selected.value = null;
    });
  };

  /** The value, or undefined after an error, which it shows. */
  const unwrap = <Value>(result: ApiResult<Value>): Value | undefined => {
    if (result.ok) return result.value;
    notice.value = result.message;
    if (result.unauthorized) signOut();
    return undefined;
  };

  /** The filters of the view: one per state in "needs attention", so that the most urgent leads come first. */
  const filters = (): LeadFilter[] => {
    const text = search.peek().trim();
    const searched = text === '' ? {} : { search: text };
    const chosen = cause.peek();
    if (chosen !== null) return [{ ...searched, state: chosen.state, cause: chosen.cause }];
    const shown = view.peek();
    if (shown === 'attention') return attentionStates.map((state) => ({ ...searched, state }));
    return [shown === 'all' ? searched : { ...searched, state: shown }];
  };

  const loadLeads = async (before?: string) => {
    const load = ++lastLoad;
    if (client === undefined) return;
    const connected = client;
    const results = await Promise.all(filters().map((filter) => connected.leads(filter, before)));
    if (load !== lastLoad) return; // A newer load has started.
    const pages = results.map(unwrap).filter((page) => page !== undefined);
    if (pages.length < results.length) return;
    const loaded = pages.flatMap((page) => page.leads);
    batch(() => {
      leads.value = before === undefined ? loaded : [...leads.peek(), ...loaded];
      next.value = pages.length === 1 ? pages[0]?.next : undefined;
      const open = selected.peek();
      if (open !== null) selected.value = leads.peek().find(({ lead }) => lead === open.lead) ?? open;
    });
  };

  const loadOverview = async (): Promise<AdminOverview | undefined> => {
    if (client === undefined) return undefined;
    const [counted, grouped] = await Promise.all([client.overview(), client.causes()]);
    const loaded = unwrap(counted);
    const found = loaded === undefined ? undefined : unwrap(grouped);
    if (loaded === undefined || found === undefined) return undefined;
    batch(() => {
      overview.value = loaded;
      allCauses.value = found.causes;
      cause.value = found.causes.find((known) => isSameCause(known, cause.peek())) ?? null;
    });
    return loaded;
  };

  /** The overview first: it may show that no lead with the chosen cause is left. */
  const reload = async () => {
    await loadOverview();
    await loadLeads();
  };

  const perform = (action: LeadAction, lead: string, connected: AdminClient): Promise<ApiResult<unknown>> => {
    switch (action) {
      case 'replay':
        return connected.replay(lead);
      case 'release':
        return connected.release(lead);
      case 'erase':
        return connected.erase(lead);
      case 'resolve-done':
        return connected.resolve(lead, 'done');
      case 'resolve-skipped':
        return connected.resolve(lead, 'skipped');
      default:
        return action satisfies never;
    }
  };

  return {
    session,
    overview,
    view,
    search,
    causes,
    cause,
    leads,
    hasMore: computed(() => next.value !== undefined),
    selected,
    notice,
    signOut,
    async signIn(token) {
      client = connect(token);
      session.value = 'checking';
      notice.value = '';
      const loaded = await loadOverview();
      if (loaded === undefined) {
        signOut();
        return;
      }
      saveToken(token);
      const needsAttention = attentionStates.some((state) => loaded.counts[state] > 0);
      batch(() => {
        view.value = needsAttention ? 'attention' : 'all';
        session.value = 'signed-in';
      });
      await loadLeads();
    },
    async showView(shown) {
      batch(() => {
        view.value = shown;
        cause.value = null;
        selected.value = null;
        notice.value = '';
      });
      await loadLeads();
    },
    async showCause(chosen) {
      batch(() => {
        cause.value = chosen;
        selected.value = null;
        notice.value = '';
      });
      await loadLeads();
    },
    async searchFor(text) {
      search.value = text;
      await loadLeads();
    },
    loadMore: () => loadLeads(next.peek()),
    select(lead) {
      selected.value = lead;
    },
    async act(action, { lead }) {
      if (client === undefined) return;
      notice.value = '';
      if (unwrap(await perform(action, lead, client)) === undefined) return;
      batch(() => {
        notice.value = actionNotices[action];
        if (action === 'erase') selected.value = null;
      });
      await reload();
      // The details of a lead that left the list would show an old state.
      if (selected.peek()?.lead === lead && !leads.peek().some((listed) => listed.lead === lead)) selected.value = null;
    },
    async actOnAll(action) {
      notice.value = '';
      let changed = 0;
      for (const filter of filters()) {
        let before: string | undefined;
        do {
          const result = client === undefined ? undefined : unwrap(await client.bulk(action, filter, before));
          if (result === undefined) return;
          changed += result.changed;
          before = result.next;
          notice.value = `${countLeads(changed)} changed.`;
        } while (before !== undefined);
      }
      batch(() => {
        selected.value = null;
        cause.value = null;
      });
      await reload();
    },
    async refresh() {
      if (session.peek() === 'signed-in') await reload();
    },
  };
}

function isSameCause(a: AdminCause, b: AdminCause | null): boolean {
  return a.state === b?.state && a.cause === b.cause;
}

function countLeads(count: number): string {
  return count === 1 ? '1 lead' : `${count} leads`;
}

const actionNotices: Record<LeadAction, string> = {
  replay: 'The lead is being sent again.',
  'resolve-done': 'Marked as done.',
  'resolve-skipped': 'Marked as skipped.',
  release: 'Released. The lead is being delivered.',
  erase: 'Erased.',
};
