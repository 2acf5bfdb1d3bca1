import { computed, type ReadonlySignal } from '@preact/signals';
import { isSameJson } from './json-value.ts';

/**
 * A computed value that stays the same object as long as it says the same. Each key that somebody types changes the draft, of
 * which nearly everything that is drawn stays as it is.
 */
export function stableComputed<Value>(compute: () => Value): ReadonlySignal<Value> {
  let last: { value: Value } | undefined;
  return computed(() => {
    const value = compute();
    if (last === undefined || !isSameJson(last.value, value)) last = { value };
    return last.value;
  });
}
