import { effect, type Signal, signal, untracked } from '@preact/signals';
import { type AddressBar, createNavigation, type Navigation } from './navigation.ts';
import type { Session } from './session.ts';

/** The sections of the dashboard. One is shown at a time; its address begins with its name. */
export const sections = ['leads', 'calls', 'webhooks', 'conversion', 'settings', 'blocked', 'audit'] as const;
export type Section = (typeof sections)[number];

export type SectionStateDeps = {
  address: AddressBar;
  session: Session;
  /** The address of a section, as it was when it was left. */
  addressOf: (section: Section) => string;
  /** Whether the settings have changes that are not saved. */
  hasChanges: () => boolean;
  /** Loads what a section shows, before it is shown. */
  open: (section: Section) => void;
};

export type SectionState = {
  section: Signal<Section>;
  navigation: Navigation;
  show(section: Section): void;
  /** Shows the section of the address, for an operator who has just signed in. */
  showNamed(): void;
};

/** The section that is shown, in step with the address. */
export function createSectionState({ address, session, addressOf, hasChanges, open }: SectionStateDeps): SectionState {
  const section = signal<Section>('leads');
  const navigation = createNavigation(
    address,
    ([from], [to]) => from !== 'settings' || to === 'settings' || !hasChanges(),
  );
  const isSignedIn = () => session.status.peek() === 'signed-in';
  const named = () => sectionOf(navigation.path.peek());

  effect(() => {
    const next = sectionOf(navigation.path.value);
    if (isSignedIn() && next !== undefined && next !== section.peek()) untracked(() => open(next));
  });
  // A number of one section opens the list of another one.
  effect(() => {
    const shown = section.value;
    if (session.status.value === 'signed-in' && named() !== shown) untracked(() => navigation.goTo(addressOf(shown)));
  });

  return {
    section,
    navigation,
    show(next) {
      if (named() === next) open(next);
      else navigation.goTo(addressOf(next));
    },
    showNamed() {
      open(named() ?? 'leads');
    },
  };
}

function sectionOf([name]: readonly string[]): Section | undefined {
  return sections.find((section) => section === name);
}
