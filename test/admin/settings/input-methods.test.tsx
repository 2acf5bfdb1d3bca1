// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fakeSettingsClient } from '../fake-settings-client.ts';
import { openSettings } from '../open-settings.tsx';

afterEach(cleanup);

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const box = (name: string | RegExp) => screen.findByRole('textbox', { name });

/** Opens a page whose field takes Enter, and says what Enter has added. */
const fields: Record<string, () => Promise<{ field: HTMLElement; added: () => unknown }>> = {
  async 'a choice of a question'() {
    await openSettings(fakeSettingsClient(), 'forms');
    fireEvent.click(await button('Add a question'));
    fireEvent.click(await button(/^One choice, as buttons/));
    const field = await box('Choice 1');
    return { field, added: () => screen.queryByRole('textbox', { name: 'Choice 3' }) };
  },
  async 'the name of a form'() {
    await openSettings(fakeSettingsClient(), 'forms');
    fireEvent.click(await button('Add a form'));
    const field = await box('Name of the new form');
    return { field, added: () => screen.queryByRole('link', { name: 'saas' }) };
  },
  async 'the name of a form among all options'() {
    await openSettings(fakeSettingsClient(), 'all');
    fireEvent.click(await screen.findByText('Form', { selector: 'summary' }));
    const field = await screen.findByLabelText('Name of a new form');
    return { field, added: () => screen.queryByText('saas', { selector: 'option' }) };
  },
  async 'a tag'() {
    await openSettings(fakeSettingsClient(), 'routes');
    const field = await box(/^Tags/);
    return { field, added: () => screen.queryByRole('button', { name: /saas/ }) };
  },
  async 'the name of a journey'() {
    await openSettings(fakeSettingsClient(), 'routes');
    fireEvent.change(await screen.findByRole('combobox', { name: 'Journey for everyone' }), { target: { value: '+' } });
    const field = await box('What you call it');
    return { field, added: () => screen.queryByText(/^Copy the address of the journey/) };
  },
};

// Safari ends a composition before its key, which then has only the code. Android composes every word until Enter.
it.each(Object.entries(fields))(
  'takes the Enter of whoever writes %s, and none of an input method',
  async (_, open) => {
    const { field, added } = await open();
    fireEvent.input(field, { target: { value: 'saas' } });
    await act(() => {
      fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
      fireEvent.keyDown(field, { key: 'Enter', keyCode: 0, isComposing: true });
    });
    expect(added()).toBeNull();
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, isComposing: true });
    await waitFor(() => expect(added()).not.toBeNull());
  },
);

it('keeps no line break in a text of one line, also where the text stays the same', async () => {
  await openSettings(fakeSettingsClient(), 'forms');
  fireEvent.click(await button('Add a question'));
  fireEvent.click(await button(/^Short text/));
  const field = await box('Question');
  fireEvent.input(field, { target: { value: 'Our offer' } });
  await waitFor(() => expect(field).toHaveProperty('value', 'Our offer'));
  fireEvent.input(field, { target: { value: 'Our\r\n offer' } });
  expect(field).toHaveProperty('value', 'Our offer');
});
