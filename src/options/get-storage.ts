import type { ResolvedOptions } from './schema.ts';
import { attributionKey, triggersKey } from './storage-keys.ts';

/** The storage that the options allow; null without the visitor's consent, or when the browser blocks it. */
export function getStorage({ consent, storage }: ResolvedOptions): Storage | null {
  try {
    if (consent !== 'granted' || storage === 'none') return null;
    return storage === 'session' ? sessionStorage : localStorage;
  } catch {
    return null;
  }
}

/** Deletes what is stored about the visit besides the conversation, from both storages: the option may have changed. */
export function forgetVisit(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of [attributionKey, triggersKey]) window[name].removeItem(key);
    } catch {
      // Blocked: nothing was stored there either.
    }
  }
}
