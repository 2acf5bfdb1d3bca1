import { describe, expect, it } from 'vitest';
import { isOpen, zonesOf } from '../../src/protocol/index.ts';

const weekStart = ['mon', 'tue'] as const;
const hours = [{ days: [...weekStart], from: '09:00', to: '17:00' }];
const monday = (time: string) => Date.parse(`2026-11-23T${time}:00Z`);

describe('opening hours', () => {
  it('are reckoned in the zone of whoever is called', () => {
    expect(isOpen(hours, ['Europe/London'], monday('09:00'))).toBe(true);
    expect(isOpen(hours, ['Europe/London'], monday('17:00'))).toBe(false);
    expect(isOpen(hours, ['Europe/Berlin'], monday('16:00'))).toBe(false);
    expect(isOpen(hours, ['America/New_York'], monday('13:59'))).toBe(false);
    expect(isOpen(hours, ['America/New_York'], monday('14:00'))).toBe(true);
  });

  it('look at the day there, not here', () => {
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
});
