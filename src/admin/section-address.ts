import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Navigation } from './navigation.ts';
import type { Section } from './section-state.ts';
import type { Session } from './session.ts';

/** What a section shows, as its address says it: `state=missed&form=prices`. */
export type AddressedView = {
  /** What is as always is left out. */
  address: ReadonlySignal<string>;
  /** Takes over what an address says, without loading it. Anyone can type one: what it does not know is as always. */
  readAddress(query: string): void;
  /** A typed address, as `address` would say the same. */
  tidyAddress(query: string): string;
  load(): Promise<void>;
};

export type SectionAddressDeps = {
  session: Session;
  section: ReadonlySignal<Section>;
  navigation: Navigation;
};

/** Keeps what a section shows and the address in step, so that a reload, a link and back show it again. */
export function followSectionAddress(
  { session, section, navigation }: SectionAddressDeps,
  name: Section,
  view: AddressedView,
): void {
  const isHere = () => session.status.value === 'signed-in' && section.value === name;
  // Back, a link, or another address.
  effect(() => {
    const [named] = navigation.path.value;
    const query = navigation.query.value;
    untracked(() => {
      if (named !== name || !isHere() || query === view.address.peek()) return;
      view.readAddress(query);
      void view.load();
    });
  });
  // What the operator has chosen.
  effect(() => {
    const query = view.address.value;
    const isShown = isHere();
    untracked(() => {
      const known = navigation.query.peek();
      if (!isShown || navigation.path.peek()[0] !== name || query === known) return;
      // No places to go back to: an address that says the same in another order, and each part of a day that is typed.
      const isSame = view.tidyAddress(known) === query;
      if (isSame || (hasDays(query) && hasDays(known))) navigation.follow(withQuery(name, query));
      else navigation.goTo(withQuery(name, query));
    });
  });
}

/** The address of a section: `/calls?state=missed`. */
export function withQuery(section: Section, query: string): string {
  return query === '' ? `/${section}` : `/${section}?${query}`;
}

/** As an address says them, in their order. What is undefined is as always. */
export function queryOf(entries: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(entries)) if (value !== undefined) query.set(name, value);
  return query.toString();
}

function hasDays(query: string): boolean {
  const names = new URLSearchParams(query);
  return names.has('from') || names.has('to');
}
