import { attributionKey, triggersKey } from './storage-keys.ts';

/** The launcher, which has no schema, passes any values. One that is no name of a storage means the default. */
type StorageOptions = { readonly consent: unknown; readonly storage: unknown };

/** Returns the storage that the options allow; null without the visitor's consent, or if the browser blocks it. */
export function getStorage({ consent, storage }: StorageOptions): Storage | null {
  try {
    if (consent !== 'granted' || storage === 'none') return null;
    return storage === 'session' ? sessionStorage : localStorage;
  } catch {
    return null;
  }
}

/** Deletes stored data about the visit, but not the conversation. From both storages: the option may have changed. */
export function forgetVisit(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of [attributionKey, triggersKey]) window[name].removeItem(key);
    } catch {
      // The storage is blocked, so nothing is stored there.
    }
  }
}
