import { resumablePrefix } from '../../options/index.ts';
import type { RawOptions } from './raw-options.ts';

/** Whether an earlier page stored a conversation, a lead or a call to go on with. Writes nothing. */
export function hasResumableData({ consent = 'granted', storage = 'local' }: RawOptions): boolean {
  try {
    // There is no `noneStorage`: with `none`, as with blocked storage, this throws.
    return (
      consent === 'granted' &&
      Object.keys(Reflect.get(window, `${storage}Storage`)).some((key) => key.startsWith(resumablePrefix))
    );
  } catch {
    return false;
  }
}
