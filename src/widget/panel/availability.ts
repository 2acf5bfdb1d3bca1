import { computed, type ReadonlySignal } from '@preact/signals';
import type { ResolvedOptions } from '../../options/index.ts';
import type { Localized } from '../../protocol/locale.ts';
import { closedDaysAt, isOpen, nextOpening } from '../../protocol/opening-times.ts';

export type Availability = {
  /** When the opening hours start again; null during them. */
  readonly backAt: ReadonlySignal<number | null>;
  /** Why nobody answers today, in the site's words. */
  readonly closedText: ReadonlySignal<Localized<string> | undefined>;
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
    if (hours === undefined || isOpen(hours.open, [hours.timeZone], now.value, hours.closed)) return null;
    return nextOpening(hours.open, hours.timeZone, now.value, hours.closed);
  });
  return {
    backAt,
    closedText: computed(() => {
      const { hours } = options.value;
      return closedDaysAt(hours?.closed ?? [], [hours?.timeZone ?? 'UTC'], now.value)?.text;
    }),
    afterLead: computed(() => {
      const { afterLead, away } = options.value;
      return backAt.value !== null && away === 'lead-only' ? 'thanks' : afterLead;
    }),
  };
}
