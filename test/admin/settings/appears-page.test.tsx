// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { settingLabel } from '../../../src/schema-form/index.ts';
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
  // It was in the list "Getting started" only, until a page had loaded the chat.
  it('has the line that puts the chat into a page, to copy', async () => {
    await opened();
    expect(screen.getByText(/^<script src=".*leadchat\.js" async><\/script>$/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy this line', hidden: true })).toBeDefined();
  });

  it('adds a greeting that reads as a sentence', async () => {
    const settings = await opened();
    click('Add a greeting');
    await waitFor(() => expect(sentences()).toEqual(['On every page, after 20 seconds: show the greeting']));
    type('Seconds', '30');
    choose('On', 'begins');
    await waitFor(() => type('Part of the address', '/prices'));
    type('Greeting', 'Questions?');
    choose('For the same visitor', '0');
    await waitFor(() =>
      expect(sentences()).toEqual([
        'On pages that begin with /prices, after 30 seconds: show the greeting “Questions?”, every time',
      ]),
    );
    expect(settings.draft.value.widget.triggers).toEqual([
      { type: 'delay', seconds: 30, url: '^/prices', text: 'Questions?', everyHours: 0 },
    ]);
    choose('When', 'scroll');
    await waitFor(() => expect(sentences()[0]).toContain('after scrolling down 50 %'));
    fireEvent.click(screen.getByLabelText('Open the chat'));
    expect(settings.draft.value.widget.triggers).toEqual([
      { type: 'scroll', percent: 50, url: '^/prices', text: 'Questions?', everyHours: 0, action: 'open' },
    ]);
  });

  it('says beside a greeting that is never seen why, and not while it is new', async () => {
    await opened({ triggers: [{ type: 'delay', seconds: 20, everyHours: 0 }] });
    const add = screen.getByRole('button', { name: 'Add a greeting' });
    fireEvent.click(add);
    const when = await screen.findByLabelText('When');
    const advice = () => [...document.querySelectorAll('.advice')].map(({ textContent }) => textContent);
    expect(advice()).toEqual([]);
    fireEvent.focusOut(when, { relatedTarget: add });
    await waitFor(() =>
      expect(advice()).toEqual([
        'Greeting 2 is never shown: greeting 1 comes at the same moment, and only one greeting is shown on a page. Change when or where it comes.',
      ]),
    );
    // Also of one that is closed.
    click('Done greeting 2');
    await waitFor(() => expect(screen.queryByLabelText('When')).toBeNull());
    expect(advice()).toHaveLength(1);
    click('Move up greeting 2');
    await waitFor(() => expect(advice()[0]).toMatch(/^Greeting 2 is shown on a later page only/));
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

  it('brings back what was removed, at its place, until the list changes', async () => {
    const settings = await opened({
      triggers: [{ type: 'exit' }, { type: 'delay', seconds: 5 }, { type: 'url', url: '/jobs' }],
    });
    const kinds = () =>
      Array.from(Object(settings.draft.value.widget.triggers ?? []), (trigger) => Object(trigger).type);
    click('Remove greeting 2');
    await screen.findByText('Greeting 2 is removed.', { selector: '.removed-question' });
    expect(kinds()).toEqual(['exit', 'url']);
    click('Undo');
    // As it was: nothing differs from the file.
    await waitFor(() => expect(settings.isChanged.value).toBe(false));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change greeting 2'));
    click('Remove greeting 3');
    await screen.findByRole('button', { name: 'Undo' });
    click('Move down greeting 1');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
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
    await waitFor(() => choose('Form', 'default'));
    choose('Something different', 'greeting');
    await waitFor(() => type('Greeting', 'Work with us'));
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/jobs', form: 'default', greeting: 'Work with us' }]);
    // The preview is on such a page.
    expect(settings.previewState.subject.value.page).toBe('^/jobs');
    click('As everywhere else: Form');
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/jobs', greeting: 'Work with us' }]);
    await waitFor(() => fireEvent.click(screen.getByLabelText('Hide the chat')));
    await waitFor(() => expect(sentences()).toEqual(['On pages that begin with /jobs: hide the chat']));
    // What the rule had comes back with the chat.
    fireEvent.click(screen.getByLabelText('Show it, with something different'));
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/jobs', greeting: 'Work with us' }]);
  });

  it('offers the form after some answers on some pages, in a sentence', async () => {
    const settings = await opened();
    click('Add a page rule');
    await screen.findByLabelText('Part of the address');
    type('Part of the address', '/x');
    choose('Something different', 'askAfter');
    await screen.findByLabelText('The chat offers the form by itself');
    choose('The chat offers the form by itself', '3');
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/x', askAfter: { answers: 3 } }]);
    await waitFor(() =>
      expect(sentences()).toEqual([
        'On pages that begin with /x: show the chat with the form offered after the third answer',
      ]),
    );
  });

  it('has a control in words for every option that can be chosen, and keeps the others', async () => {
    const settings = await opened({ pages: [{ url: '^/x', storage: 'none' }] });
    click('Change page rule 1');
    const choice = await screen.findByLabelText<HTMLSelectElement>('Something different');
    const names = [...choice.options].flatMap(({ value }) => (value === '' ? [] : [value]));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      fireEvent.change(screen.getByLabelText('Something different'), { target: { value: name } });
      await screen.findByRole('button', { name: `As everywhere else: ${settingLabel(name)}` });
    }
    const rules = screen.getByRole('group', { name: 'It is different on some pages' });
    // A generated control shows the name that the schema has.
    expect(rules.querySelectorAll('code')).toHaveLength(0);
    expect(rules.textContent).not.toMatch(/storage|askAfter|Another option of|Kind of|Languages of/);
    choose('Visitors may enlarge the chat', 'false');
    expect(settings.draft.value.widget.pages).toEqual([{ url: '^/x', storage: 'none', expandable: false }]);
  });

  it('names each option that only "All options" sets, with what is wrong with it', async () => {
    const client = fakeSettingsClient({ pages: [{ url: '^/x', storage: 'none', resumeDays: 0 }] });
    const preview = client.previewSettings;
    const issue = { path: 'widget.pages.0.resumeDays', message: 'must be at least 1.' };
    client.previewSettings = async (request) => {
      const result = await preview(request);
      return result.ok ? { ok: true, value: { ...result.value, issues: [issue] } } : result;
    };
    await openSettings(client, 'appears');
    fireEvent.click(await screen.findByRole('button', { name: 'Change page rule 1' }));
    const links = await screen.findAllByRole('link', { name: 'All options' });
    const ofPage = links.filter(({ parentElement }) => parentElement?.tagName === 'P');
    expect(ofPage.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Storage: set under All options, and changed there.',
      'Resume days: set under All options, and changed there.',
    ]);
    choose('Something different', 'expandable');
    await waitFor(() => choose('Visitors may enlarge the chat', 'false'));
    await screen.findByText('Must be at least 1.');
  });

  it('moves the focus to the word or the question that is added, wherever it stands', async () => {
    await opened({ pages: [{ url: '^/x', starters: ['Prices?'], texts: { close: 'Bye', retry: 'Again' } }] });
    click('Change page rule 1');
    fireEvent.input(await screen.findByLabelText('Change other words'), { target: { value: 'online' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Online' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Instead of “Online”')));
    click('Add a question');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Question 2')));
    click('Add a question');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Question 3')));
  });

  it('changes questions, other words, hours and the note about AI on some pages', async () => {
    const settings = await opened();
    click('Add a page rule');
    await screen.findByLabelText('Part of the address');
    type('Part of the address', '/x');
    choose('Something different', 'starters');
    fireEvent.click(await screen.findByRole('button', { name: 'Add a question' }));
    fireEvent.input(await screen.findByLabelText('Question 1'), { target: { value: 'Prices?' } });
    choose('Something different', 'texts');
    fireEvent.input(await screen.findByLabelText('Change other words'), { target: { value: 'start chat' } });
    fireEvent.click((await screen.findAllByRole('button', { name: /^Start chat/ }))[0] ?? document.body);
    fireEvent.input(await screen.findByLabelText(/^Instead of “Start chat/), { target: { value: 'Go' } });
    choose('Something different', 'hours');
    fireEvent.click(await screen.findByRole('button', { name: 'Set opening hours' }));
    fireEvent.input(await screen.findByLabelText('Time zone'), { target: { value: 'UTC' } });
    choose('Something different', 'disclosure');
    fireEvent.click(await screen.findByLabelText('No note'));
    choose('Something different', 'expandable');
    await screen.findByLabelText('Visitors may enlarge the chat');
    choose('Visitors may enlarge the chat', 'false');
    expect(settings.draft.value.widget.pages).toMatchObject([
      {
        url: '^/x',
        starters: ['Prices?'],
        texts: { startChat: 'Go' },
        hours: { timeZone: 'UTC' },
        disclosure: false,
        expandable: false,
      },
    ]);
  });
});
