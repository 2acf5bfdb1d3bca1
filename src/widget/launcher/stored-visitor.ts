import { deleteStored, getStorage, hasQueuedLeads, hasResumable, localeKey } from '../../options/index.ts';
import type { WidgetFacts, WidgetStore } from './widget-store.ts';

export type StoredVisitorDeps = {
  store: WidgetStore;
  /** `api`: at once, or after the pause that follows a failure. */
  loadPanel(origin?: 'api'): void;
  onChange(facts: Partial<WidgetFacts>): void;
};

/** What this browser keeps of the visitor. It works before the panel is loaded. */
export function createStoredVisitor({ store, loadPanel, onChange }: StoredVisitorDeps) {
  /** The option as it was read last. */
  let consent: unknown;

  /** Queued leads are sent from memory, by the panel. */
  function deny(): void {
    deleteStored({ keepsLeads: true });
    if (hasQueuedLeads()) loadPanel('api');
  }

  function readLocale(): string | undefined {
    try {
      return getStorage(store.get().options)?.getItem(localeKey) ?? undefined;
    } catch {
      return undefined;
    }
  }

  return {
    chooseLocale(chosenLocale: string): void {
      try {
        getStorage(store.get().options)?.setItem(localeKey, chosenLocale);
      } catch {
        // It is full: the language holds on this page.
      }
      onChange({ chosenLocale });
    },
    /** Looks at what earlier pages have stored. */
    check(): void {
      const { options, chosenLocale = readLocale() } = store.get();
      onChange({ chosenLocale });
      if (options.consent === 'denied') deny();
      else if (hasResumable(options)) loadPanel();
    },
    /** A denial deletes what is stored. What was stored before this page is looked at by check(), when the page has loaded more. */
    followStorageConsent(): void {
      const { consent: next = 'granted' } = store.get().options;
      if (next === 'denied' && consent !== undefined && consent !== next) deny();
      consent = next;
    },
    forget: deleteStored,
  };
}
