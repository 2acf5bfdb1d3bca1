import {
  type DeletionStamp,
  deleteStored,
  followConsentAnswer,
  followDeletion,
  getStorage,
  hasQueuedLeads,
  hasResumable,
  localeKey,
  readText,
  storeText,
} from '../../options/index.ts';
import type { PanelLoader } from './panel-loader.ts';
import type { WidgetFacts, WidgetStore } from './widget-store.ts';

/** The first storage access of a page waits for another browser process, so it is delayed until the page has loaded more. */
const firstAccessDelayMs = 300;

export type StoredVisitorDeps = {
  get: WidgetStore['get'];
  change(facts: Partial<WidgetFacts>): void;
  /** Like `change`, for what the options follow from. */
  readOptions(facts: Partial<WidgetFacts>): void;
  signal: AbortSignal;
  panel: Pick<PanelLoader, 'load' | 'call'>;
  /** Forgets what is not stored yet. */
  forgetChoices(): void;
};

/** What this browser keeps of the visitor. It works before the panel is loaded. */
export function createStoredVisitor(deps: StoredVisitorDeps) {
  const { get, change, readOptions, signal, panel, forgetChoices } = deps;
  /** The option as it was read last. */
  let consent: unknown;
  let ownDeletion: string | undefined;

  function later(task: () => void): void {
    setTimeout(() => signal.aborted || task(), firstAccessDelayMs);
  }

  /** Queued leads are sent from memory, by the panel. */
  function deny(): void {
    const { options, isConsentHeard } = get();
    if (options.consent !== 'denied') return;
    // Another tab has deleted it. What all tabs share may be stored since then.
    if (!isConsentHeard) deleteStored('denied');
    // At once, or after the pause that follows a failure.
    if (hasQueuedLeads()) panel.load('api');
  }

  function keepLocale(): void {
    const { options, chosenLocale } = get();
    if (chosenLocale !== undefined) storeText(getStorage(options), localeKey, chosenLocale);
  }

  /** The language that the visitor has chosen last, on an earlier page or in another tab, before anything is shown in another one. */
  function recallLocale(): void {
    const { options, chosenLocale } = get();
    change({ chosenLocale: readText(getStorage(options), localeKey) ?? chosenLocale });
  }

  later(() => {
    followDeletion(signal, (deletion, stamp) => {
      if (deletion === 'denied' || stamp.id === ownDeletion) return;
      forgetChoices();
      panel.call('onForgottenElsewhere', deletion === 'reset', stamp, get().options.userToken);
    });
    followConsentAnswer(signal, (storageConsent) => {
      if (storageConsent !== get().storageConsent) readOptions({ storageConsent, isConsentHeard: true });
    });
  });

  return {
    recallLocale,
    chooseLocale(chosenLocale: string): void {
      change({ chosenLocale });
      keepLocale();
    },
    /** Looks at what earlier pages have stored, when the page has loaded more. */
    check: () =>
      later(() => {
        recallLocale();
        if (hasResumable(get().options)) panel.load();
      }),
    /** A denial deletes what is stored. An agreement keeps what was chosen before it, else on an earlier page. */
    followStorageConsent(): void {
      const { consent: next = 'granted' } = get().options;
      if (next === consent) return;
      if (next === 'denied' && consent === undefined) later(deny);
      else if (next === 'denied') deny();
      else if (consent !== undefined) {
        keepLocale();
        recallLocale();
      }
      consent = next;
    },
    forget(deletion: 'forgotten' | 'reset', stamp: DeletionStamp): void {
      ownDeletion = stamp.id;
      deleteStored(deletion, stamp);
      forgetChoices();
    },
  };
}
