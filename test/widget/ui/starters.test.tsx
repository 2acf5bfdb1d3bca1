// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { startersIn } from '../../../src/widget/ui/starters/Starters.tsx';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat, renderPanel, type } from '../support/render-panel.ts';

const starters = ['What does a check-up cost?', 'Do you take my insurance?'];

describe('starters', () => {
  it('send their text, and disappear when the visitor has written', async () => {
    const { chat, settle, view } = await renderChat({ options: { starters } });
    const list = view.getByRole('list', { name: 'Suggested questions' });
    expect([...list.querySelectorAll('button')].map((button) => button.textContent)).toEqual(starters);
    view.getByRole('button', { name: 'Do you take my insurance?' }).click();
    await settle();
    expect(chat.state.messages.value.at(-1)).toMatchObject({ from: 'visitor', text: 'Do you take my insurance?' });
    await waitFor(() => expect(view.queryByRole('list', { name: 'Suggested questions' })).toBeNull());
  });

  it('stay while only the agent has written, and return with a new conversation', async () => {
    const { agentSays, chat, settle, view } = await renderChat({ options: { starters } });
    await agentSays('Hi, I am Nora.');
    expect(view.getByRole('button', { name: 'Do you take my insurance?' })).toBeTruthy();
    chat.sendMessage('Hello');
    await settle();
    await waitFor(() => expect(view.queryByRole('button', { name: 'Do you take my insurance?' })).toBeNull());
    chat.newConversation();
    await settle();
    expect(await view.findByRole('button', { name: 'Do you take my insurance?' })).toBeTruthy();
  });

  it('move the focus to the message field', async () => {
    const { field, root, view } = await renderChat({ options: { starters } });
    const button = view.getByRole('button', { name: 'Do you take my insurance?' });
    button.focus();
    button.click();
    await waitFor(() => expect(root.activeElement).toBe(field));
  });

  it('appear after the form', async () => {
    const { view } = renderPanel({ leadForm: 'required', options: { starters } });
    type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
    expect(view.queryByRole('list', { name: 'Suggested questions' })).toBeNull();
    view.getByRole('button', { name: 'Start chat' }).click();
    expect(await view.findByRole('list', { name: 'Suggested questions' })).toBeTruthy();
  });

  it("are in the visitor's language if the page has it, otherwise in English, otherwise in the first language", () => {
    const both = { de: ['Preise?'], en: ['Prices?'], 'pt-BR': ['Preços?'] };
    expect(['de-AT', 'pt-BR', 'fr'].map((locale) => startersIn(both, locale))).toEqual([
      ['Preise?'],
      ['Preços?'],
      ['Prices?'],
    ]);
    expect(startersIn({ de: ['Preise?'] }, 'fr')).toEqual(['Preise?']);
    expect(startersIn({}, 'fr')).toEqual([]);
    expect(startersIn(starters, 'fr')).toEqual(starters);
  });
});
