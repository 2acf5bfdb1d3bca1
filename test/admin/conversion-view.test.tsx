// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import type { ApiResult } from '../../src/admin/admin-client.ts';
import type { AdminFunnel } from '../../src/protocol/admin/funnel.ts';
import { counts, empty, full, openConversion, overview } from './open-conversion.tsx';

afterEach(cleanup);

it('shows how many visitors became leads, and opens the leads behind a number', async () => {
  const { lists } = await openConversion((by) => ({ ok: true, value: full(by) }));
  const visitors = await screen.findByRole('region', { name: 'Visitors' });
  expect(visitors.textContent).toContain('Became a lead11511.5%');
  const widths = [...visitors.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('width')));
  expect(Math.max(...widths)).toBe(widths[0]);
  const outcomes = screen.getByRole('region', { name: 'Leads and calls' });
  expect(within(outcomes).getByText('Calls answered').parentElement?.textContent).toBe('Calls answered0');
  const byPage = screen.getByRole('region', { name: 'By page' });
  expect(byPage.textContent).toContain('12% (9.4% to 15.1%)');
  expect(within(byPage).getByRole('row', { name: /Other pages/ })).toBeDefined();
  fireEvent.click(within(byPage).getByRole('button', { name: '/prices, held: 1, show them' }));
  expect(lists.at(-1)).toEqual({ state: 'held', page: '/prices', from: empty.from, to: empty.to });
});

it('opens the calls behind a number, says what they are filtered by, and removes a filter', async () => {
  const answered = { 'call-requested': 3, 'call-answered': 2 };
  const { calls, state } = await openConversion((by) => {
    const { rows, ...rest } = full(by);
    const total = counts({ opened: 10 }, answered);
    return { ok: true, value: { ...rest, total, rows: rows.map((row) => ({ ...row, ...counts({}, answered) })) } };
  });
  const time = { from: empty.from, to: empty.to };
  const click = async (region: string, name: string) => {
    fireEvent.click(within(await screen.findByRole('region', { name: region })).getByRole('button', { name }));
    await screen.findByRole('region', { name: 'Calls' });
    return calls.at(-1);
  };
  window.scrollTo(0, 900);
  expect(await click('Leads and calls', 'Calls requested: 3, show them')).toEqual(time);
  expect(window.scrollY).toBe(0);
  state.showSection('conversion');
  expect(await click('Experiment greeting', 'short, calls answered: 2, show them')).toEqual({
    ...time,
    variant: 'greeting=short',
    answered: 'true',
  });
  state.showSection('conversion');
  expect(await click('By page', '/prices, calls answered: 2, show them')).toEqual({
    ...time,
    page: '/prices',
    answered: 'true',
  });
  expect(screen.getByText('No call matches these filters.')).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Page' })).toHaveProperty('value', '/prices');
  fireEvent.click(screen.getByRole('button', { name: /Was answered.*remove this filter/ }));
  await waitFor(() => expect(calls.at(-1)).toEqual({ ...time, page: '/prices' }));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('to'), { target: { value: '' } });
  await waitFor(() => expect(calls.at(-1)).toEqual({ page: '/prices' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Page' }), { target: { value: '' } });
  await waitFor(() => expect(calls.at(-1)).toEqual({}));
});

it('moves the focus to the list that a number opens, and back to the number', async () => {
  await openConversion((by) => ({ ok: true, value: full(by) }));
  const find = async () =>
    within(await screen.findByRole('region', { name: 'By page' })).getByRole('button', {
      name: '/prices, accepted: 61, show them',
    });
  fireEvent.click(await find());
  const bar = await screen.findByText(/^You came from/);
  expect(bar.textContent).toBe('You came from By page, /prices, accepted: 61. The list shows them as they are now.');
  expect(document.activeElement).toBe(bar);
  fireEvent.click(screen.getByRole('button', { name: 'Back to the number' }));
  const number = await find();
  expect(document.activeElement).toBe(number);
  // Another visit of the list is not from this number.
  const sections = screen.getByRole('navigation', { name: 'Sections' });
  fireEvent.click(within(sections).getByRole('button', { name: /^Leads/ }));
  await waitFor(() => expect(screen.queryByText(/^You came from/)).toBeNull());
});

it('says of an experiment whether the difference may be chance, and lists the leads of a variant', async () => {
  const { lists } = await openConversion((by) => ({ ok: true, value: full(by) }));
  const experiment = await screen.findByRole('region', { name: 'Experiment greeting' });
  expect(experiment.textContent).toContain('“short” wins: 18% of its visitors reached the goal, 5% with “long”.');
  expect(within(experiment).getByRole('rowheader', { name: 'short “Questions?”' })).toBeDefined();
  fireEvent.click(within(experiment).getByRole('button', { name: 'short, accepted: 90, show them' }));
  expect(lists.at(-1)).toMatchObject({ variant: 'greeting=short' });
  fireEvent.click(screen.getByRole('button', { name: /greeting: short/ }));
  expect(lists.at(-1)).not.toHaveProperty('variant');
});

it('compares the variants of an experiment by what counts in it', async () => {
  const overviewWithGoal = { ...overview, goals: { greeting: 'message' } as const };
  const read = (by: string | undefined): ApiResult<AdminFunnel> => {
    const value = full(by);
    if (by !== 'variant') return { ok: true, value };
    const rows = value.rows.map((row, index) => ({
      ...row,
      ...counts({ opened: 500, accepted: 50, message: index === 0 ? 40 : 200 }),
    }));
    return { ok: true, value: { ...value, rows } };
  };
  await openConversion(read, { client: { overview: async () => ({ ok: true, value: overviewWithGoal }) } });
  const experiment = await screen.findByRole('region', { name: 'Experiment greeting' });
  expect(experiment.textContent).toContain('“long” wins: 40% of its visitors reached the goal, 8% with “short”.');
});

it('names the fields where visitors stop, and saves what it shows', async () => {
  const { files } = await openConversion((by) => ({ ok: true, value: full(by) }));
  const fields = await screen.findByRole('region', { name: 'Fields where visitors stop' });
  expect(within(fields).getByRole('row', { name: 'Email 40 12' })).toBeDefined();
  fireEvent.click(within(fields).getByRole('button', { name: 'Download CSV: Fields where visitors stop' }));
  expect((await screen.findByText(/^Saved as /)).textContent).toMatch(/conversion-by-field-.*\.csv/);
  expect(files).toHaveLength(1);
});

it('calls a field as its form does that has no label for it', async () => {
  const field = { form: 'default', name: 'preferred_treatment', last: 9, stopped: 4, problems: 0 };
  await openConversion((by) => ({ ok: true, value: { ...full(by), ...(by === 'field' && { fields: [field] }) } }));
  const fields = await screen.findByRole('region', { name: 'Fields where visitors stop' });
  expect(within(fields).getByRole('rowheader', { name: 'Preferred treatment' })).toBeDefined();
});

it('asks for the chosen form and time', async () => {
  const { queries } = await openConversion((by) => ({ ok: true, value: full(by) }));
  await screen.findByRole('region', { name: 'Visitors' });
  queries.length = 0;
  fireEvent.change(screen.getByRole('combobox', { name: 'Form' }), { target: { value: 'contact' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Period' }), { target: { value: '7' } });
  await screen.findByRole('region', { name: 'Visitors' });
  const last = queries.at(-1);
  expect(last?.form).toBe('contact');
  const days = (Date.parse(last?.to ?? '') - Date.parse(last?.from ?? '')) / 86_400_000;
  expect(days).toBeGreaterThan(5.9);
  expect(days).toBeLessThanOrEqual(7.1);
});

it('says so when nobody has used the chat, and when the numbers cannot be loaded', async () => {
  let result: ApiResult<AdminFunnel> = { ok: false, unauthorized: false, message: 'The proxy does not respond.' };
  await openConversion(() => result);
  expect(screen.getByText('Loading …')).toBeDefined();
  await screen.findByText('The numbers could not be loaded.');
  result = { ok: true, value: empty };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/Nobody has used the chat in this time/);
});
