import { describe, expect, it } from 'vitest';
import { closedDays } from '../../src/protocol/closed-days.ts';
import { openingHours, timeZone } from '../../src/protocol/opening-hours.ts';
import {
  type ClosedDays,
  closedDaysAt,
  isOpen,
  nextOpening,
  type OpeningHours,
  zonesOf,
} from '../../src/protocol/opening-times.ts';

const weekStart = ['mon', 'tue'] as const;
const hours = [{ days: [...weekStart], from: '09:00', to: '17:00' }];
const monday = (time: string) => Date.parse(`2026-11-23T${time}:00Z`);

describe('opening hours', () => {
  it('are interpreted in the callee’s time zone', () => {
    expect(isOpen(hours, ['Europe/London'], monday('09:00'))).toBe(true);
    expect(isOpen(hours, ['Europe/London'], monday('17:00'))).toBe(false);
    expect(isOpen(hours, ['Europe/Berlin'], monday('16:00'))).toBe(false);
    expect(isOpen(hours, ['America/New_York'], monday('13:59'))).toBe(false);
    expect(isOpen(hours, ['America/New_York'], monday('14:00'))).toBe(true);
  });

  it("use the callee's day of the week, not the proxy's", () => {
    const lateSunday = Date.parse('2026-11-22T22:30:00Z');
    expect(isOpen(hours, ['Australia/Sydney'], lateSunday)).toBe(true);
  });

  it('must hold in every zone that the number can be in', () => {
    expect(isOpen(hours, ['America/New_York', 'America/Los_Angeles'], monday('16:00'))).toBe(false);
    expect(isOpen(hours, ['America/New_York', 'America/Los_Angeles'], monday('18:00'))).toBe(true);
    expect(isOpen(hours, [], monday('12:00'))).toBe(false);
  });

  it('know the zones of a country', () => {
    expect(zonesOf('GB')).toEqual(['Europe/London']);
    expect(zonesOf('US')).toContain('America/New_York');
    expect(zonesOf('US').length).toBeGreaterThan(5);
  });

  it('open next at the earliest opening, in the zone of the hours', () => {
    const next = (zone: string, at: number) => new Date(nextOpening(hours, zone, at)).toISOString();
    expect(next('Europe/London', monday('08:59'))).toBe('2026-11-23T09:00:00.000Z');
    expect(next('Europe/London', monday('17:00'))).toBe('2026-11-24T09:00:00.000Z');
    expect(next('America/New_York', monday('08:59'))).toBe('2026-11-23T14:00:00.000Z');
    expect(next('Europe/London', Date.parse('2026-11-27T12:34:56Z'))).toBe('2026-11-30T09:00:00.000Z');
    const lunch = [...hours, { days: ['mon'], from: '18:00', to: '20:00' }];
    expect(nextOpening(lunch, 'Europe/London', monday('17:30'))).toBe(monday('18:00'));
  });

  it('open again a week later when they open once a week', () => {
    const weekly = [{ days: ['mon'], from: '09:00', to: '17:00' }];
    expect(nextOpening(weekly, 'Europe/London', monday('17:00'))).toBe(monday('09:00') + 7 * 86_400_000);
  });

  it('open at the same local time after the clocks have changed', () => {
    // The United States turn their clocks back on Sunday, 1 November 2026, and forward on Sunday, 14 March 2027.
    const next = (at: string) => new Date(nextOpening(hours, 'America/New_York', Date.parse(at))).toISOString();
    expect(next('2026-10-31T12:00:00Z')).toBe('2026-11-02T14:00:00.000Z');
    expect(next('2027-03-13T12:00:00Z')).toBe('2027-03-15T13:00:00.000Z');
    const weekly = [{ days: ['sat'], from: '09:00', to: '17:00' }];
    expect(nextOpening(weekly, 'America/New_York', Date.parse('2026-10-31T13:00:00Z'))).toBe(
      Date.parse('2026-11-07T14:00:00Z'),
    );
  });

  it('are refused with a reason when they make no sense', () => {
    const issueOf = (value: unknown) => openingHours.safeParse(value).error?.issues.map(({ message }) => message);
    expect(issueOf({ days: ['mon'], from: '17:00', to: '09:00' })).toEqual(['must open before it closes']);
    expect(issueOf({ days: ['mon'], from: '09.00', to: '24:00' })).toEqual(['must be a time such as 09:00']);
    expect(issueOf({ days: ['monday'], from: '09:00', to: '24:00' })?.[0]).toContain('must be one of sun, mon');
    expect(timeZone.safeParse('Mars/Olympus').success).toBe(false);
    expect(timeZone.safeParse('America/New_York').success).toBe(true);
  });
});

describe('closed days', () => {
  const always = [{ days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '00:00', to: '24:00' }];
  const at = (time: string) => Date.parse(time);
  const next = (zone: string, time: string, closed: ClosedDays[], open: OpeningHours[] = hours) =>
    new Date(nextOpening(open, zone, at(time), closed)).toISOString();

  it.each([
    // The day begins and ends at midnight of the zone, which is another instant in each.
    ['Europe/London', '2026-11-22T23:59:59Z', '2026-11-23T00:00:00Z', '2026-11-23T23:59:59Z', '2026-11-24T00:00:00Z'],
    ['Asia/Tokyo', '2026-11-22T14:59:59Z', '2026-11-22T15:00:00Z', '2026-11-23T14:59:59Z', '2026-11-23T15:00:00Z'],
    ['Asia/Kathmandu', '2026-11-22T18:14:59Z', '2026-11-22T18:15:00Z', '2026-11-23T18:14:59Z', '2026-11-23T18:15:00Z'],
    [
      'Pacific/Kiritimati',
      '2026-11-22T09:59:59Z',
      '2026-11-22T10:00:00Z',
      '2026-11-23T09:59:59Z',
      '2026-11-23T10:00:00Z',
    ],
    [
      'Pacific/Pago_Pago',
      '2026-11-23T10:59:59Z',
      '2026-11-23T11:00:00Z',
      '2026-11-24T10:59:59Z',
      '2026-11-24T11:00:00Z',
    ],
  ])('last from midnight to midnight in %s', (zone, before, first, last, after) => {
    const closed = [{ from: '2026-11-23', to: '2026-11-23' }];
    const open = [before, first, last, after].map((time) => isOpen(always, [zone], at(time), closed));
    expect(open).toEqual([true, false, false, true]);
  });

  it('last 23 or 25 hours on days when the clocks change', () => {
    const isOpenThen = (day: string, time: string) =>
      isOpen(always, ['America/New_York'], at(time), [{ from: day, to: day }]);
    // 2026-11-01 has 25 hours: from 04:00 to 05:00 UTC of the next day. 2027-03-14 has 23.
    const longDay = ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'];
    expect(longDay.map((time) => isOpenThen('2026-11-01', time))).toEqual([true, false, false, true]);
    const shortDay = ['2027-03-14T04:59:59Z', '2027-03-14T05:00:00Z', '2027-03-15T03:59:59Z', '2027-03-15T04:00:00Z'];
    expect(shortDay.map((time) => isOpenThen('2027-03-14', time))).toEqual([true, false, false, true]);
  });

  it('put off the next opening, over weeks, the turn of the year and changes of the clocks', () => {
    expect(next('Europe/London', '2026-11-22T12:00:00Z', [{ from: '2026-11-23', to: '2026-11-23' }])).toBe(
      '2026-11-24T09:00:00.000Z',
    );
    expect(next('Europe/London', '2026-12-22T18:00:00Z', [{ from: '2026-12-24', to: '2027-01-06' }])).toBe(
      '2027-01-11T09:00:00.000Z',
    );
    const clocks = [{ from: '2026-10-26', to: '2026-11-02' }];
    expect(next('America/New_York', '2026-10-24T12:00:00Z', clocks)).toBe('2026-11-03T14:00:00.000Z');
    // Hours that begin at midnight begin at the end of the closed days, also when the clocks change on the last one.
    for (const [from, to, opening] of [
      ['2026-10-26', '2026-11-01', '2026-11-02T05:00:00.000Z'],
      ['2027-03-10', '2027-03-14', '2027-03-15T04:00:00.000Z'],
    ] as const) {
      expect(next('America/New_York', `${from}T12:00:00Z`, [{ from, to }], always)).toBe(opening);
    }
    // Two entries that follow each other, in any order.
    const two = [
      { from: '2026-11-24', to: '2026-11-24' },
      { from: '2026-11-23', to: '2026-11-23' },
    ];
    expect(next('Europe/London', '2026-11-22T12:00:00Z', two)).toBe('2026-11-30T09:00:00.000Z');
    // All days that there are: the search ends, even so.
    const ever = nextOpening(hours, 'Europe/London', at('2026-11-22T12:00:00Z'), [
      { from: '0001-01-01', to: '9999-12-31' },
    ]);
    expect(ever).toBeGreaterThan(Date.parse('9999-12-01T00:00:00Z'));
  });

  it('close in a zone of their own, and say why', () => {
    const closed = [{ from: '2026-11-23', to: '2026-11-23', timeZone: 'Asia/Tokyo', text: 'Labor Thanksgiving Day' }];
    expect(closedDaysAt(closed, ['America/New_York'], at('2026-11-22T16:00:00Z'))?.text).toBe('Labor Thanksgiving Day');
    expect(closedDaysAt(closed, ['America/New_York'], at('2026-11-23T16:00:00Z'))).toBeUndefined();
  });

  it('are refused with a reason when they make no sense', () => {
    const issueOf = (value: unknown) => closedDays.safeParse(value).error?.issues.map(({ message }) => message);
    expect(issueOf({ from: '2026-12-24', to: '2026-12-24' })).toBeUndefined();
    expect(issueOf({ from: '2026-12-24', to: '2026-12-23' })).toEqual(['must not be before the first day']);
    for (const from of ['24.12.2026', '2026-02-30', '2026-13-01', '2026-12-24T00:00:00Z', 5]) {
      expect(issueOf({ from, to: '2027-12-24' })).toEqual(['must be a day such as 2026-12-24']);
    }
  });
});
