// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Chat } from '../../../src/core/index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat } from '../support/render-panel.ts';

/** A chat that the visitor has closed. */
async function renderClosedChat() {
  const rendered = await renderChat();
  rendered.isOpen.value = false;
  rendered.chat.setVisible(false);
  // Effects subscribe after the first paint.
  await waitFor(async () => {
    await rendered.agentSays('Hello');
    expect(rendered.model.teaser.value).toEqual({ text: 'Hello', source: 'message' });
  });
  return { ...rendered, unread: () => rendered.chat.state.unread.value };
}

it('shows the number of unread messages on the launcher until the visitor opens the chat', async () => {
  const { chat, launcher, unread } = await renderClosedChat();
  const badge = () => launcher.querySelector<HTMLElement>('.badge');
  const count = unread();
  expect(count).toBeGreaterThan(0);
  await waitFor(() => expect(badge()?.dataset.count).toBe(String(count)));
  expect(launcher.getAttribute('aria-description')).toMatch(new RegExp(`^${count} new messages?$`));
  chat.setVisible(true);
  await waitFor(() => expect(badge()).toBeNull());
  expect(launcher.hasAttribute('aria-description')).toBe(false);
});

it('shows the message above the launcher until the visitor opens the chat or dismisses it', async () => {
  const { agentSays, isOpen, view } = await renderClosedChat();
  expect(await view.findByRole('button', { name: /Hello/ })).toBeTruthy();
  view.getByRole('button', { name: 'Dismiss' }).click();
  await waitFor(() => expect(view.queryByRole('button', { name: /Hello/ })).toBeNull());
  await agentSays('Still **there**?');
  expect(await view.findByText('Still there?')).toBeTruthy();
  isOpen.value = true;
  await waitFor(() => expect(view.queryByText('Still there?')).toBeNull());
});

// Cause: only who opened the chat in this tab took it away.
it.each<[string, (chat: Chat) => void]>([
  ['is forgotten', (chat) => chat.reset()],
  ['has read it in another way', (chat) => chat.setVisible(true)],
  ['has left the conversation', (chat) => chat.newConversation()],
])('takes the message away when the visitor %s', async (_, act) => {
  const { chat, view } = await renderClosedChat();
  expect(await view.findByRole('button', { name: /Hello/ })).toBeTruthy();
  act(chat);
  await waitFor(() => expect(view.queryByRole('button', { name: /Hello/ })).toBeNull());
});

it('keeps the words of a trigger, which are about no message', async () => {
  const { chat, model, view } = await renderClosedChat();
  model.setTeaser({ text: 'Questions?', source: 'trigger' });
  chat.setVisible(true);
  expect(await view.findByText('Questions?')).toBeTruthy();
});

it.each([
  ['Two slots:\n\n- 4:30 pm\n- 5:15 pm\n\nOr later?', 'Two slots: 4:30 pm · 5:15 pm\nOr later?'],
  ['1. First\n2. Second', 'First · Second'],
  ['24\\. December is a holiday.', '24. December is a holiday.'],
  ['x'.repeat(300), `${'x'.repeat(99)}…`],
  [`${'word '.repeat(19)}unfinished business`, `${'word '.repeat(19).trimEnd()}…`],
  ['Short.', 'Short.'],
])('shows of %j what fits, without list marks and half words', async (message, shown) => {
  const { agentSays, view } = await renderClosedChat();
  await agentSays(message);
  const teaser = () => view.queryByRole('button', { name: /Ada/ })?.querySelector('[dir=auto]')?.textContent;
  await waitFor(() => expect(teaser()).toBe(shown));
});

it('opens the chat with a click on the teaser', async () => {
  const { isOpen, view } = await renderClosedChat();
  (await view.findByRole('button', { name: /Hello/ })).click();
  expect(isOpen.value).toBe(true);
});

it('counts unread messages in the title of a page in the background, and restores the title', async () => {
  document.title = 'Shop';
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  const { agentSays, unread } = await renderClosedChat();
  await waitFor(() => expect(document.title).toBe(`(${unread()}) Shop`));
  await agentSays('Are you there?');
  await waitFor(() => expect(document.title).toBe(`(${unread()}) Shop`));
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(document.title).toBe('Shop');
});
