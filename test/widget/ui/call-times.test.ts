import { describe, expect, it } from 'vitest';
import { isOpen, zonesOf } from '../../../src/protocol/opening-times.ts';
import { findCallDays, findWeekHours } from '../../../src/widget/ui/callback/call-times.ts';
import { formatTimes, formatWeekHours } from '../../../src/widget/ui/callback/format-call-times.ts';

const weekdays = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }];
const weekend = [{ days: ['sat', 'sun'], from: '00:00', to: '04:00' }];
const iso = (times: readonly number[]) => times.map((at) => new Date(at).toISOString().slice(5, 16));

describe('the times for a call', () => {
  it('are the half hours of the next seven days within the hours, by the days of the visitor', () => {
    const now = Date.parse('2026-11-23T15:10:00Z');
    const days = findCallDays({ hours: weekdays, zones: ['America/New_York'] }, 'America/New_York', now);
    expect(days.map(({ date, times }) => [date, times.length])).toEqual([
      ['2026-11-23', 13],
      ['2026-11-24', 16],
      ['2026-11-25', 16],
      ['2026-11-26', 16],
      ['2026-11-27', 16],
      ['2026-11-30', 3],
    ]);
    expect(iso(days[0]?.times ?? [])[0]).toBe('11-23T15:30');
    expect(iso(days.at(-1)?.times ?? [])).toEqual(['11-30T14:00', '11-30T14:30', '11-30T15:00']);
  });

  it('are none on closed days, each in its zone', () => {
    const now = Date.parse('2026-11-23T15:10:00Z');
    const closed = [
      { from: '2026-11-24', to: '2026-11-25' },
      // From 15:00 UTC of the day before.
      { from: '2026-11-27', to: '2026-11-27', timeZone: 'Asia/Tokyo' },
    ];
    const days = findCallDays({ hours: weekdays, closed, zones: ['America/New_York'] }, 'America/New_York', now);
    expect(days.map(({ date, times }) => [date, times.length])).toEqual([
      ['2026-11-23', 13],
      ['2026-11-26', 2],
      ['2026-11-27', 14],
      ['2026-11-30', 3],
    ]);
    const always = findCallDays({ hours: undefined, closed, zones: ['UTC'] }, 'UTC', now);
    expect(always.map(({ date }) => date)).not.toContain('2026-11-24');
  });

  it("are grouped by the visitor's days", () => {
    const now = Date.parse('2026-11-23T00:10:00Z');
    const days = findCallDays({ hours: weekdays, zones: ['America/New_York'] }, 'Asia/Tokyo', now);
    // 09:00 in New York is 23:00 in Tokyo.
    expect(days.slice(0, 2).map(({ date, times }) => [date, times.length])).toEqual([
      ['2026-11-23', 2],
      ['2026-11-24', 16],
    ]);
  });

  it('are all half hours without hours, and none if the hours do not overlap in all zones', () => {
    const now = Date.parse('2026-11-23T15:00:00Z');
    expect(findCallDays({ hours: undefined, zones: [] }, 'UTC', now).flatMap(({ times }) => times)).toHaveLength(336);
    const never = { hours: [{ days: ['mon'], from: '09:00', to: '10:00' }], zones: ['Asia/Tokyo', 'America/New_York'] };
    expect(findCallDays(never, 'UTC', now)).toEqual([]);
  });

  it('start at full half hours for a visitor whose time zone is offset by a quarter of an hour', () => {
    const [first] = findCallDays({ hours: undefined, zones: [] }, 'Asia/Kathmandu', Date.parse('2026-11-23T00:00:00Z'));
    expect(iso(first?.times ?? [])[0]).toBe('11-23T00:15');
  });

  // Clock changes in spring and autumn, north and south, in the zone of the hours and in the visitor's.
  it.each([
    ['America/New_York', '2026-03-06T12:00:00Z'],
    ['America/New_York', '2026-10-30T12:00:00Z'],
    ['Australia/Sydney', '2026-10-01T12:00:00Z'],
    ['Australia/Sydney', '2026-04-02T12:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-02T12:00:00Z'],
    ['Europe/Berlin', '2026-03-27T12:00:00Z'],
  ])('are what the proxy accepts when the clocks of %s change after %s', (zone, time) => {
    const now = Date.parse(time);
    for (const hours of [weekdays, weekend]) {
      const found = findCallDays({ hours, zones: [zone] }, zone, now).flatMap(({ times }) => times);
      const halfHours = Array.from({ length: 336 }, (_, index) => now + (index + 1) * 1_800_000);
      expect(found).toEqual(halfHours.filter((at) => isOpen(hours, [zone], at)));
    }
  });

  it('are what the proxy accepts for a country with many zones, one of which changes its clocks', () => {
    const now = Date.parse('2026-10-30T12:00:00Z');
    const zones = zonesOf('US');
    expect(zones.length).toBeGreaterThan(10);
    const found = findCallDays({ hours: weekdays, zones }, 'UTC', now).flatMap(({ times }) => times);
    const halfHours = Array.from({ length: 336 }, (_, index) => now + (index + 1) * 1_800_000);
    expect(found).toEqual(halfHours.filter((at) => isOpen(weekdays, zones, at)));
  });

  it('show their zone when the clocks go back and one hour occurs twice', () => {
    const times = ['05:00', '05:30', '06:00', '06:30', '07:00'].map((time) => Date.parse(`2026-11-01T${time}:00Z`));
    const clocks = { locale: 'en-US', visitorZone: 'America/New_York', countryZones: [], likelyZone: undefined };
    expect(formatTimes(times, clocks).map(({ text }) => text)).toEqual([
      '1:00 AM EDT',
      '1:30 AM EDT',
      '1:00 AM EST',
      '1:30 AM EST',
      '2:00 AM',
    ]);
  });

  it("also show the phone's local time if it is known and differs from the visitor's", () => {
    const at = Date.parse('2026-11-24T14:00:00Z');
    const text = (visitorZone: string, countryZones: readonly string[], likelyZone?: string) =>
      formatTimes([at], { locale: 'en-US', visitorZone, countryZones, likelyZone })[0]?.text;
    expect(text('America/New_York', zonesOf('GB'))).toBe('9:00 AM (2:00 PM GMT)');
    expect(text('Europe/London', zonesOf('GB'))).toBe('2:00 PM');
    expect(text('Europe/Berlin', zonesOf('US'))).toBe('3:00 PM');
    expect(text('Europe/Berlin', zonesOf('US'), 'America/New_York')).toBe('3:00 PM (9:00 AM EST)');
    expect(text('America/Los_Angeles', zonesOf('US'), 'America/New_York')).toBe('6:00 AM');
  });

  it("are summarized by weekday, in the visitor's time zone", () => {
    // A Sunday: every weekday counts once.
    const now = Date.parse('2026-11-22T12:00:00Z');
    const sumUp = (hours: typeof weekdays, visitorZone: string, locale = 'en-US') =>
      formatWeekHours(findWeekHours({ hours, zones: ['America/New_York'] }, visitorZone, now), locale, visitorZone);
    expect(sumUp(weekdays, 'America/New_York')).toBe('Mon–Fri 9:00 AM–5:00 PM');
    expect(sumUp(weekdays, 'Europe/Berlin', 'de')).toBe('Mo–Fr 15:00–23:00');
    const short = [
      ...weekdays.map((open) => ({ ...open, days: ['mon', 'tue', 'thu'] })),
      { days: ['fri'], from: '09:00', to: '12:00' },
    ];
    expect(sumUp(short, 'America/New_York')).toBe('Mon–Tue 9:00 AM–5:00 PM, Thu 9:00 AM–5:00 PM, Fri 9:00 AM–12:00 PM');
  });
});
