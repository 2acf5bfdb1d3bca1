import { describe, expect, it } from 'vitest';
import { isOpen, nextOpening, openingHours, timeZone, zonesOf } from '../../src/protocol/index.ts';

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
