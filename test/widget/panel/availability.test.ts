import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { readOptions, type WidgetOptions } from '../../../src/options/index.ts';
import { createAvailability } from '../../../src/widget/panel/availability.ts';
import { createCurrentMinute } from '../../../src/widget/panel/current-minute.ts';
import { manualClock } from '../../support/manual-clock.ts';

const hours: WidgetOptions['hours'] = {
  timeZone: 'Europe/London',
  open: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
};
const monday = (time: string) => Date.parse(`2026-11-23T${time}Z`);

function available(overrides: WidgetOptions, at: number) {
  const clock = manualClock(at);
  const isOpen = signal(true);
  const { options } = readOptions({ proxy: {}, attributes: {}, overrides });
  const { now, dispose } = createCurrentMinute(clock, () => isOpen.value);
  return { clock, isOpen, dispose, ...createAvailability(signal(options), now) };
}

describe('availability', () => {
  it('has no end without opening hours', () => {
    const { afterLead, backAt } = available({ away: 'lead-only' }, monday('03:00:00'));
    expect([backAt.value, afterLead.value]).toEqual([null, 'chat']);
  });

  it.each([
    ['note', 'chat', 'chat'],
    ['note', 'thanks', 'thanks'],
    ['lead-only', 'chat', 'thanks'],
  ] as const)('outside the hours, with away %s and afterLead %s, %s follows a lead', (away, option, expected) => {
    const { afterLead, backAt } = available({ hours, away, afterLead: option }, monday('08:59:59'));
    expect(backAt.value).toBe(monday('09:00:00'));
    expect(afterLead.value).toBe(expected);
  });

  it('says on a holiday why nobody is there, and when somebody is again', () => {
    const closed = [{ from: '2026-11-23', to: '2026-11-24', text: { en: 'Closed', de: 'Zu' } }];
    const { backAt, closedText } = available({ hours: { ...hours, closed } }, monday('12:00:00'));
    expect(new Date(backAt.value ?? 0).toISOString()).toBe('2026-11-25T09:00:00.000Z');
    expect(closedText.value).toEqual({ en: 'Closed', de: 'Zu' });
    expect(available({ hours }, monday('12:00:00')).closedText.value).toBeUndefined();
  });

  it('changes at the minute of opening and closing while the panel is open', () => {
    const { afterLead, backAt, clock } = available({ hours, away: 'lead-only' }, monday('08:58:30'));
    clock.advanceNow(89_999);
    expect(afterLead.value).toBe('thanks');
    clock.advanceNow(1);
    expect([backAt.value, afterLead.value]).toEqual([null, 'chat']);
    clock.advanceNow(8 * 3_600_000);
    expect([backAt.value, afterLead.value]).toEqual([monday('09:00:00') + 86_400_000, 'thanks']);
  });

  it('needs no timer while the panel is closed, and is up to date when it opens', () => {
    const { backAt, clock, dispose, isOpen } = available({ hours }, monday('08:00:00'));
    isOpen.value = false;
    expect(clock.pending).toBe(0);
    clock.advanceNow(2 * 3_600_000);
    isOpen.value = true;
    expect(backAt.value).toBeNull();
    dispose();
    expect(clock.pending).toBe(0);
  });
});
