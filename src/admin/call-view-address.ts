import { type AdminCall, type CallFilter, callFilter } from '../protocol/admin/calls.ts';
import { callStates } from '../protocol/proxy/call-state.ts';
import { queryOf } from './section-address.ts';

/** `missed`: nobody answered, or it was not placed in time. */
export type CallView = AdminCall['state'] | 'missed';

/** Which calls the tab "Conversion" asks for, besides their state. */
export type CallScope = Omit<CallFilter, 'state' | 'lead' | 'missed'>;

const scopeNames = ['form', 'page', 'variant', 'from', 'to', 'answered'] as const;

/** As the address says it: `state=missed&form=prices`. */
export function writeCallView(view: CallView | 'all', scope: CallScope): string {
  return queryOf({
    state: view === 'all' ? undefined : view,
    ...Object.fromEntries(scopeNames.map((name) => [name, scope[name]])),
  });
}

export function readCallView(address: string): { view: CallView | 'all'; scope: CallScope } {
  const query = new URLSearchParams(address);
  const views: readonly CallView[] = ['missed', ...callStates];
  const scope = scopeNames.flatMap((name) => {
    const value = query.get(name) ?? '';
    return value !== '' && callFilter.shape[name].safeParse(value).success ? [[name, value] as const] : [];
  });
  return {
    view: views.find((view) => view === query.get('state')) ?? 'all',
    scope: Object.fromEntries(scope),
  };
}
