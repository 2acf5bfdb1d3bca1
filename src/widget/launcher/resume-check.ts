import { getStorage, resumablePrefix } from '../../options/index.ts';
import type { RawOptions } from './raw-options.ts';

/** Whether an earlier page has stored a conversation, a lead or a call. Writes nothing. */
export function hasResumable({ consent = 'granted', storage = 'local' }: RawOptions): boolean {
  return Object.keys(getStorage({ consent, storage }) ?? {}).some((key) => key.startsWith(resumablePrefix));
}
