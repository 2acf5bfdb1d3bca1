import type { RawOptions } from './panel-face.ts';

/** Whether an earlier page left something to go on with. Reads only what may be kept, and writes nothing. */
export function hasSomethingKept({ consent = 'granted', storage = 'local' }: RawOptions): boolean {
  try {
    if (consent !== 'granted' || storage === 'none') return false;
    return Object.keys(storage === 'session' ? sessionStorage : localStorage).some((key) =>
      key.startsWith('leadchat:'),
    );
  } catch {
    // Blocked storage: there is nothing to go on with.
    return false;
  }
}
