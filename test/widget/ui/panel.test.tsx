// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { press, renderChat, renderPanel, type } from '../support/render-panel.ts';

describe('the panel', () => {
  it('has the names that the contract promises', async () => {
    const { view } = await renderChat();
    expect(view.getByRole('dialog', { name: 'Northlight Dental' })).toBeTruthy();
    expect(view.getByRole('log', { name: 'Conversation' })).toBeTruthy();
    expect(view.getByRole('textbox', { name: 'Message' })).toBeTruthy();
    expect(view.getByRole('button', { name: 'Send' })).toBeTruthy();
    expect(view.getByRole('button', { name: 'Menu' })).toBeTruthy();
  });

  it('greets the visitor in an empty chat', async () => {
    const { view } = await renderChat({ options: { greeting: 'Good morning.' } });
    expect(view.getByText('Good morning.')).toBeTruthy();
  });

  it.each([
    [{ title: undefined }, 'Nordlicht', 'Moin.'],
    [{ title: 'Northlight', greeting: 'Good morning.' }, 'Northlight', 'Good morning.'],
    [{ title: { en: 'Northlight', de: 'Nordlicht' }, greeting: { de: 'Guten Tag.' } }, 'Northlight', 'Guten Tag.'],
    [{ title: {}, greeting: {} }, 'Nordlicht', 'Moin.'],
    [{ title: 'Ask {us}', greeting: 'Hi {you}' }, 'Ask {us}', 'Hi {you}'],
  ])('takes title and greeting from the options %j, else from `texts`', async (options, title, greeting) => {
    const texts = { greeting: 'Moin.', title: 'Nordlicht' };
    const { view } = await renderChat({ options: { texts, ...options } });
    expect(view.getByRole('dialog', { name: title })).toBeTruthy();
    expect(view.getByText(greeting)).toBeTruthy();
  });

  it('shows the agent’s name in the header, and below it the title of the site, each complete in a tooltip', async () => {
    const { layer, send } = await renderChat();
    const head = () => layer.querySelector('.who')?.textContent;
    expect(head()).toBe('AdaOnline · Northlight Dental');
    const tooltips = [...layer.querySelectorAll('.who [title]')].map((element) => element.getAttribute('title'));
    expect(tooltips).toEqual(['Ada', 'Northlight Dental']);
    await send({ type: 'chatowner', id: 'c1000000-0000-4000-8000-000000000001', name: 'Nora' });
    await waitFor(() => expect(head()).toBe('NoraOnline · Northlight Dental'));
    await send({ type: 'chatowner', id: 'c1000000-0000-4000-8000-000000000001', name: 'Northlight Dental' });
    await waitFor(() => expect(head()).toBe('Northlight DentalOnline'));
  });

  it('closes with Escape', async () => {
    const { view, close } = await renderChat();
    press(view.getByRole('dialog'), 'Escape');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('shows its greeting only until the agent greets, so that the visitor is not greeted twice', async () => {
    const { agentSays, layer } = await renderChat({ options: { greeting: 'Good morning.' } });
    expect(layer.querySelector('.log')?.textContent).toContain('Good morning.');
    await agentSays('Hi, I am Nora.');
    expect(layer.querySelector('.log')?.textContent).not.toContain('Good morning.');
  });

  it('keeps its greeting if the visitor writes first', async () => {
    const { agentSays, chat, layer, settle } = await renderChat({ options: { greeting: 'Good morning.' } });
    chat.sendMessage('Hello');
    await settle();
    await agentSays('Hi, I am Nora.');
    expect(layer.querySelector('.log')?.textContent).toMatch(/Good morning\..*Hello.*Hi, I am Nora\./);
  });

  it('says once that the connection is lost, and what happens to messages', async () => {
    const { service, settle, view } = await renderChat();
    service.network.setUp(false);
    await settle();
    expect(view.getAllByText(/Reconnecting/)).toHaveLength(1);
    expect(view.getByText(/Messages will be sent in a moment/)).toBeTruthy();
    service.network.setUp(true);
    await settle();
    expect(view.getByText('Online')).toBeTruthy();
    expect(view.queryByText(/Messages will be sent in a moment/)).toBeNull();
  });

  it.each([
    ['storage', "Saved. We'll send it as soon as the connection is back."],
    ['memory', /Not sent yet/],
  ] as const)('says that a lead was queued in %s', async (kept, text) => {
    const { gateway, view } = renderPanel({ leadForm: 'required' });
    gateway.outcome = { status: 'queued', kept };
    type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
    view.getByRole('button', { name: 'Start chat' }).click();
    expect(await view.findByText(text)).toBeTruthy();
  });

  it('shows a notice until it is dismissed', async () => {
    const { view, gateway, chat } = renderPanel({ leadForm: 'required' });
    gateway.outcome = { status: 'accepted', lead: null, session: null };
    type(await view.findByRole('textbox', { name: 'Phone' }), '+14155552671');
    view.getByRole('button', { name: 'Start chat' }).click();
    await view.findByText("You can chat right away. We'll add your details in a moment.");
    view.getByRole('button', { name: 'Dismiss' }).click();
    await waitFor(() => expect(view.queryByText(/You can chat right away/)).toBeNull());
    expect(chat.state.notice.value).toBeNull();
  });

  it('shows the name of the agent, and keeps the name of the dialog', async () => {
    const { send, view } = await renderChat();
    await send({ type: 'chatowner', id: 'owner', name: 'Mia from Northlight' });
    expect(view.getByRole('heading', { name: 'Mia from Northlight' })).toBeTruthy();
    expect(view.getByRole('dialog', { name: 'Northlight Dental' })).toBeTruthy();
  });

  it('offers a new conversation after one has ended', async () => {
    const { chat, settle, view } = await renderChat();
    chat.forget();
    await settle();
    expect(view.queryByRole('textbox')).toBeNull();
    view.getByRole('button', { name: 'New conversation' }).click();
    expect(await view.findByRole('textbox', { name: 'Message' })).toBeTruthy();
  });
});

describe('the focus', () => {
  it('moves to the message when the visitor opens the panel', async () => {
    const { field, isFocusRequested, root } = await renderChat();
    for (const _ of ['the first time', 'again']) {
      field.blur();
      isFocusRequested.value = true;
      await waitFor(() => expect(root.activeElement).toBe(field));
    }
  });

  it('moves from the form to the chat', async () => {
    const { root, view } = renderPanel({ leadForm: 'optional' });
    const phone = await view.findByRole('textbox', { name: 'Phone' });
    phone.focus();
    view.getByRole('button', { name: 'Skip' }).click();
    const message = await view.findByRole('textbox', { name: 'Message' });
    expect(root.activeElement).toBe(message);
  });

  it('does not move from the form to the chat if it is outside the panel', async () => {
    const { chat, root, view } = renderPanel({ leadForm: 'optional' });
    await view.findByRole('textbox', { name: 'Phone' });
    chat.skipLead();
    await view.findByRole('textbox', { name: 'Message' });
    expect(root.activeElement).toBeNull();
  });
});
