import { consentKey } from './storage-keys.ts';
import { tellWidgets } from './stored-data.ts';

type ConsentAnswer = 'granted' | 'denied';

/**
 * Tells the other tabs of the site, and the other widgets of this page, what the visitor has answered. Chats tell only those of their
 * own flow, once both have started.
 */
export function tellConsentAnswer(consent: unknown): void {
  if (isAnswer(consent)) tellWidgets(consentKey, consent);
}

/** Calls the listener with what the visitor has answered in another tab, or in another widget of this page. */
export function followConsentAnswer(signal: AbortSignal, listener: (answer: ConsentAnswer) => void): void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === consentKey && isAnswer(newValue)) listener(newValue);
  };
  addEventListener('storage', follow, { signal });
}

function isAnswer(consent: unknown): consent is ConsentAnswer {
  return consent === 'granted' || consent === 'denied';
}
