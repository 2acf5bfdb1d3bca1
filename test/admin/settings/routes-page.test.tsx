// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { pageOf } from '../../../src/admin/settings/settings-pages.ts';
import type { SettingsState } from '../../../src/admin/settings/settings-state.ts';
import { RoutesPage } from '../../../src/settings/pages/routes-page.tsx';
import { ids } from '../../proxy/support/harness.ts';
import { openSettingsState } from './open-settings-state.ts';

afterEach(cleanup);

const enterprise = 'a3000000-0000-4000-8000-000000000003';
const fields = [
  { name: 'phone', type: 'tel', required: true },
  {
    name: 'staff',
    type: 'radio',
    label: 'How many employees?',
    options: [
      { value: 'few', label: '1–99' },
      { value: 'many', label: '100+' },
    ],
  },
  { name: 'insured', type: 'checkbox', label: 'Insured' },
];

async function openPage(form: object = {}, names?: Record<string, string>) {
  const whole: object = { fields, journey: { id: ids.journey }, ...form };
  const state = await openSettingsState({ forms: { default: whole }, ...(names && { names }) });
  const page = pageOf(['settings', 'routes']);
  if (page === undefined) throw new Error('there is no page');
  render(<RoutesPage settings={state} page={page} options={new Map()} groups={[]} names={[]} goTo={() => undefined} />);
  return state;
}

const saved = (state: SettingsState) => state.draft.value.forms.default;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const type = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });

describe('the page "Routes"', () => {
  it('makes a route of known answers, with a journey that is named once', async () => {
    const state = await openPage();
    fireEvent.click(button('Add a route'));
    const answers = within(await screen.findByRole('group', { name: 'Answers to How many employees?' }));
    // The first answer was chosen already, so a route for "100+" was one for "1–99 or 100+".
    expect(answers.queryAllByRole('checkbox', { checked: true })).toEqual([]);
    fireEvent.click(answers.getByRole('checkbox', { name: '100+' }));
    choose('Journey', '+');
    const address = await screen.findByRole('textbox', { name: /^Address of the journey/ });
    type(address, `https://workspace.example.com/journey/${enterprise}/flow/${ids.flow}`);
    fireEvent.keyDown(address, { key: 'Enter' });
    await screen.findByText('Say what you call this journey.');
    type(screen.getByRole('textbox', { name: 'What you call it' }), ' Enterprise ');
    fireEvent.click(button('Use this journey'));
    const tags = screen.getByRole('textbox', { name: 'Tags, besides those for everyone' });
    type(tags, 'big company');
    fireEvent.blur(tags);
    expect(saved(state)?.routes).toEqual([
      { when: { staff: 'many' }, journey: { id: enterprise }, tags: ['big_company'] },
    ]);
    expect(state.draft.value.names).toEqual({ [enterprise]: 'Enterprise' });
    await waitFor(() =>
      expect(button(/^Route 1/).textContent).toContain(
        'If How many employees? is 100+ then journey Enterprise, tag big_company',
      ),
    );
    await waitFor(() => expect(state.issues.value).toEqual([]));
    expect(document.body.textContent).not.toContain(enterprise);
  });

  it('moves the focus to the condition before one that is removed, and to a new one', async () => {
    await openPage({ routes: [{ when: { staff: 'many', insured: true }, tags: ['big'] }] });
    fireEvent.click(button(/^Route 1/));
    const conditions = () => [...document.querySelectorAll<HTMLElement>('[data-condition]')];
    await waitFor(() => expect(conditions()).toHaveLength(2));
    fireEvent.click(screen.getAllByRole('button', { name: 'Remove this condition' })[1] ?? document.body);
    await waitFor(() => expect(conditions()).toHaveLength(1));
    expect(document.activeElement).toBe(conditions()[0]);
    fireEvent.click(button('and another answer of the same lead'));
    await waitFor(() => expect(document.activeElement).toBe(conditions()[1]));
  });

  it('moves the focus to the written answer before one that is removed, and to a new one', async () => {
    const company = { name: 'company', type: 'text', label: 'Company' };
    await openPage({ fields: [fields[0], company], routes: [{ when: { company: ['A', 'B'] }, tags: ['big'] }] });
    fireEvent.click(button(/^Route 1/));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove answer 2' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Answer' })));
    fireEvent.click(button('or another answer'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Answer 2' })));
  });

  // It was red, and counted as a problem, before anybody had chosen.
  it('says in words what a new route lacks once it is left, and not before', async () => {
    const company = { name: 'company', type: 'text', label: 'Company' };
    const state = await openPage({ fields: [fields[0], company] });
    const add = button('Add a route');
    fireEvent.click(add);
    const question = await screen.findByRole('combobox', { name: /^If/ });
    await waitFor(() => expect(state.issues.value.length).toBeGreaterThan(0));
    const marked = () => [...document.querySelectorAll('.problem, [aria-invalid="true"]')];
    expect(marked()).toEqual([]);
    expect(state.newEntry.problems.value).toEqual([]);
    fireEvent.focusOut(question, { relatedTarget: screen.getByRole('textbox', { name: 'Answer' }) });
    expect(state.newEntry.problems.value).toEqual([]);
    fireEvent.focusOut(question, { relatedTarget: add });
    await screen.findByText('Write an answer.');
    await screen.findByText('Choose a journey, tags or an agent.');
    expect(screen.queryByText(/^Must/)).toBeNull();
    expect(state.newEntry.problems.value).toEqual(state.issues.value);
  });

  it('marks a new route that somebody saves without leaving it', async () => {
    const state = await openPage();
    fireEvent.click(button('Add a route'));
    await waitFor(() => expect(state.issues.value.length).toBeGreaterThan(0));
    // Safari does not move the focus to a button that is clicked. The proxy refuses this title.
    state.set({}, 'title', 'bad');
    await state.save();
    expect(state.newEntry.problems.value).not.toEqual([]);
    await screen.findByText('Choose at least one answer.');
  });

  it('refuses what is no journey, and the flow of the chat', async () => {
    await openPage();
    choose('Journey for everyone', '+');
    const address = await screen.findByRole('textbox', { name: /^Address of the journey/ });
    for (const [typed, problem] of [
      ['Enterprise', 'Copy the address of the journey in your workspace, or its ID.'],
      [ids.flow, 'This is the ID of the chat’s flow, not of a journey.'],
    ] as const) {
      type(address, typed);
      fireEvent.keyDown(address, { key: 'Enter' });
      await screen.findByText(problem);
    }
  });

  it('shows a question that is no more, and says so at it', async () => {
    const state = await openPage({ routes: [{ when: { insured: true }, tags: ['insured'] }] });
    state.set({ form: 'default' }, 'fields', fields.slice(0, 2));
    const problem = await screen.findByText(/^Is not a field of this form/);
    expect(problem.closest('.condition-sentence')?.querySelector('select')?.value).toBe('insured');
    expect(button(/^Route 1/).getAttribute('aria-expanded')).toBe('true');
  });

  it('joins conditions of different questions, and removes one', async () => {
    const state = await openPage({ routes: [{ when: { staff: ['few', 'many'] }, tags: ['x'] }] });
    expect(button(/^Route 1/).textContent).toContain('is 1–99 or 100+ then tag x');
    fireEvent.click(button(/^Route 1/));
    fireEvent.click(button('and another answer of the same lead'));
    expect(saved(state)?.routes).toMatchObject([{ when: { staff: ['few', 'many'], insured: true } }]);
    const [first] = await screen.findAllByRole('button', { name: 'Remove this condition' });
    if (first === undefined) throw new Error('there is no condition');
    fireEvent.click(first);
    expect(saved(state)?.routes).toMatchObject([{ when: { insured: true }, tags: ['x'] }]);
  });

  it('puts routes in the order in which they are tried, and keeps the focus', async () => {
    const routes = ['a', 'b', 'c'].map((tag) => ({ name: tag, when: { insured: true }, tags: [tag] }));
    const state = await openPage({ routes });
    fireEvent.click(button('Move down: a'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('The route is now number 2 of 3.'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move down: a');
    expect(saved(state)?.routes).toMatchObject([{ name: 'b' }, { name: 'a' }, { name: 'c' }]);
    fireEvent.click(button(/^a/));
    fireEvent.click(button('Remove route a'));
    expect(saved(state)?.routes).toMatchObject([{ name: 'b' }, { name: 'c' }]);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(saved(state)?.routes).toMatchObject([{ name: 'b' }, { name: 'a' }, { name: 'c' }]);
  });

  it('calls journeys and agents by their names, everywhere and at once', async () => {
    const state = await openPage(
      { callback: { agent: ids.agent }, routes: [{ when: { insured: true }, journey: { id: ids.journey } }] },
      { [ids.journey]: 'First visit' },
    );
    expect(button(/^Route 1/).textContent).toContain('journey First visit');
    const names = within(screen.getByRole('region', { name: 'Names' }));
    // Two journeys with names were both labelled "Journey", and called "Journey Journey …0001" by a screen reader.
    expect(names.getByText(/^Journey …[0-9a-f]{4}$/)).toBeDefined();
    type(names.getByRole('textbox', { name: /^Agent/ }), 'Mia');
    expect(state.draft.value.names).toEqual({ [ids.agent]: 'Mia' });
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Agent that calls back' }).textContent).toContain('Mia'),
    );
    type(names.getByRole('textbox', { name: /^Journey/ }), '');
    expect(state.draft.value.names).toEqual({ [ids.agent]: 'Mia', [ids.journey]: null });
    type(names.getByRole('textbox', { name: /^Journey/ }), 'First visit');
    type(names.getByRole('textbox', { name: /^Agent/ }), '');
    expect(state.isChanged.value).toBe(false);
  });

  it('has the hours of call-backs again when they are switched off and on', async () => {
    const hours = [{ days: ['mon'], from: '09:00', to: '17:00' }];
    const closed = [{ from: '2026-12-24', to: '2026-12-26' }];
    const callback = { agent: ids.agent, hours, timeZone: 'Europe/Berlin', closed };
    const state = await openPage({ callback, journey: { id: ids.journey, onExisting: 'update' } });
    choose('Agent that calls back', '');
    choose('Journey for everyone', '');
    expect(saved(state)).toMatchObject({ callback: null, journey: null });
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Journey for everyone' })).toHaveProperty('value', ''),
    );
    state.setName(ids.agent, 'Ada');
    state.setName(ids.journey, 'Enterprise');
    await screen.findAllByRole('option', { name: 'Ada' });
    choose('Agent that calls back', ids.agent);
    choose('Journey for everyone', ids.journey);
    expect(saved(state)).toBeUndefined();
  });
});
