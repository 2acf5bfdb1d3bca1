import { computed, type ReadonlySignal } from '@preact/signals';
import { type Clock, systemClock } from '../../clock.ts';
import type { ResolvedOptions } from '../../options/index.ts';
import { isOpen, nextOpening } from '../../protocol/index.ts';
import { createCurrentMinute } from './current-minute.ts';

export type Availability = {
  /** When the opening hours start again; null during them. */
  readonly backAt: ReadonlySignal<number | null>;
  /** What follows a lead that is submitted now. */
  readonly afterLead: ReadonlySignal<'chat' | 'thanks'>;
  dispose(): void;
};

/** What the opening hours currently mean for the chat. Updated every minute while the panel is open. */
export function createAvailability(
  options: ReadonlySignal<ResolvedOptions>,
  isPanelOpen: ReadonlySignal<boolean>,
  clock: Clock = systemClock,
): Availability {
  const { now, dispose } = createCurrentMinute(clock, () => options.value.hours !== undefined && isPanelOpen.value);
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
    dispose,
  };
}
