import { resumablePrefix } from '../../options/index.ts';
import type { RawOptions } from './raw-options.ts';

/** Whether an earlier page stored a conversation, a lead or a call to go on with. Writes nothing. */
export function hasResumableData({ consent = 'granted', storage = 'local' }: RawOptions): boolean {
  if (consent !== 'granted' || storage === 'none') return false;
  try {
    const keys = Object.keys(storage === 'session' ? sessionStorage : localStorage);
    return keys.some((key) => key.startsWith(resumablePrefix));
  } catch {
    // Blocked storage holds nothing.
    return false;
  }
}
