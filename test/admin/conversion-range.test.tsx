// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { rangeProblem, spanBefore, spanOf } from '../../src/admin/funnel-range.ts';
import { manualClock } from '../support/manual-clock.ts';
import { counts, empty, full, openConversion } from './open-conversion.tsx';

afterEach(cleanup);

/** A Sunday in the operator's time zone, whatever that is. */
const now = new Date(2026, 10, 29, 15, 30).getTime();
const at = (month: number, day: number, hour = 0, minute = 0) =>
  new Date(2026, month - 1, day, hour, minute).toISOString();

it.each([
  [{ last: 1 } as const, [at(11, 29), at(11, 29, 15, 30)], [at(11, 28), at(11, 28, 15, 30)]],
  [{ last: 7 } as const, [at(11, 23), at(11, 29, 15, 30)], [at(11, 16), at(11, 22, 15, 30)]],
  // The clocks change in many time zones: a day is a day.
  [{ last: 30 } as const, [at(10, 31), at(11, 29, 15, 30)], [at(10, 1), at(10, 30, 15, 30)]],
  [{ from: '2026-10-25', to: '2026-10-25' }, [at(10, 25), at(10, 26)], [at(10, 24), at(10, 25)]],
  [{ from: '2026-03-01', to: '2026-03-31' }, [at(3, 1), at(4, 1)], [at(1, 29), at(3, 1)]],
  [{ from: '2026-11-20', to: '2026-11-29' }, [at(11, 20), at(11, 29, 15, 30)], [at(11, 10), at(11, 19, 15, 30)]],
  // The days that are still to come have no numbers yet.
  [{ from: '2026-11-29', to: '2026-12-05' }, [at(11, 29), at(11, 29, 15, 30)], [at(11, 22), at(11, 22, 15, 30)]],
])('knows the span of %o, and the same span before', (range, [from, to], [fromBefore, toBefore]) => {
  expect(rangeProblem(range, now)).toBe('');
  expect(spanOf(range, now)).toEqual({ from, to });
  expect(spanBefore(range, now)).toEqual({ from: fromBefore, to: toBefore });
});

it('compares nothing with days whose numbers are no longer kept', () => {
  expect(spanBefore({ last: 90 }, now)).toBeDefined();
  expect(spanBefore({ last: 365 }, now)).toBeUndefined();
  expect(spanBefore({ from: '2025-11-01', to: '2025-11-30' }, now)).toBeUndefined();
});

it.each([
  ['', '2026-11-29', 'Choose the first and the last day.'],
  ['2026-11-29', '', 'Choose the first and the last day.'],
  ['2026-11-29', '2026-11-28', 'The first day is after the last one.'],
  ['2026-11-30', '2026-12-02', 'These days have not begun yet.'],
  // The first digits of a year.
  ['0002-11-01', '2026-11-29', 'Choose at most 400 days.'],
  ['2025-10-25', '2026-11-29', 'Choose at most 400 days.'],
])('says what is wrong with %s to %s', (from, to, problem) => {
  expect(rangeProblem({ from, to }, now)).toBe(problem);
});

/** Four visitors before for ten of now. */
const before = {
  ...empty,
  from: at(11, 16),
  to: at(11, 22, 15, 30),
  total: counts({ opened: 400, 'form-sent': 60, accepted: 50 }, { accepted: 52, held: 9, 'call-answered': 2 }),
};

function readBefore(query: Readonly<Record<string, string>>) {
  const name = { page: '/prices', variant: 'short', day: '2026-11-16' }[query.by ?? ''] ?? 'default';
  const row = {
    name,
    ...(query.by === 'variant' && { experiment: 'greeting' }),
    ...counts({ opened: 200, accepted: 30 }, { held: 4 }),
  };
  const fields = [{ form: 'default', name: 'email', last: 30, stopped: 25, problems: 7 }];
  return { ok: true as const, value: { ...before, rows: [row], fields: query.by === 'field' ? fields : [] } };
}

it('shows the same number of the span before beside each number', async () => {
  await openConversion((by) => ({ ok: true, value: full(by) }), { readBefore, clock: manualClock(now) });
  const visitors = within(await screen.findByRole('region', { name: 'Visitors' }));
  const stage = (name: string) => visitors.getByText(name).closest('li')?.textContent;
  expect(stage('Opened the chat')).toBe('Opened the chat1,000400 before');
  expect(stage('Became a lead')).toBe('Became a lead11511.5%50 before, 12.5%');
  expect(stage('Wrote a message')).toBe('Wrote a message00%0 before, 0%');
  const outcomes = screen.getByRole('region', { name: 'Leads and calls' });
  for (const text of ['Leads stored52 before118', 'Suspected spam9 before3', 'Calls answered2 before0']) {
    expect(outcomes.textContent).toContain(text);
  }
  const row = (table: string, name: RegExp) =>
    within(screen.getByRole('region', { name: table })).getByRole('row', { name }).textContent;
  expect(row('By page', /prices/)).toContain('500200 before6030 before12% (9.4% to 15.1%)15% before');
  // What nobody used then was used by nobody; it is not unknown.
  expect(row('By page', /Other pages/)).toContain('5000 before550 before');
  expect(row('Experiment greeting', /short/)).toContain('500200 before9030 before');
  expect(row('Fields where visitors stop', /Email/)).toBe('Email4025 before127 before');
  expect(screen.getByText('1,000 opened the chat (400 before)')).toBeDefined();
  expect(screen.getByText(/“Before” is the same time before:/).textContent).toContain('Nov 16');
});

it('says why nothing stands beside the numbers', async () => {
  const { state } = await openConversion((by) => ({ ok: true, value: full(by) }), { clock: manualClock(now) });
  expect(await screen.findByText(/Nobody used the chat in as many days before\./)).toBeDefined();
  fireEvent.change(screen.getByRole('combobox', { name: 'Period' }), { target: { value: '365' } });
  expect(await screen.findByText(/Numbers are kept for 400 days/)).toBeDefined();
  expect(screen.queryByText(/^\d+ before/)).toBeNull();
  expect(state.funnel.before.value).toBeUndefined();
});

it('shows the days that somebody chooses, and says what is wrong with them', async () => {
  const { queries } = await openConversion((by) => ({ ok: true, value: full(by) }), {
    readBefore: () => ({ ok: true, value: { ...before, from: at(9, 1), to: at(9, 15) } }),
    clock: manualClock(now),
  });
  await screen.findByRole('region', { name: 'Visitors' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Period' }), { target: { value: 'days' } });
  // Those that were shown.
  const day = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  await waitFor(() => expect([day('From').value, day('to').value]).toEqual(['2026-10-31', '2026-11-29']));
  queries.length = 0;
  fireEvent.change(day('to'), { target: { value: '2026-09-15' } });
  expect(await screen.findByText('The first day is after the last one.')).toBeDefined();
  expect(queries).toEqual([]);
  fireEvent.change(day('From'), { target: { value: '0202-09-01' } });
  expect(await screen.findByText('Choose at most 400 days.')).toBeDefined();
  expect(day('From').value).toBe('0202-09-01');
  fireEvent.change(day('From'), { target: { value: '2026-09-01' } });
  await screen.findByRole('region', { name: 'Visitors' });
  const spans = new Set(queries.map(({ from, to }) => `${from} ${to}`));
  expect(spans).toEqual(new Set([`${at(9, 1)} ${at(9, 16)}`, `${at(8, 17)} ${at(9, 1)}`]));
});
