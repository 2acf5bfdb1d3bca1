// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeSettingsClient } from './fake-settings-client.ts';
import { control, openSettings, type } from './open-settings.tsx';

afterEach(cleanup);

async function openedTab(client?: ReturnType<typeof fakeSettingsClient>) {
  const state = await openSettings(client);
  await screen.findByRole('form', { name: 'Settings of the widget' });
  return state;
}

/** The controls of a group are there as long as it is open. */
function openGroup(heading: string): void {
  const group = screen.getByText(heading, { selector: 'summary' }).parentElement;
  if (group === null) throw new Error(`there is no ${heading}`);
  group.setAttribute('open', '');
  fireEvent(group, new Event('toggle'));
}

describe('the tab "Settings"', () => {
  it('says which fields of webhooks no form has any more', async () => {
    const client = fakeSettingsClient();
    const message = 'of the receiver crm contains {budget}, which no lead has; use {email}.';
    await openSettings({
      ...client,
      async settings() {
        const result = await client.settings();
        if (!result.ok) return result;
        return { ok: true, value: { ...result.value, warnings: [{ path: 'webhooks.0.format.text', message }] } };
      },
    });
    const note = (await screen.findByText(/Messages to your team name answers that no form asks for\./)).closest(
      '[role=alert]',
    );
    expect(note?.textContent).toContain(`The message ${message}`);
  });

  it('says that it loads, then that nothing is saved yet', async () => {
    await openSettings();
    expect(screen.getByRole('region', { name: 'Settings' }).textContent).toContain('Loading settings…');
    await screen.findByText('The configuration file applies. Nothing is saved here yet.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save and apply' }).disabled).toBe(true);
  });

  it('says that the settings cannot be loaded, and tries again', async () => {
    const client = fakeSettingsClient();
    let isDown = true;
    await openSettings({
      ...client,
      settings: async () =>
        isDown ? { ok: false, unauthorized: false, message: 'The proxy does not respond.' } : client.settings(),
    });
    await screen.findByText('The settings could not be loaded.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('form', { name: 'Settings of the widget' });
  });

  it('shows an error at its control, and the way back to the file', async () => {
    await openedTab(fakeSettingsClient({ title: 'File' }));
    type(control('title'), 'bad');
    const problem = await screen.findByText('Must be another text.');
    expect(control('title').getAttribute('aria-describedby')).toBe(problem.parentElement?.id);
    expect(control('title').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('1 setting has a problem.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save and apply' }));
    await screen.findByText('Nothing is saved yet: correct the marked settings.');
    await waitFor(() => expect(document.activeElement).toBe(control('title')));
    fireEvent.click(screen.getByRole('button', { name: 'Back to the configuration file of title' }));
    await waitFor(() => expect(screen.queryByText('Must be another text.')).toBeNull());
    expect(control('title')).toHaveProperty('value', 'File');
  });

  it('shows an error in a list at the control of the entry', async () => {
    const client = fakeSettingsClient({ triggers: [{ type: 'delay' }] });
    const issue = { path: 'widget.triggers.0.seconds', message: 'must be a number, got undefined.' };
    const preview = client.previewSettings;
    client.previewSettings = async (request, ...rest) => {
      const result = await preview(request, ...rest);
      return result.ok ? { ok: true, value: { ...result.value, issues: [issue] } } : result;
    };
    await openedTab(client);
    type(control('title'), 'Mine');
    const problem = await screen.findByText('Fill this in.');
    expect(control('seconds').getAttribute('aria-describedby')).toBe(problem.parentElement?.id);
  });

  // A click beside "Save and apply" took everything that was written.
  it('brings back the changes that were discarded last, until others are saved', async () => {
    const { settings } = await openedTab();
    type(control('title'), 'Mine');
    const discard = screen.getByRole('button', { name: 'Discard changes' });
    await waitFor(() => expect(discard).toHaveProperty('disabled', false));
    fireEvent.click(discard);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    // The button that was pressed is disabled now.
    expect(document.activeElement?.id).toBe('settings-state');
    expect(settings.isChanged.value).toBe(false);
    fireEvent.click(undo);
    await waitFor(() => expect(control('title')).toHaveProperty('value', 'Mine'));
    expect(settings.draft.value.widget).toEqual({ title: 'Mine' });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    fireEvent.click(discard);
    await screen.findByRole('button', { name: 'Undo' });
    type(control('title'), 'Other');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Save and apply' }));
    await screen.findByText(/^Version 1 applies/);
    expect(settings.isDiscarded.value).toBe(false);
  });

  it('saves, and lists the versions', async () => {
    const state = await openedTab();
    type(control('title'), 'Mine');
    type(control('Your name'), 'Ada');
    fireEvent.click(screen.getByRole('button', { name: 'Save and apply' }));
    await screen.findByText(/^Version 1 applies, saved .* by Ada\.$/);
    expect(state.settings.isChanged.value).toBe(false);
    state.navigation.goTo('/settings/history');
    const history = await screen.findByRole('list');
    expect(history.textContent).toContain('Ada wrote the title');
    expect(history.textContent).toContain('version 1 · applies now');
  });

  it('adds a form with the default fields, and removes and brings back one of the file', async () => {
    const { settings } = await openedTab();
    openGroup('Form');
    await screen.findByLabelText('Name of a new form');
    const add = (name: string) => {
      type(control('Name of a new form'), name);
      fireEvent.click(screen.getByRole('button', { name: 'Add form' }));
    };
    const remove = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Remove form ${name}` });
    expect(remove('default').disabled).toBe(true);
    for (const [name, problem] of [
      ['', 'Fill this in.'],
      ['my form', 'Must be letters, digits, - and _, at most 64.'],
      ['default', 'There is a form “default” already.'],
    ] as const) {
      add(name);
      await screen.findByText(problem);
    }
    add('sales');
    await waitFor(() => expect(settings.form.value).toBe('sales'));
    const fields = screen.getByRole('group', { name: 'fields', hidden: true });
    const names = within(fields).getAllByLabelText('name', { selector: 'input' });
    expect(names.map((input) => input.getAttribute('value') ?? Reflect.get(input, 'value'))).toEqual([
      'phone',
      'first_name',
      'last_name',
      'email',
    ]);

    settings.chooseForm('default');
    await waitFor(() => fireEvent.click(remove('default')));
    expect(settings.draft.value.forms.default).toBeNull();
    expect(settings.forms.value).toEqual(['sales']);
    fireEvent.click(await screen.findByRole('button', { name: 'Bring back default', hidden: true }));
    expect(settings.forms.value).toEqual(['default', 'sales']);
    expect(settings.draft.value.forms).not.toHaveProperty('default');
  });

  it('edits the fields and routes of a form, in their order', async () => {
    const { settings } = await openedTab();
    openGroup('Form');
    await screen.findByLabelText('Name of a new form');
    const click = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
    click('Start from the default fields');
    await waitFor(() => click('Move up field 4'));
    await waitFor(() => click('Remove field 4'));
    await waitFor(() =>
      expect(settings.draft.value.forms.default?.fields).toMatchObject([
        { name: 'phone' },
        { name: 'first_name' },
        { name: 'email' },
      ]),
    );
    click('Add to routes');
    const when = await screen.findByRole('group', { name: 'when', hidden: true });
    const field = within(when).getByLabelText('Field of when');
    const known = [...(field.ownerDocument.getElementById(field.getAttribute('list') ?? '')?.children ?? [])];
    expect(known.map((option) => option.getAttribute('value'))).toEqual(['phone', 'first_name', 'email']);
    type(field, 'email');
    await waitFor(() => click('Add to when'));
    type(await within(when).findByRole('textbox', { name: 'email', hidden: true }), 'a@b.example');
    expect(settings.draft.value.forms.default?.routes).toEqual([{ when: { email: 'a@b.example' } }]);
  });

  it('says what two operators have both changed, with both values and a choice', async () => {
    const client = fakeSettingsClient({ greeting: 'Hello', starters: ['Prices?', 'Demo?'] });
    const { settings } = await openedTab(client);
    settings.set({}, 'greeting', 'Mine');
    settings.set({}, 'starters', ['Prices?', 'A demo?']);
    client.saveElsewhere({ greeting: 'Hers', starters: ['What does it cost?', 'Demo?'] });
    fireEvent.click(await screen.findByRole('button', { name: 'Save and apply' }));
    await screen.findByText(/Grace has saved version 1 meanwhile\..* You have both changed this:/);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Grace has saved version 1 meanwhile.'));
    const choice = within(screen.getByRole('group', { name: 'The greeting' }));
    expect(choice.getByRole('radio', { name: 'Mine: Mine' })).toHaveProperty('checked', true);
    fireEvent.click(choice.getByRole('radio', { name: 'Grace’s: Hers' }));
    fireEvent.click(screen.getByRole('button', { name: 'Add my changes to it' }));
    expect(settings.draft.value.widget).toEqual({
      greeting: 'Hers',
      starters: ['What does it cost?', 'A demo?'],
    });
    // The button is gone with the note.
    expect(document.activeElement?.textContent).toMatch(/^Not saved yet\./);
    fireEvent.click(screen.getByRole('button', { name: 'Save and apply' }));
    await screen.findByText('Saved. It is on your site within five seconds.');
  });

  it('says what applies to whoever has dropped their changes', async () => {
    const client = fakeSettingsClient({ greeting: 'Hello' });
    const { settings } = await openedTab(client);
    settings.set({}, 'greeting', 'Mine');
    client.saveElsewhere({ greeting: 'Hers' });
    fireEvent.click(await screen.findByRole('button', { name: 'Save and apply' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Drop my changes' }));
    await waitFor(() =>
      expect(document.activeElement?.textContent).toMatch(/^Version 1 applies, saved .* by Grace\.$/),
    );
  });
});
