// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeSettingsClient } from '../fake-settings-client.ts';
import { openSettings } from '../open-settings.tsx';

afterEach(cleanup);

const greetings = {
  name: 'hello',
  variants: [{ name: 'now' }, { name: 'new', greeting: 'Questions?' }],
};

async function opened(file: Record<string, unknown> = {}, client = fakeSettingsClient(file)) {
  const { settings } = await openSettings(client, 'experiments');
  await screen.findByRole('form', { name: 'Experiments' });
  return settings;
}

const variant = (name: string) => within(screen.getByRole('group', { name: new RegExp(`^${name} ·`) }));
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the page "Experiments"', () => {
  it('tries a greeting with two variants from the start, for a share of visitors, and says what counts', async () => {
    const settings = await opened();
    fireEvent.click(screen.getByRole('button', { name: 'Add an experiment' }));
    await screen.findByRole('heading', { name: 'experiment-1' });
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'short greeting' } });
    choose('What do you want to try?', 'greeting');
    await waitFor(() => variant('new').getByLabelText('Greeting'));
    fireEvent.input(variant('new').getByLabelText('Greeting'), { target: { value: 'Questions?' } });
    // What is tried has a control in each variant.
    expect(variant('now').getByLabelText('Greeting')).toBeTruthy();
    fireEvent.input(variant('new').getByLabelText(/^Share/), { target: { value: '3' } });
    await screen.findByRole('group', { name: 'new · 75 % of visitors' });
    choose('What counts', 'message');
    expect(settings.draft.value.widget.experiments).toEqual([
      {
        name: 'short-greeting',
        goal: 'message',
        variants: [{ name: 'now' }, { name: 'new', weight: 3, greeting: 'Questions?' }],
      },
    ]);
    fireEvent.focusIn(variant('new').getByLabelText('Greeting'));
    expect(settings.previewState.subject.value.variant).toBe('short-greeting: new');
  });

  // "Z index" and "Keep url parameters" stood below what a marketer tries.
  it('offers what has words of its own', async () => {
    await opened();
    fireEvent.click(screen.getByRole('button', { name: 'Add an experiment' }));
    const offered = within(await screen.findByLabelText('What do you want to try?'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(offered).toEqual(expect.arrayContaining(['Greeting', 'Color', 'Form']));
    expect(offered).not.toContain('Z index');
    expect(offered).not.toContain('Keep url parameters');
  });

  // A variant's greetings were the generated form: "triggers 1", "Percent percent", "Add to triggers".
  it('tries greetings on pages as sentences, as the page "When it appears" has them', async () => {
    const triggers = [{ type: 'scroll', percent: 40, text: 'Hello!' }];
    const settings = await opened({
      experiments: [{ name: 'hello', variants: [{ name: 'now' }, { name: 'new', triggers }] }],
    });
    const list = within(variant('new').getByRole('group', { name: 'Greets or opens by itself' }));
    expect(list.getByRole('listitem').textContent).toContain('On every page, after scrolling down 40 %');
    fireEvent.click(list.getByRole('button', { name: 'Change greeting 1' }));
    await waitFor(() => list.getByLabelText('Percent of the page'));
    fireEvent.input(list.getByLabelText('Percent of the page'), { target: { value: '60' } });
    expect(settings.draft.value.widget.experiments).toMatchObject([
      { variants: [{}, { triggers: [{ type: 'scroll', percent: 60, text: 'Hello!' }] }] },
    ]);
    expect(variant('new').queryByText('triggers')).toBeNull();
  });

  it('runs on the pages of a rule, and keeps what the rule has', async () => {
    const settings = await opened({ experiments: [greetings], pages: [{ url: '^/jobs', title: 'Jobs' }] });
    choose('For whom', '0');
    expect(settings.draft.value.widget).toEqual({
      experiments: null,
      pages: [{ url: '^/jobs', title: 'Jobs', experiments: [greetings] }],
    });
    await waitFor(() => expect(screen.getByLabelText('For whom')).toHaveProperty('value', '0'));
  });

  it('stops, and keeps a variant for everybody if it should', async () => {
    const settings = await opened({ experiments: [greetings] });
    fireEvent.click(screen.getByRole('button', { name: 'Stop the experiment hello' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop the experiment hello?', hidden: true }));
    fireEvent.click(dialog.getByLabelText('The variant new'));
    fireEvent.click(dialog.getByRole('button', { name: 'Stop', hidden: true }));
    await screen.findByText(/^Nothing is tried at the moment/);
    expect(settings.draft.value.widget).toEqual({ experiments: null, greeting: 'Questions?' });
  });

  it('shows a problem at the field that has it', async () => {
    const client = fakeSettingsClient({ experiments: [greetings] });
    const preview = client.previewSettings;
    const issue = { path: 'widget.experiments.0.variants.1.name', message: 'must differ from the names before it' };
    client.previewSettings = async (request) => {
      const result = await preview(request);
      return result.ok ? { ok: true, value: { ...result.value, issues: [issue] } } : result;
    };
    await opened({}, client);
    expect(screen.getAllByLabelText('Name of the variant')).toHaveLength(2);
    const second = screen.getAllByLabelText('Name of the variant')[1];
    if (second === undefined) throw new Error('there is one variant');
    fireEvent.input(second, { target: { value: 'now' } });
    const problem = await screen.findByText('Must differ from the names before it');
    expect(second.getAttribute('aria-describedby')).toBe(problem.parentElement?.id);
  });
});
