import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminLead, AdminOverview } from '../protocol/index.ts';
import type { AdminClient, Answer } from './admin-client.ts';

/** `attention`: what waits for an operator. */
export type View = 'attention' | 'all' | AdminLead['state'];
export type Action = 'replay' | 'resolve-done' | 'resolve-skipped' | 'release' | 'erase';

export type AdminState = {
  session: ReadonlySignal<'signed-out' | 'checking' | 'signed-in'>;
  overview: ReadonlySignal<AdminOverview | null>;
  view: ReadonlySignal<View>;
  search: ReadonlySignal<string>;
  leads: ReadonlySignal<readonly AdminLead[]>;
  /** There are more leads than are listed. */
  more: ReadonlySignal<boolean>;
  selected: ReadonlySignal<AdminLead | null>;
  /** What to tell the operator, until something else is done. */
  notice: ReadonlySignal<string>;
  signIn(token: string): Promise<void>;
  signOut(): void;
  show(view: View): Promise<void>;
  find(search: string): Promise<void>;
  loadMore(): Promise<void>;
  select(lead: AdminLead | null): void;
  act(action: Action, lead: AdminLead): Promise<void>;
  /** Reads everything again. */
  refresh(): Promise<void>;
};

/** The order in which they need somebody. */
const needAttention = ['unknown', 'dead', 'held'] as const;

export type AdminStateDeps = {
  connect: (token: string) => AdminClient;
  /** Keeps the token while the tab is open. */
  keep: (token: string | null) => void;
};

export function createAdminState({ connect, keep }: AdminStateDeps): AdminState {
  const session = signal<'signed-out' | 'checking' | 'signed-in'>('signed-out');
  const overview = signal<AdminOverview | null>(null);
  const view = signal<View>('attention');
  const search = signal('');
  const leads = signal<readonly AdminLead[]>([]);
  const next = signal<string | undefined>(undefined);
  const more = signal(false);
  const selected = signal<AdminLead | null>(null);
  const notice = signal('');
  let client: AdminClient | undefined;
  let round = 0;

  const signOut = () => {
    client = undefined;
    keep(null);
    batch(() => {
      session.value = 'signed-out';
      overview.value = null;
      leads.value = [];
      selected.value = null;
    });
  };

  /** The value, or undefined when it failed; then the operator knows. */
  const told = <Value>(answer: Answer<Value>): Value | undefined => {
    if (answer.ok) return answer.value;
    notice.value = answer.message;
    if (answer.refused) signOut();
    return undefined;
  };

  const load = async (before?: string) => {
    const asked = ++round;
    if (client === undefined) return;
    const shown = view.peek();
    const text = search.peek().trim();
    const filter = { ...(text !== '' && { search: text }), ...(before !== undefined && { before }) };
    const states = shown === 'attention' ? needAttention : shown === 'all' ? [undefined] : [shown];
    const connected = client;
    const answers = await Promise.all(
      states.map((state) => connected.leads({ ...filter, ...(state !== undefined && { state }) })),
    );
    if (asked !== round) return; // Something else was asked for meanwhile.
    const pages = answers.map(told).filter((page) => page !== undefined);
    if (pages.length < answers.length) return;
    const found = pages.flatMap((page) => page.leads);
    batch(() => {
      leads.value = before === undefined ? found : [...leads.peek(), ...found];
      next.value = shown === 'attention' ? undefined : pages[0]?.next;
      more.value = next.value !== undefined;
      const open = selected.peek();
      if (open !== null) selected.value = leads.peek().find(({ lead }) => lead === open.lead) ?? open;
    });
  };

  const loadOverview = async () => {
    const found = client === undefined ? undefined : told(await client.overview());
    if (found !== undefined) overview.value = found;
    return found !== undefined;
  };

  const perform = (action: Action, lead: string, connected: AdminClient): Promise<Answer<unknown>> => {
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
    leads,
    more,
    selected,
    notice,
    signOut,
    async signIn(token) {
      client = connect(token);
      session.value = 'checking';
      notice.value = '';
      if (!(await loadOverview())) {
        signOut();
        return;
      }
      keep(token);
      session.value = 'signed-in';
      await load();
    },
    async show(shown) {
      batch(() => {
        view.value = shown;
        selected.value = null;
        notice.value = '';
      });
      await load();
    },
    async find(text) {
      search.value = text;
      await load();
    },
    loadMore: () => load(next.peek()),
    select(lead) {
      selected.value = lead;
    },
    async act(action, { lead }) {
      if (client === undefined) return;
      notice.value = '';
      const answer = await perform(action, lead, client);
      if (told(answer) === undefined) return;
      batch(() => {
        notice.value = done[action];
        if (action === 'erase') selected.value = null;
      });
      await Promise.all([load(), loadOverview()]);
      const open = selected.peek();
      // It left the list, so what it is now is shown no more.
      if (open?.lead === lead && !leads.peek().some((one) => one.lead === lead)) selected.value = null;
    },
    async refresh() {
      if (session.peek() === 'signed-in') await Promise.all([load(), loadOverview()]);
    },
  };
}

const done: Record<Action, string> = {
  replay: 'It is tried again.',
  'resolve-done': 'Noted as done.',
  'resolve-skipped': 'Noted as not to be done.',
  release: 'Released. It is delivered now.',
  erase: 'Erased.',
};
