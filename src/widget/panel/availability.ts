import { computed, type ReadonlySignal } from '@preact/signals';
import type { ResolvedOptions } from '../../options/index.ts';
import { isOpen, nextOpening } from '../../protocol/index.ts';

export type Availability = {
  /** When the opening hours start again; null during them. */
  readonly backAt: ReadonlySignal<number | null>;
  /** What follows a lead that is submitted now. */
  readonly afterLead: ReadonlySignal<'chat' | 'thanks'>;
};

/** What the opening hours mean for the chat at a time. */
export function createAvailability(
  options: ReadonlySignal<ResolvedOptions>,
  now: ReadonlySignal<number>,
): Availability {
  const backAt = computed(() => {
    const { hours } = options.value;
    if (hours === undefined || isOpen(hours.open, [hours.timeZone], now.value)) return null;
    return nextOpening(hours.open, hours.timeZone, now.value);
  });
  return {
    backAt,
    afterLead: computed(() => {
      const { afterLead, away } = options.value;
      return backAt.value !== null && away === 'lead-only' ? 'thanks' : afterLead;
    }),
  };
}
