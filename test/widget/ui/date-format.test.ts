import { describe, expect, it, vi } from 'vitest';
import { texts as en } from '../../../src/i18n/locales/en.ts';
import { createTranslator } from '../../../src/i18n/translator.ts';
import { createDateFormat } from '../../../src/widget/ui/log/date-format.ts';

const now = new Date(2026, 2, 15, 12).getTime();
const today = new Date(now).toDateString();
const day = 24 * 60 * 60 * 1000;

describe('times', () => {
  it('are written as in the visitor’s language', () => {
    const at = new Date(2026, 2, 14, 15, 4).getTime();
    expect(createDateFormat(createTranslator('de', en), today).time(at)).toBe('15:04');
    expect(createDateFormat(createTranslator('en', en), today).time(at)).toMatch(/^3:04\sPM$/);
  });

  it('name today and yesterday, and give the date of other days', () => {
    const times = createDateFormat(createTranslator('en', en), today);
    expect([now, now - day, now - 5 * day].map(times.day)).toEqual(['Today', 'Yesterday', 'Tuesday, March 10']);
  });

  it('create no formatter before there is a date to show: the first of a page is expensive', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    const times = createDateFormat(createTranslator('en', en), today);
    times.day(now);
    expect(made).not.toHaveBeenCalled();
    times.time(now);
    times.time(now);
    expect(made).toHaveBeenCalledTimes(1);
    made.mockRestore();
  });
});
