// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeChat, showPanel } from './support/fake-chat.ts';

const shown: ReturnType<typeof showPanel>[] = [];

function show(...parameters: Parameters<typeof showPanel>) {
  const one = showPanel(...parameters);
  shown.push(one);
  return { ...one, view: within(one.layer) };
}

function press(element: Element, key: string, more: KeyboardEventInit = {}): void {
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

function type(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('no place to type');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

afterEach(() => {
  for (const { panel, root } of shown.splice(0)) {
    panel.dispose();
    root.host.remove();
  }
});

describe('the panel', () => {
  it('has the names that the contract promises', () => {
    const { chat } = fakeChat();
    const { view } = show(chat);
    expect(view.getByRole('dialog', { name: 'Northlight Dental' })).toBeTruthy();
    expect(view.getByRole('log', { name: 'Conversation' })).toBeTruthy();
    expect(view.getByRole('textbox', { name: 'Message' })).toBeTruthy();
    expect(view.getByRole('button', { name: 'Send' })).toBeTruthy();
    expect(view.getByRole('button', { name: 'Menu' })).toBeTruthy();
  });

  it('greets where nothing was said yet', () => {
    const { chat } = fakeChat();
    expect(show(chat, { greeting: 'Good morning.' }).view.getByText('Good morning.')).toBeTruthy();
  });

  it('sends with Enter, breaks the line with Shift, and leaves a composing input method alone', () => {
    const { chat } = fakeChat();
    const { view } = show(chat);
    const field = view.getByRole('textbox', { name: 'Message' });
    type(field, 'Hello');
    press(field, 'Enter', { shiftKey: true });
    press(field, 'Enter', { isComposing: true });
    expect(chat.sendMessage).not.toHaveBeenCalled();
    press(field, 'Enter');
    expect(chat.sendMessage).toHaveBeenCalledWith('Hello');
    expect(field).toHaveProperty('value', '');
  });

  it('counts down near the limit, and sends nothing beyond it', () => {
    const { chat } = fakeChat();
    const { view } = show(chat);
    const field = view.getByRole('textbox', { name: 'Message' });
    type(field, 'x'.repeat(7400));
    expect(view.queryByText(/left/)).toBeNull();
    type(field, 'x'.repeat(7999));
    expect(view.getByText('1 character left')).toBeTruthy();
    type(field, 'x'.repeat(8002));
    expect(view.getByRole('alert').textContent).toBe('2 characters too long');
    expect(view.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  });

  it('keeps what was typed when it could not be sent', () => {
    const { chat } = fakeChat();
    const { view } = show(chat);
    const field = view.getByRole('textbox', { name: 'Message' });
    type(field, '   ');
    press(field, 'Enter');
    expect(field).toHaveProperty('value', '   ');
  });

  it('closes with Escape', () => {
    const { chat } = fakeChat();
    const { view, close } = show(chat);
    press(view.getByRole('dialog'), 'Escape');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['offline', "You're offline. Messages will be sent when you're back.", 'Offline'],
    ['waiting', 'Reconnecting… Messages will be sent in a moment.', 'Reconnecting…'],
  ] as const)('says that the connection is %s, and what happens to messages', (connection, banner, status) => {
    const { chat, state } = fakeChat();
    const { view } = show(chat);
    state.connection.value = connection;
    expect(view.getAllByRole('status').map((region) => region.textContent)).toContain(banner);
    expect(view.getByText(status)).toBeTruthy();
  });

  it('says that a lead was saved and will be sent', () => {
    const { chat, state } = fakeChat();
    const { view } = show(chat);
    state.lead.value = { status: 'queued', kept: 'storage' };
    expect(view.getByText("Saved. We'll send it as soon as the connection is back.")).toBeTruthy();
    state.lead.value = { status: 'queued', kept: 'memory' };
    expect(view.getByText(/Not sent yet/)).toBeTruthy();
  });

  it('tells a notice until it is dismissed', () => {
    const { chat, state } = fakeChat();
    const { view } = show(chat);
    state.notice.value = 'session-replaced';
    expect(view.getByText(/This is a new one/)).toBeTruthy();
    view.getByRole('button', { name: 'Dismiss' }).click();
    expect(chat.dismissNotice).toHaveBeenCalled();
  });

  it('names who answers, and keeps the dialog’s own name', () => {
    const { chat, state } = fakeChat();
    const { view } = show(chat);
    state.owner.value = { id: '1', name: 'Mia from Northlight' };
    expect(view.getByRole('heading', { name: 'Mia from Northlight' })).toBeTruthy();
    expect(view.getByRole('dialog', { name: 'Northlight Dental' })).toBeTruthy();
  });

  it('offers a new conversation where one has ended', () => {
    const { chat, state } = fakeChat();
    const { view } = show(chat);
    state.phase.value = 'ended';
    view.getByRole('button', { name: 'New conversation' }).click();
    expect(chat.newConversation).toHaveBeenCalled();
    expect(view.queryByRole('textbox')).toBeNull();
  });

  it('shows on the bubble how much is unread, and above it what was said', async () => {
    const { chat, state } = fakeChat();
    const { isOpen, launcher, panel, view } = show(chat);
    isOpen.value = false;
    state.unread.value = 3;
    await vi.waitFor(() => expect(launcher.querySelector<HTMLElement>('.badge')?.dataset.count).toBe('3'));
    expect(launcher.getAttribute('aria-description')).toBe('3 new messages');
    panel.tease('Questions about a first visit?');
    expect(view.getByText('Questions about a first visit?')).toBeTruthy();
    isOpen.value = true;
    expect(view.queryByText('Questions about a first visit?')).toBeNull();
  });

  it('offers a menu with what a visitor may do, and asks before it deletes', async () => {
    const { chat, says } = fakeChat();
    says('agent', 'Hello');
    const { view } = show(chat);
    const menu = view.getByRole('button', { name: 'Menu' });
    menu.click();
    await vi.waitFor(() => expect(view.getByRole('button', { name: 'New conversation' })).toBeTruthy());
    expect(menu.getAttribute('aria-expanded')).toBe('true');
    expect(view.getByRole('button', { name: 'Download transcript' })).toBeTruthy();
    view.getByRole('button', { name: 'Delete my data' }).click();
    expect(chat.forget).not.toHaveBeenCalled();
    view.getByRole('button', { name: 'Delete' }).click();
    expect(chat.forget).toHaveBeenCalledTimes(1);
    expect(menu.getAttribute('aria-expanded')).toBe('false');
  });

  it('closes the menu first with Escape, and goes back to its button', async () => {
    const { chat } = fakeChat();
    const { view, root, close } = show(chat);
    view.getByRole('button', { name: 'Menu' }).click();
    await vi.waitFor(() => expect(view.getByRole('button', { name: 'New conversation' })).toBeTruthy());
    press(view.getByRole('button', { name: 'New conversation' }), 'Escape');
    expect(view.queryByRole('button', { name: 'New conversation' })).toBeNull();
    expect(root.activeElement).toBe(view.getByRole('button', { name: 'Menu' }));
    expect(close).not.toHaveBeenCalled();
  });
});
