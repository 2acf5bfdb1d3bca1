import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { LeadListState } from './lead-list-state.ts';
import { readLeadView, writeLeadView } from './lead-view-address.ts';
import type { Navigation } from './navigation.ts';
import type { Section } from './section-state.ts';
import type { Session } from './session.ts';

export type LeadAddressDeps = {
  session: Session;
  section: ReadonlySignal<Section>;
  navigation: Navigation;
  list: LeadListState;
};

export type LeadAddress = {
  /** Opens the lead of an address, or says that it is gone. */
  openNamed(lead: string): Promise<void>;
};

/** Keeps the list of leads, the lead that is open, and the address in step: `#/leads/<id>?state=refused&search=ada`. */
export function followLeadAddress({ session, section, navigation, list }: LeadAddressDeps): LeadAddress {
  const openNamed = async (lead: string): Promise<void> => {
    if (!(await list.open(lead))) session.notice.value = 'This lead does not exist any more.';
  };
  const isShown = () => session.status.peek() === 'signed-in' && section.peek() === 'leads';
  // Back, a link, or another address.
  effect(() => {
    const [name, lead = null] = navigation.path.value;
    const query = navigation.query.value;
    if (name !== 'leads') return;
    untracked(() => {
      if (!isShown()) return;
      if (query !== list.address.peek()) void list.showAddress(query);
      if (lead === list.openId.peek()) return;
      if (lead === null) list.select(null);
      else void openNamed(lead);
    });
  });
  // What the operator has clicked or typed.
  effect(() => {
    const query = list.address.value;
    const lead = list.openId.value;
    const isHere = session.status.value === 'signed-in' && section.value === 'leads';
    untracked(() => {
      const [name, known = null] = navigation.path.peek();
      if (!isHere || name !== 'leads') return;
      if (query === navigation.query.peek() && lead === known) return;
      const path = leadsPath(list);
      // No places to go back to: an address that says the same in another order, and each letter of a search.
      const before = navigation.query.peek();
      const isSame = writeLeadView(readLeadView(before)) === query;
      if (lead === known && (isSame || (isSearched(query) && isSearched(before)))) navigation.follow(path);
      else navigation.goTo(path);
    });
  });

  return { openNamed };
}

/** The address of what is listed, and of the lead that is open. */
export function leadsPath({ openId, address }: LeadListState): string {
  const lead = openId.peek();
  const query = address.peek();
  return `${lead === null ? '/leads' : `/leads/${lead}`}${query === '' ? '' : `?${query}`}`;
}

function isSearched(query: string): boolean {
  return new URLSearchParams(query).has('search');
}
