// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { pageOf } from '../../../src/admin/settings/settings-pages.ts';
import type { SettingsState } from '../../../src/admin/settings/settings-state.ts';
import { groupedOptions } from '../../../src/schema-form/index.ts';
import { FormTabs } from '../../../src/settings/forms/form-tabs.tsx';
import { FormsPage } from '../../../src/settings/pages/forms-page.tsx';
import { openSettingsState } from './open-settings-state.ts';

afterEach(cleanup);

const radio = {
  name: 'staff',
  type: 'radio',
  label: 'How many employees?',
  required: false,
  options: [
    { value: 'few', label: '1–99' },
    { value: 'many', label: '100+' },
  ],
};
const fields = [
  { name: 'phone', type: 'tel', required: true },
  radio,
  { name: 'budget', type: 'text', label: 'Budget', required: false },
];

async function openPage(form: object = { fields }) {
  const state = await openSettingsState({ forms: { default: form } });
  const page = pageOf(['settings', 'forms']);
  if (page === undefined) throw new Error('there is no page');
  const options = new Map(groupedOptions().flatMap((group) => group.options.map((option) => [option.name, option])));
  render(<FormsPage settings={state} page={page} options={options} groups={[]} names={[]} goTo={() => undefined} />);
  return state;
}

const saved = (state: SettingsState) => state.draft.value.forms.default;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const box = (name: string) => screen.getByRole('textbox', { name });
const type = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });

describe('the page "Forms"', () => {
  it.each(['forms', 'form'])('has the address #/settings/%s/prices', async (id) => {
    const state = await openSettingsState({ forms: { default: {}, prices: {} } });
    const page = pageOf(['settings', id, 'prices']);
    if (page === undefined) throw new Error('there is no page');
    expect(page.id).toBe('forms');
    render(
      <FormsPage
        settings={state}
        page={page}
        options={new Map()}
        groups={[]}
        names={['prices']}
        goTo={() => undefined}
      />,
    );
    await screen.findByRole('form', { name: 'Form prices' });
    expect(screen.getByRole('link', { name: 'prices' }).getAttribute('aria-current')).toBe('page');
  });

  it('says what a new question lacks once it is left, and not before', async () => {
    await openPage();
    const add = button('Add a question');
    fireEvent.click(add);
    fireEvent.click(button(/^Short text/));
    await waitFor(() => expect(document.activeElement).toBe(box('Question')));
    const notes = () => [...document.querySelectorAll('.question :is(.advice, .problem)')];
    expect(notes()).toEqual([]);
    fireEvent.focusOut(box('Question'), { relatedTarget: screen.getByRole('combobox', { name: 'Kind of answer' }) });
    expect(notes()).toEqual([]);
    fireEvent.focusOut(box('Question'), { relatedTarget: add });
    await screen.findByText(/^Fill this in: without it, visitors read/);
  });

  // Thirty forms were thirty lines above what is edited.
  it('lists many forms in one line', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `campaign_${index}`);
    const state = await openSettingsState({ forms: Object.fromEntries(names.map((name) => [name, {}])) });
    const opened: string[] = [];
    render(<FormTabs settings={state} page="forms" onOpen={(name) => opened.push(name)} />);
    const list = screen.getByRole('combobox', { name: 'Form to edit' });
    expect(within(list).getAllByRole('option')).toHaveLength(30);
    expect(screen.queryByRole('link')).toBeNull();
    fireEvent.change(list, { target: { value: 'campaign_7' } });
    expect(opened).toEqual(['campaign_7']);
  });

  it('adds a question by kind, and names it by what it asks', async () => {
    const state = await openPage();
    fireEvent.click(button('Add a question'));
    fireEvent.click(button(/^One choice, as buttons/));
    await waitFor(() => expect(document.activeElement).toBe(box('Question')));
    type(box('Question'), 'How big is your team?');
    type(box('Choice 2'), 'Yes, big');
    expect(saved(state)?.fields).toEqual([
      ...fields,
      {
        name: 'how_big_is_your_team',
        type: 'radio',
        required: false,
        label: 'How big is your team?',
        options: [
          { value: 'Choice 1', label: 'Choice 1' },
          { value: 'Yes, big', label: 'Yes, big' },
        ],
      },
    ]);
    expect(saved(state)).not.toHaveProperty('steps');
    expect(saved(state)).not.toHaveProperty('routes');
  });

  it('offers nothing twice that a lead has once', async () => {
    await openPage({ fields: [...fields, { name: 'email', type: 'email' }] });
    fireEvent.click(button('Add a question'));
    const names = screen.getAllByRole('button', { name: /Ready-made/ }).map(({ textContent }) => textContent);
    expect(names).toEqual(['First nameReady-made', 'Last nameReady-made', 'CompanyReady-made']);
  });

  it('keeps name and values that leads have, whatever visitors read', async () => {
    const state = await openPage();
    fireEvent.click(button(/^How many employees\?/));
    type(box('Question'), 'Team size');
    type(box('Choice 2'), 'A hundred or more');
    expect(saved(state)?.fields).toMatchObject([
      {},
      { name: 'staff', label: 'Team size', options: [{ value: 'few' }, { value: 'many', label: 'A hundred or more' }] },
      {},
    ]);
  });

  it('moves a question by its buttons, keeps the focus, and says where it is', async () => {
    const state = await openPage();
    const up = button('Move up: Budget');
    up.focus();
    fireEvent.click(up);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Budget is now question 2 of 3.'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up: Budget');
    fireEvent.click(button('Move up: Budget'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Budget is now question 1 of 3.'));
    // There is no way further up, so the focus is on the way back.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move down: Budget');
    expect(saved(state)?.fields).toMatchObject([{ name: 'budget' }, { name: 'phone' }, { name: 'staff' }]);
  });

  it('shows a question only after a known answer, as a sentence', async () => {
    const state = await openPage();
    fireEvent.click(button(/^Budget/));
    const when = within(screen.getByRole('group', { name: 'When it is asked' }));
    fireEvent.click(when.getByRole('radio', { name: 'Only after a certain answer' }));
    expect(saved(state)?.fields).toMatchObject([{}, {}, { showIf: { field: 'staff', is: [] } }]);
    fireEvent.click(await when.findByRole('checkbox', { name: '100+' }));
    expect(saved(state)?.fields).toMatchObject([{}, {}, { showIf: { field: 'staff', is: 'many' } }]);
    await waitFor(() => expect(button(/^Budget/).textContent).toContain('Show only if How many employees? is 100+'));
    const answer = when.getByRole('checkbox', { name: '100+' });
    fireEvent.click(answer);
    expect(when.queryByText('Choose at least one answer.')).toBeNull();
    fireEvent.focusOut(answer, { relatedTarget: button('Add a question') });
    await when.findByText('Choose at least one answer.');
    fireEvent.click(when.getByRole('radio', { name: 'Always' }));
    expect(saved(state)?.fields).toBeUndefined();
  });

  it('writes the texts in another language, and in one of them at a time', async () => {
    const state = await openPage();
    fireEvent.click(button(/^How many employees\?/));
    fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'de' } });
    const question = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Question, Deutsch' });
    expect([question.value, question.placeholder]).toEqual(['', 'How many employees?']);
    type(question, 'Wie viele Mitarbeitende?');
    expect(saved(state)?.fields).toMatchObject([
      {},
      { name: 'staff', label: { en: 'How many employees?', de: 'Wie viele Mitarbeitende?' } },
      {},
    ]);
    expect(state.previewState.subject.value.locale).toBe('de');
  });

  it('begins and joins steps', async () => {
    const state = await openPage();
    fireEvent.click(button(/^How many employees\?/));
    fireEvent.click(button('Start a new step here with How many employees?'));
    type(await screen.findByRole('textbox', { name: 'Title of step 2' }), 'Your company');
    expect(saved(state)?.steps).toEqual([
      { fields: ['phone'] },
      { title: 'Your company', fields: ['staff', 'budget'] },
    ]);
    fireEvent.click(button('Move up: How many employees?'));
    expect(saved(state)?.steps).toMatchObject([{ fields: ['phone', 'staff'] }, { fields: ['budget'] }]);
    fireEvent.click(await screen.findByRole('button', { name: 'Join with step 1' }));
    expect(saved(state)?.steps).toBeUndefined();
  });

  it('brings a removed question back', async () => {
    const state = await openPage();
    fireEvent.click(button(/^Budget/));
    fireEvent.click(button('Remove question Budget'));
    expect(saved(state)?.fields).toHaveLength(2);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(saved(state)?.fields).toBeUndefined();
  });

  it('brings a removed question back, and leaves alone what was changed since', async () => {
    const state = await openPage();
    fireEvent.click(button(/^Budget/));
    fireEvent.click(button('Remove question Budget'));
    fireEvent.click(button(/^How many employees\?/));
    type(await screen.findByRole('textbox', { name: 'Question' }), 'Team size');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(saved(state)?.fields).toEqual([fields[0], { ...radio, label: 'Team size' }, fields[2]]);
    await waitFor(() => expect(document.activeElement).toBe(button(/^Budget/)));
  });

  it('brings nothing back that is there already', async () => {
    const state = await openPage();
    fireEvent.click(button(/^Budget/));
    fireEvent.click(button('Remove question Budget'));
    await screen.findByRole('button', { name: 'Undo' });
    state.discard();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('leaves the references to another question alone while a name is typed that begins like its name', async () => {
    const plan = { name: 'plan', type: 'text', label: 'Plan', required: false, showIf: { field: 'staff', is: 'few' } };
    const routes = [{ when: { staff: 'many' }, tags: ['big'] }];
    const state = await openPage({ fields: [...fields, plan], routes });
    fireEvent.click(button(/^Budget/));
    type(box('Name in the lead'), 'staff');
    await screen.findByText('There is a question with this name already.');
    expect(box('Name in the lead').getAttribute('aria-invalid')).toBe('true');
    expect(saved(state)).toBeUndefined();
    type(box('Name in the lead'), 'staff_budget');
    expect(saved(state)).toEqual({ fields: [...fields.slice(0, 2), { ...fields[2], name: 'staff_budget' }, plan] });
  });

  it('leaves a question in its step while its name is empty', async () => {
    const steps = [
      { title: 'You', fields: ['phone', 'staff'] },
      { title: 'Money', fields: ['budget'] },
      { title: 'More', fields: ['plan'] },
    ];
    const plan = { name: 'plan', type: 'text', label: 'Plan', required: false };
    const state = await openPage({ fields: [...fields, plan], steps });
    fireEvent.click(button(/^Budget/));
    type(box('Name in the lead'), '');
    await screen.findByText('Fill this in.');
    fireEvent.blur(box('Name in the lead'));
    await waitFor(() => expect(box('Name in the lead')).toHaveProperty('value', 'budget'));
    type(box('Name in the lead'), 'cost');
    expect(saved(state)?.steps).toEqual(steps.with(1, { title: 'Money', fields: ['cost'] }));
  });

  it('leaves the conditions on another choice alone while a value is typed that begins like its value', async () => {
    const choices = [
      { value: '1', label: 'One' },
      { value: '10', label: 'Ten' },
    ];
    const question = { ...radio, options: choices };
    const routes = [{ when: { staff: '10' }, tags: ['big'] }];
    const state = await openPage({ fields: fields.with(1, question), routes });
    fireEvent.click(button(/^How many employees\?/));
    fireEvent.click(button(/^What leads get/));
    const value = await screen.findByRole('textbox', { name: /In the lead for One/ });
    type(value, '10');
    await screen.findByText('Another choice has this value.');
    type(value, '100');
    expect(saved(state)).toEqual({
      fields: fields.with(1, { ...question, options: choices.with(0, { value: '100', label: 'One' }) }),
    });
  });

  it('has no way to lose the phone number that every lead needs', async () => {
    await openPage({ fields: fields.slice(1) });
    fireEvent.click(button(/^Phone/));
    expect(screen.queryByRole('button', { name: /Remove question/ })).toBeNull();
    expect(screen.queryByRole('group', { name: 'When it is asked' })).toBeNull();
  });

  it('asks for consent, whose version changes with its text', async () => {
    const state = await openPage({ fields, consent: { text: 'I agree.', version: 'v1', required: true } });
    type(box('What visitors agree to'), 'I agree to it.');
    const { consent } = Object(saved(state));
    expect(consent).toMatchObject({ text: 'I agree to it.', required: true });
    expect(consent.version).toMatch(/^\d{4}-\d\d-\d\d$/);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Ask for consent' }));
    expect(saved(state)?.consent).toBeNull();
  });

  it('has the consent in all languages again when it is switched off and on', async () => {
    const consent = { text: { en: 'I agree.', de: 'Ich stimme zu.' }, version: 'v1', required: false };
    const state = await openPage({ fields, consent });
    const ask = screen.getByRole('checkbox', { name: 'Ask for consent' });
    fireEvent.click(ask);
    expect(saved(state)?.consent).toBeNull();
    await waitFor(() => expect(ask).toHaveProperty('checked', false));
    fireEvent.click(ask);
    expect(saved(state)).toBeUndefined();
  });

  it('shows a problem at its control, and opens the question for it', async () => {
    const state = await openPage();
    state.set({ form: 'default' }, 'fields', [...fields, { name: 'Bad', type: 'text', label: 'Bad one' }]);
    const problem = await screen.findByText(/^Must /, { selector: '.problem' });
    const name = screen.getByRole('textbox', { name: 'Name in the lead' });
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(name.getAttribute('aria-describedby')).toBe(problem.parentElement?.id);
    expect(button(/^Bad one/).getAttribute('aria-expanded')).toBe('true');
  });

  it('shows a problem of what has no control here', async () => {
    const state = await openPage();
    state.set({ form: 'default' }, 'fields', [...fields, { name: 'story', type: 'textarea', label: 'Story', step: 2 }]);
    await screen.findByText('Is only for fields of the type number; remove it.');
    state.set({ form: 'default' }, 'fields', [
      { ...fields[0], showIf: { field: 'staff', is: 'few' } },
      ...fields.slice(1),
    ]);
    await screen.findByText(/^Cannot be set for `phone`/);
  });
});

describe('call-backs of a form', () => {
  const agent = 'c1000000-0000-4000-8000-000000000001';
  const callbacks = () => within(screen.getByRole('region', { name: 'Call-backs' }));
  const callback = (state: SettingsState) => saved(state)?.callback;

  it('have hours by day, like the chat', async () => {
    const state = await openPage({ callback: { agent } });
    fireEvent.click(callbacks().getByRole('radio', { name: 'In certain hours' }));
    fireEvent.click(await callbacks().findByRole('checkbox', { name: 'Friday: calls' }));
    fireEvent.change(await callbacks().findByLabelText('Monday, to'), { target: { value: '20:00' } });
    expect(callback(state)).toEqual({
      agent,
      hours: [
        { days: ['mon'], from: '09:00', to: '20:00' },
        { days: ['tue', 'wed', 'thu'], from: '09:00', to: '17:00' },
      ],
    });
    fireEvent.click(callbacks().getByRole('radio', { name: 'Those of one time zone' }));
    const zone = await callbacks().findByRole('combobox', { name: 'Time zone' });
    fireEvent.input(zone, { target: { value: 'America/New_York' } });
    expect(callback(state)).toMatchObject({ timeZone: 'America/New_York' });
    fireEvent.click(callbacks().getByRole('radio', { name: 'At any hour' }));
    expect(callback(state)).toBeUndefined();
  });

  it.each([
    { hours: [{ days: ['sat'], from: '10:00', to: '12:00' }], timeZone: 'America/New_York' },
    { hours: [{ days: ['sat'], from: '10:00', to: '12:00' }] },
  ])('have their hours again that are switched off and on: %j', async (hours) => {
    const state = await openPage({ callback: { agent, ...hours } });
    fireEvent.click(callbacks().getByRole('radio', { name: 'At any hour' }));
    expect(callback(state)).toEqual({ agent });
    await waitFor(() => expect(callbacks().queryByRole('checkbox', { name: 'Saturday: calls' })).toBeNull());
    fireEvent.click(callbacks().getByRole('radio', { name: 'In certain hours' }));
    await callbacks().findByRole('checkbox', { name: 'Saturday: calls' });
    // As in the file, nothing is saved.
    expect(callback(state)).toBeUndefined();
  });

  it('have days without calls, of which visitors read nothing', async () => {
    const state = await openPage({ callback: { agent } });
    fireEvent.click(callbacks().getByRole('button', { name: 'Add days' }));
    const first = await callbacks().findByLabelText('First day of days without calls 1');
    fireEvent.change(first, { target: { value: '2026-12-24' } });
    expect(callbacks().queryByRole('textbox', { name: /What visitors read/ })).toBeNull();
    expect(callback(state)).toEqual({ agent, closed: [{ from: '2026-12-24', to: '2026-12-24' }] });
    fireEvent.click(callbacks().getByRole('button', { name: 'Remove days without calls 1' }));
    await waitFor(() => expect(document.activeElement).toBe(button('Add days')));
    expect(callback(state)).toBeUndefined();
  });

  it('keep a text of days without calls that the file has', async () => {
    const newYear = { from: '2026-01-01', to: '2026-01-01' };
    const state = await openPage({ callback: { agent, closed: [{ ...newYear, text: 'Closed' }] } });
    type(callbacks().getByRole('textbox', { name: 'What visitors read on days without calls 1' }), 'Back soon');
    expect(callback(state)).toEqual({ agent, closed: [{ ...newYear, text: 'Back soon' }] });
  });

  it('name countries, and take a number as people write it', async () => {
    const state = await openPage({ callback: { agent, countries: ['US'] } });
    const add = callbacks().getByRole('combobox', { name: 'Countries that are called' });
    fireEvent.change(add, { target: { value: 'DE' } });
    type(callbacks().getByRole('textbox', { name: 'Number that visitors see' }), '+1 (415) 555-2671');
    expect(callback(state)).toEqual({ agent, countries: ['US', 'DE'], from: '14155552671' });
    fireEvent.click(await callbacks().findByRole('button', { name: 'Remove the country United States' }));
    fireEvent.click(await callbacks().findByRole('button', { name: 'Remove the country Germany' }));
    expect(callback(state)).toEqual({ agent, from: '14155552671' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Country of phone numbers' }), { target: { value: 'AT' } });
    expect(saved(state)?.defaultCountry).toBe('AT');
  });

  // Cause: while the list is closed, some browsers choose with each letter, and "G" added the first such country.
  it.each(['Enter', 'blur'])('name the country that is chosen by its letters once %s says so', async (end) => {
    const state = await openPage({ callback: { agent, countries: ['US'] } });
    const add = callbacks().getByRole('combobox', { name: 'Countries that are called' });
    for (const [key, value] of [
      ['g', 'GA'],
      ['e', 'GE'],
      ['ArrowDown', 'DE'],
    ]) {
      fireEvent.keyDown(add, { key });
      fireEvent.change(add, { target: { value } });
    }
    expect(callback(state)).toBeUndefined();
    expect(add).toHaveProperty('value', 'DE');
    if (end === 'blur') fireEvent.blur(add);
    else fireEvent.keyDown(add, { key: end });
    expect(callback(state)).toEqual({ agent, countries: ['US', 'DE'] });
    expect(add).toHaveProperty('value', '');
  });

  // Cause: an open list keeps its keys, so that its choice seemed to be by the key that has opened it.
  it.each([{ key: ' ' }, { key: 'F4' }, { key: 'ArrowDown', altKey: true }])(
    'name the country at once that is chosen in the list which $key opens',
    async (opening) => {
      const state = await openPage({ callback: { agent, countries: ['US'] } });
      const add = callbacks().getByRole('combobox', { name: 'Countries that are called' });
      fireEvent.keyDown(add, opening);
      fireEvent.change(add, { target: { value: 'DE' } });
      expect(callback(state)).toEqual({ agent, countries: ['US', 'DE'] });
      expect(add).toHaveProperty('value', '');
    },
  );

  it('are nobody’s without an agent', async () => {
    await openPage({});
    expect(callbacks().queryByRole('group', { name: 'When visitors are called' })).toBeNull();
    expect(callbacks().getByRole('combobox', { name: 'Agent that calls back' })).toHaveProperty('value', '');
  });
});

// A list that was drawn from the schema stood there: "Add to attributes", "Remove attribute 1", and the names of functions.
it('takes names of values that pages add to leads, in words', async () => {
  const state = await openPage({ fields, attributes: ['plan'] });
  const names = await screen.findByLabelText('What pages may add to a lead');
  type(names, 'customer id, plan');
  fireEvent.keyDown(names, { key: 'Enter' });
  expect(saved(state)?.attributes).toEqual(['plan', 'customer_id']);
  fireEvent.click(button('Remove the name plan'));
  await waitFor(() => expect(saved(state)?.attributes).toEqual(['customer_id']));
  expect(screen.queryByText(/attribute/)).toBeNull();
});

it('says what is wrong with which of such names, where they are written', async () => {
  await openPage();
  const names = screen.getByLabelText('What pages may add to a lead');
  type(names, 'plan, email');
  fireEvent.blur(names);
  const values = within(screen.getByRole('form', { name: 'Form default' }));
  expect((await values.findByRole('alert')).textContent).toMatch(/^“email” is reserved/);
  expect(names.closest('details')?.open).toBe(true);
});
