import { resumablePrefix } from '../../options/index.ts';
import type { RawOptions } from './raw-options.ts';

/** Loads the panel if an earlier page has stored a conversation, a lead or a call. It does not write to the storage. */
export function loadIfResumable({ consent = 'granted', storage = 'local' }: RawOptions, load: () => void): void {
  try {
    const isResumable = (key: string) => key.startsWith(resumablePrefix);
    if (consent === 'granted' && Object.keys(Reflect.get(window, `${storage}Storage`)).some(isResumable)) load();
  } catch {
    // The storage is blocked, or the option is `none`: `window.noneStorage` does not exist.
  }
}
