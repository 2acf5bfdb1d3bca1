import { resumablePrefix } from '../../options/index.ts';
import type { RawOptions } from './panel-contract.ts';

/** Whether an earlier page left something to go on with. Reads only what may be kept, and writes nothing. */
export function hasSomethingKept({ consent = 'granted', storage = 'local' }: RawOptions): boolean {
  try {
    // There is no noneStorage, so `none` ends in the catch, as blocked storage does.
    return (
      consent === 'granted' &&
      Object.keys(Object(window)[`${storage}Storage`]).some((key) => key.startsWith(resumablePrefix))
    );
  } catch {
    return false;
  }
}
