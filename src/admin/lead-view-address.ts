import { type LeadFilter, type LeadSort, leadFilter, leadSorts } from '../protocol/admin/leads.ts';
import { type LeadState, leadStates } from '../protocol/proxy/lead-state.ts';

/** `attention`: leads that need the operator. */
export type View = 'attention' | 'all' | LeadState;

/** What the list of leads shows. */
export type LeadView = {
  state: View;
  search: string;
  scope: Pick<LeadFilter, 'form' | 'page' | 'variant' | 'from' | 'to'>;
  sort: LeadSort;
};

/** The states in the words of the dashboard. */
const words: Record<View, string> = {
  attention: 'attention',
  all: 'all',
  unknown: 'check-by-hand',
  dead: 'refused',
  held: 'suspected-spam',
  pending: 'waiting',
  delivered: 'sent',
  closed: 'closed',
};

const scopeNames = ['form', 'page', 'variant', 'from', 'to'] as const;

/** As the address says it: `state=refused&search=ada`. What is as always is left out. */
export function writeLeadView({ state, search, scope, sort }: LeadView): string {
  const entries: [string, string | undefined][] = [
    ['state', state === 'attention' ? undefined : words[state]],
    ['search', search.trim() || undefined],
    ...scopeNames.map((name): [string, string | undefined] => [name, scope[name]]),
    ['sort', sort === 'newest' ? undefined : sort],
  ];
  const query = new URLSearchParams();
  for (const [name, value] of entries) if (value !== undefined) query.set(name, value);
  return query.toString();
}

/** Anyone can type an address: what it does not know is as always. */
export function readLeadView(address: string): LeadView {
  const query = new URLSearchParams(address);
  const views: readonly View[] = ['all', ...leadStates];
  const scope = scopeNames.flatMap((name) => {
    const value = query.get(name) ?? '';
    return value !== '' && leadFilter.shape[name].safeParse(value).success ? [[name, value] as const] : [];
  });
  const search = query.get('search') ?? '';
  return {
    state: views.find((view) => words[view] === query.get('state')) ?? 'attention',
    search: leadFilter.shape.search.safeParse(search).success ? search : '',
    scope: Object.fromEntries(scope),
    sort: leadSorts.find((sort) => sort === query.get('sort')) ?? 'newest',
  };
}
