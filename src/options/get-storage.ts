import { attributionKey, resumablePrefix, triggersKey, variantsKey } from './storage-keys.ts';

/** The launcher, which has no schema, passes any values. One that is no name of a storage means the default. */
type StorageOptions = { readonly consent?: unknown; readonly storage?: unknown };

/** Returns the storage that the options allow; null without the visitor's consent, or if the browser blocks it. */
export function getStorage({ consent = 'granted', storage }: StorageOptions): Storage | null {
  try {
    if (consent !== 'granted' || storage === 'none') return null;
    return storage === 'session' ? sessionStorage : localStorage;
  } catch {
    return null;
  }
}

/** Whether an earlier page has stored a conversation, a lead or a call. Writes nothing. */
export function hasResumable(options: StorageOptions): boolean {
  return Object.keys(getStorage(options) ?? {}).some((key) => key.startsWith(resumablePrefix));
}

/** Deletes stored data about the visit, but not the conversation. From both storages: the option may have changed. */
export function forgetVisit(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of [attributionKey, triggersKey, variantsKey]) window[name].removeItem(key);
    } catch {
      // The storage is blocked, so nothing is stored there.
    }
  }
}
