// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeSettingsClient } from '../fake-settings-client.ts';
import { openSettings } from '../open-settings.tsx';

afterEach(cleanup);

async function opened(file: Record<string, unknown> = {}) {
  const { settings } = await openSettings(fakeSettingsClient(file), 'appears');
  await screen.findByRole('form', { name: 'When it appears' });
  return settings;
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const sentences = () => [...document.querySelectorAll('.sentences li > p')].map(({ textContent }) => textContent);

describe('the page "When it appears"', () => {
  it('adds a greeting that reads as a sentence', async () => {
    const settings = await opened();
    click('Add a greeting');
    await waitFor(() => expect(sentences()).toEqual(['After 20 seconds on every page: show the greeting']));
    type('Seconds', '30');
    choose('On', 'begins');
    await waitFor(() => type('Part of the address', '/prices'));
    type('Greeting', 'Questions?');
    choose('For the same visitor', '0');
    await waitFor(() =>
      expect(sentences()).toEqual([
        'After 30 seconds on pages that begin with /prices: show the greeting “Questions?”, each time they come',
      ]),
    );
    expect(settings.draft.value.widget.triggers).toEqual([
      { type: 'delay', seconds: 30, url: '^/prices', text: 'Questions?', everyHours: 0 },
    ]);
    choose('When', 'scroll');
    await waitFor(() => expect(sentences()[0]).toMatch(/^After scrolling through 50 %/));
    fireEvent.click(screen.getByLabelText('Open the chat'));
    expect(settings.draft.value.widget.triggers).toEqual([
      { type: 'scroll', percent: 50, url: '^/prices', text: 'Questions?', everyHours: 0, action: 'open' },
    ]);
  });

  it('changes the order with buttons that keep the focus, and removes', async () => {
    const file = { triggers: [{ type: 'exit' }, { type: 'delay', seconds: 5 }, { type: 'url', url: '/jobs' }] };
    const settings = await opened(file);
    const kinds = () => {
      const { triggers } = settings.draft.value.widget;
      return Array.isArray(triggers) ? triggers.map((trigger) => Object(trigger).type) : triggers;
    };
    click('Move down greeting 1');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Move down greeting 2'));
    expect(kinds()).toEqual(['delay', 'exit', 'url']);
    click('Move down greeting 2');
    // The last one can only go up.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Move up greeting 3'));
    expect(kinds()).toEqual(['delay', 'url', 'exit']);
    click('Remove greeting 2');
    expect(kinds()).toEqual(['delay', 'exit']);
  });

  it('moves the focus to what is added, and to the neighbor of what is removed, and says so', async () => {
    await opened({ triggers: [{ type: 'exit' }] });
    const status = () =>
      within(screen.getByRole('group', { name: 'It greets or opens by itself' })).getByRole('status');
    click('Add a greeting');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('When')));
    expect(status().textContent).toBe('Greeting 2 is added.');
    click('Remove greeting 2');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change greeting 1' })));
    expect(status().textContent).toBe('Greeting 2 is removed.');
    click('Remove greeting 1');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a greeting' })));
  });

  it('keeps the greeting open that is being changed when another one moves past it', async () => {
    await opened({ triggers: [{ type: 'exit' }, { type: 'delay', seconds: 5 }] });
    click('Change greeting 2');
    await screen.findByLabelText('Seconds');
    click('Move down greeting 1');
    await screen.findByRole('button', { name: 'Done greeting 1' });
    expect(screen.getByLabelText('Seconds')).toHaveProperty('value', '5');
    click('Remove greeting 2');
    await waitFor(() => expect(sentences()).toHaveLength(1));
    expect(screen.getByLabelText('Seconds')).toHaveProperty('value', '5');
  });

  it('shows what is wrong with a greeting at its control, and keeps what it cannot show', async () => {
    const client = fakeSettingsClient({ triggers: [{ type: 'delay', seconds: 5, everyHours: 100 }] });
    const preview = client.previewSettings;
    const issue = { path: 'widget.triggers.0.seconds', message: 'must be a number, got undefined.' };
    client.previewSettings = async (request) => {
      const result = await preview(request);
      return result.ok ? { ok: true, value: { ...result.value, issues: [issue] } } : result;
    };
    const { settings } = await openSettings(client, 'appears');
    await screen.findByRole('form', { name: 'When it appears' });
    click('Change greeting 1');
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('For the same visitor').value).toBe('100'));
    type('Seconds', '');
    const problem = await screen.findByText('Must be a number.');
    expect(screen.getByLabelText('Seconds').getAttribute('aria-describedby')).toBe(problem.parentElement?.id);
    expect(settings.draft.value.widget.triggers).toEqual([{ type: 'delay', everyHours: 100 }]);
  });

  it('hides the chat on some pages, and shows another form on others', async () => {
    const settings = await opened();
    click('Add a page rule');
    await screen.findByLabelText('Part of the address');
    type('Part of the address', '/jobs');
    choose('Something different', 'form');
    await waitFor(() => choose('Form on your pages', 'default'));
    choose('Something different', 'greeting');
    await waitFor(() => type('Greeting', 'Work with us'));
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/jobs', form: 'default', greeting: 'Work with us' }]);
    // The preview is on such a page.
    expect(settings.previewState.subject.value.page).toBe('^/jobs');
    click('As everywhere else: Form on your pages');
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/jobs', greeting: 'Work with us' }]);
    await waitFor(() => fireEvent.click(screen.getByLabelText('Hide the chat')));
    await waitFor(() => expect(sentences()).toEqual(['On pages that begin with /jobs: hide the chat']));
    // What the rule had comes back with the chat.
    fireEvent.click(screen.getByLabelText('Show it, with something different'));
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/jobs', greeting: 'Work with us' }]);
  });

  it('sets options without words of their own with the generated control', async () => {
    const settings = await opened();
    click('Add a page rule');
    await screen.findByLabelText('Part of the address');
    type('Part of the address', '/x');
    choose('Something different', 'askAfter');
    const answers = await screen.findByLabelText('answers');
    fireEvent.input(answers, { target: { value: '3' } });
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/x', askAfter: { answers: 3 } }]);
  });
});
