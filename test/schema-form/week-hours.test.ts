import { expect, it } from 'vitest';
import { entriesOf, weekOf } from '../../src/schema-form/week-hours.ts';

it('reads a week day by day, and writes days with the same hours as one entry', () => {
  const open = [
    { days: ['tue'], from: '13:00', to: '17:00' },
    { days: ['mon', 'tue'], from: '09:00', to: '12:00' },
    { days: ['sun'], from: '22:00', to: '24:00' },
  ];
  const week = weekOf(open);
  expect(week.tue).toEqual([
    { from: '09:00', to: '12:00' },
    { from: '13:00', to: '17:00' },
  ]);
  expect(week.wed).toEqual([]);
  expect(entriesOf(week)).toEqual([
    { days: ['mon', 'tue'], from: '09:00', to: '12:00' },
    { days: ['tue'], from: '13:00', to: '17:00' },
    { days: ['sun'], from: '22:00', to: '24:00' },
  ]);
  expect(entriesOf(weekOf(undefined))).toEqual([]);
});
