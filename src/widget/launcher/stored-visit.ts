import {
  deleteStored,
  getStorage,
  hasQueuedLeads,
  hasResumable,
  localeKey,
  type RawOptions,
} from '../../options/index.ts';

export type StoredVisitDeps = {
  /** The options that apply now. */
  options(): RawOptions;
  /** `api`: at once, or after the pause that follows a failure. */
  loadPanel(reason?: 'api'): void;
  /** The language has changed. */
  onChange(): void;
};

export type StoredVisit = ReturnType<typeof createStoredVisit>;

/** What this browser keeps of the visitor. It works before the panel is loaded. */
export function createStoredVisit({ options, loadPanel, onChange }: StoredVisitDeps) {
  let chosenLocale: string | undefined;
  /** The option as it was read last. */
  let consent: unknown;

  /** Queued leads are sent from memory, by the panel. */
  function deny(): void {
    deleteStored({ keepsLeads: true });
    if (hasQueuedLeads()) loadPanel('api');
  }

  function readLocale(): string | null {
    try {
      return getStorage(options())?.getItem(localeKey) ?? null;
    } catch {
      return null;
    }
  }

  return {
    /** The language that the visitor has chosen in the menu. */
    chosenLocale: () => chosenLocale,
    chooseLocale(locale: string): void {
      chosenLocale = locale;
      try {
        getStorage(options())?.setItem(localeKey, locale);
      } catch {
        // It is full: the language holds on this page.
      }
      onChange();
    },
    /** Looks at what earlier pages have stored. */
    check(): void {
      if (options().consent === 'denied') deny();
      else if (hasResumable(options())) loadPanel();
      const stored = readLocale();
      if (!stored || chosenLocale) return;
      chosenLocale = stored;
      onChange();
    },
    /** A denial deletes what is stored. What was stored before this page is looked at by check(), when the page has loaded more. */
    followConsent(next: unknown = 'granted'): void {
      if (next === 'denied' && consent !== undefined && consent !== next) deny();
      consent = next;
    },
    forget(): void {
      chosenLocale = undefined;
      deleteStored();
    },
  };
}
