// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { options, type VNode } from 'preact';
import { afterEach, expect, it } from 'vitest';
import { fakeSettingsClient } from '../fake-settings-client.ts';
import { openSettings } from '../open-settings.tsx';

const { diffed } = options;
afterEach(() => {
  if (diffed === undefined) delete options.diffed;
  else options.diffed = diffed;
  cleanup();
});

/** The components that Preact comes to from now on, by name. */
function drawnComponents(): string[] {
  const drawn: string[] = [];
  options.diffed = (vnode: VNode) => {
    diffed?.(vnode);
    if (typeof vnode.type === 'function') drawn.push(vnode.type.name);
  };
  return drawn;
}

// Each key drew every control of the page: with a slow processor, words appeared behind the fingers.
it('draws only the control that somebody types in, however many there are', async () => {
  const { settings } = await openSettings(fakeSettingsClient(), 'all');
  await screen.findByRole('form', { name: 'Settings of the widget' });
  const controls = document.querySelectorAll('.setting').length;
  expect(controls).toBeGreaterThan(5);
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
