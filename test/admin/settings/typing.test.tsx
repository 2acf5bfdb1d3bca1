// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { options, type VNode } from 'preact';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { SettingsState } from '../../../src/admin/settings/settings-state.ts';
import { fakeSettingsClient } from '../fake-settings-client.ts';
import { openSettings } from '../open-settings.tsx';

afterEach(cleanup);

/** The components that Preact comes to from now on, by name. */
function drawnComponents(): string[] {
  const drawn: string[] = [];
  const { diffed } = options;
  const listen = (vnode: VNode) => {
    diffed?.(vnode);
    if (typeof vnode.type === 'function') drawn.push(vnode.type.name);
  };
  options.diffed = listen;
  onTestFinished(() => {
    // What Preact has loaded meanwhile, such as signals, listens here too: without it, nothing would be drawn in the next file.
    if (options.diffed !== listen) return;
    if (diffed === undefined) delete options.diffed;
    else options.diffed = diffed;
  });
  return drawn;
}

const css = readFileSync('src/settings/settings.css', 'utf8');
/** What is painted by itself. */
const layers = /^(:is\(\.setting, [^{]*\)) \{\s*isolation: isolate;/m.exec(css)?.[1] ?? 'none';

// Each key drew every control of the page: with a slow processor, words appeared behind the fingers.
it('draws only the control that somebody types in, however many there are', async () => {
  const { settings } = await openSettings(fakeSettingsClient(), 'all');
  await screen.findByRole('form', { name: 'Settings of the widget' });
  const controls = document.querySelectorAll('.setting').length;
  expect(controls).toBeGreaterThan(5);
  expect(document.querySelectorAll(layers)).toHaveLength(controls);
  const [title] = screen.getAllByLabelText('title', { selector: 'input' });
  if (title === undefined) throw new Error('there is no title');
  fireEvent.input(title, { target: { value: 'A' } });
  await expect.poll(() => settings.preview.value?.config.widget?.title).toBe('A');
  const drawn = drawnComponents();
  fireEvent.input(title, { target: { value: 'As' } });
  // A component that is skipped draws nothing inside.
  await expect.poll(() => drawn).toContain('OptionControl');
  // The check of the draft, too, draws no control that it has nothing to say about.
  await expect.poll(() => settings.preview.value?.config.widget?.title).toBe('As');
  expect(drawn.filter((name) => name === 'OptionControl')).toHaveLength(1);
  expect(drawn).not.toContain('AllOptionsPage');
  // With the preview and what belongs to the one control.
  expect(drawn.length).toBeLessThan(40);
});

// Browsers paint a whole page of a thousand elements for each key, unless its parts are layers: 16 ms in place of 3.
it('keeps each control of a long page a layer of its own', () => {
  expect(css).toMatch(/:is\(\.setting, \.question[^{]*\) \{\s*isolation: isolate;/);
});

// Each key drew the whole table: with four languages and ten texts, a key took a third of a second on a slow computer.
it('draws only the text that somebody writes, in however many languages the words are', async () => {
  const inAll = (text: string) => ({ en: text, de: text, fr: text, es: text });
  const client = fakeSettingsClient({
    ...{ title: inAll('Title'), greeting: inAll('Greeting') },
    starters: [inAll('One'), inAll('Two'), inAll('Three')],
    texts: { send: inAll('Send'), retry: inAll('Again') },
  });
  const { settings } = await openSettings(client, 'words');
  await screen.findByRole('form', { name: 'Words' });
  for (const name of [/^Français/, /^Español/]) fireEvent.click(screen.getByRole('button', { name }));
  const cell = await screen.findByLabelText('Title, Français');
  expect(document.querySelectorAll('.words :is(input, textarea)').length).toBeGreaterThan(25);
  fireEvent.focus(cell);
  fireEvent.input(cell, { target: { value: 'T' } });
  await expect.poll(() => settings.preview.value?.config.widget?.title).toMatchObject({ fr: 'T' });
  const drawn = drawnComponents();
  fireEvent.input(cell, { target: { value: 'Ti' } });
  await expect.poll(() => settings.preview.value?.config.widget?.title).toMatchObject({ fr: 'Ti' });
  expect(drawn.filter((name) => name === 'TextCell')).toHaveLength(1);
  expect(drawn).not.toContain('WordsTable');
});

/** How often each component is drawn from now on, until the draft is checked again. */
async function drawnBy(settings: SettingsState, type: () => void): Promise<(name: string) => number> {
  await screen.findByText('Not saved yet.');
  await settled(settings);
  const drawn = drawnComponents();
  type();
  await settled(settings);
  return (wanted) => drawn.filter((name) => name === wanted).length;
}

/** Until the proxy has checked what is written, which draws a page again that takes all problems for its own. */
async function settled({ preview }: SettingsState): Promise<void> {
  const before = preview.value;
  await expect.poll(() => preview.value).not.toBe(before);
}

// Each key drew every experiment twice, 720 components for three of them: once for the draft, and once for its check.
it('draws only the variant that somebody writes in', async () => {
  const experiment = (name: string) => ({
    ...{ name, variants: [{ name: 'now' }, { name: 'new', greeting: 'Hi', title: 'Us' }] },
  });
  const client = fakeSettingsClient({ experiments: ['one', 'two', 'three'].map(experiment) });
  const { settings } = await openSettings(client, 'experiments');
  const greeting = (await screen.findAllByLabelText('Greeting'))[1];
  if (greeting === undefined) throw new Error('there is no greeting');
  fireEvent.input(greeting, { target: { value: 'H' } });
  const count = await drawnBy(settings, () => fireEvent.input(greeting, { target: { value: 'Ho' } }));
  expect(settings.draft.value.widget.experiments).toMatchObject([{ variants: [{}, { greeting: 'Ho' }] }, {}, {}]);
  expect([count('VariantFields'), count('EntryOption')]).toEqual([1, 2]);
  expect(['ExperimentsPage', 'Experiment'].map(count)).toEqual([0, 0]);
});

it('draws only the greeting that somebody writes, and no rule for pages', async () => {
  const triggers = [10, 20, 30].map((seconds) => ({ type: 'delay', seconds, text: `After ${seconds}` }));
  const pages = [{ url: '/prices', greeting: 'Prices' }];
  const { settings } = await openSettings(fakeSettingsClient({ triggers, pages }), 'appears');
  fireEvent.click(await screen.findByRole('button', { name: 'Change greeting 1' }));
  const greeting = await screen.findByLabelText('Greeting');
  fireEvent.input(greeting, { target: { value: 'H' } });
  const count = await drawnBy(settings, () => fireEvent.input(greeting, { target: { value: 'Ho' } }));
  expect(settings.draft.value.widget.triggers).toMatchObject([{ text: 'Ho' }, {}, {}]);
  expect(['TriggerFields', 'SentenceList', 'PageRules', 'PageFields'].map(count)).toEqual([1, 1, 0, 0]);
});

it('draws only the holidays while somebody writes about one of them', async () => {
  const hours = {
    ...{ timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] },
    closed: [{ from: '2026-12-24', to: '2026-12-24', text: 'Holidays' }],
  };
  const { settings } = await openSettings(fakeSettingsClient({ hours }), 'hours');
  const text = await screen.findByRole('textbox', { name: 'What visitors read on holiday 1' });
  fireEvent.input(text, { target: { value: 'H' } });
  const count = await drawnBy(settings, () => fireEvent.input(text, { target: { value: 'Ho' } }));
  expect(settings.draft.value.widget.hours).toMatchObject({ ...hours, closed: [{ text: 'Ho' }] });
  expect(['Holiday', 'HoursPage', 'DayRow', 'ZoneField'].map(count)).toEqual([1, 0, 0, 0]);
});

it('draws none of 250 countries while somebody writes the number that calls come from', async () => {
  const { settings } = await openSettings(fakeSettingsClient(), 'forms');
  await screen.findByRole('button', { name: 'Add a question' });
  settings.set({ form: 'default' }, 'callback', { agent: 'c1000000-0000-4000-8000-000000000001' });
  const number = await screen.findByLabelText('Number that visitors see');
  fireEvent.input(number, { target: { value: '+1 415' } });
  const count = await drawnBy(settings, () => fireEvent.input(number, { target: { value: '+1 4155' } }));
  expect(settings.draft.value.forms.default?.callback).toMatchObject({ from: '14155' });
  expect(['ShownNumber', 'CallbackEditor', 'CountriesField', 'HolidaysEditor'].map(count)).toEqual([1, 0, 0, 0]);
  expect(['QuestionList', 'QuestionCard'].map(count)).toEqual([0, 0]);
});

it('draws the questions and nothing else of a form while somebody writes in one of them', async () => {
  const { settings } = await openSettings(fakeSettingsClient(), 'forms');
  fireEvent.click(await screen.findByRole('button', { name: 'Add a question' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Short text/ }));
  const label = await screen.findByRole('textbox', { name: 'Question' });
  fireEvent.input(label, { target: { value: 'S' } });
  await expect
    .poll(() => settings.draft.value.forms.default?.fields)
    .toContainEqual(expect.objectContaining({ label: 'S' }));
  await screen.findByText('Not saved yet.');
  const drawn = drawnComponents();
  fireEvent.input(label, { target: { value: 'Si' } });
  await expect.poll(() => drawn).toContain('QuestionSettings');
  expect(drawn).not.toContain('CountryField');
  expect(drawn.filter((name) => ['OptionField', 'DestinationField', 'LanguageSelect'].includes(name))).toEqual([]);
  expect(drawn.filter((name) => name === 'QuestionSettings')).toHaveLength(1);
});
