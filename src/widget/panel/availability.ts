import { computed, type ReadonlySignal } from '@preact/signals';
import type { ResolvedOptions } from '../../options/index.ts';
import { closedDaysAt, isOpen, nextOpening } from '../../protocol/opening-times.ts';
import type { PanelModel } from '../ui/index.ts';

/** What the opening hours mean for the chat at a time. */
export function createAvailability(
  options: ReadonlySignal<ResolvedOptions>,
  now: ReadonlySignal<number>,
): Pick<PanelModel, 'backAt' | 'closedText' | 'afterLead'> {
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
