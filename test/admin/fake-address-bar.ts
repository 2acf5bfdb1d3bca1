import type { AddressBar } from '../../src/admin/navigation.ts';

/** An address bar with a history, as the browser's. */
export function fakeAddressBar(path: string) {
  const entries = [path];
  let index = 0;
  let notify = () => {};
  const bar: AddressBar = {
    read: () => entries[index] ?? '',
    write: (next) => {
      index += 1;
      entries.splice(index, entries.length, next);
    },
    replace: (next) => {
      entries[index] = next;
    },
    listen: (listener) => {
      notify = listener;
    },
  };
  return {
    bar,
    /** The number of places that the browser remembers. */
    length: () => entries.length,
    back: () => {
      index -= 1;
      notify();
    },
    type: (next: string) => {
      bar.write(next);
      notify();
    },
  };
}
