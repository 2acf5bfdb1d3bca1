// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { press, renderChat, type } from '../support/render-panel.ts';

it('sends with Enter, breaks the line with Shift+Enter, and ignores Enter during IME composition', async () => {
  const { chat, field, settle } = await renderChat();
  const sent = () => chat.state.messages.value.map(({ text }) => text);
  type(field, 'Hello');
  press(field, 'Enter', { shiftKey: true });
  press(field, 'Enter', { isComposing: true });
  expect(sent()).toEqual([]);
  press(field, 'Enter');
  expect(sent()).toEqual(['Hello']);
  await settle();
  expect(field).toHaveProperty('value', '');
});

it('counts down near the limit, and sends nothing beyond it', async () => {
  const { field, view } = await renderChat();
  type(field, 'x'.repeat(7400));
  expect(view.queryByText(/left/)).toBeNull();
  type(field, 'x'.repeat(7999));
  expect(await view.findByText('1 character left')).toBeTruthy();
  type(field, 'x'.repeat(8002));
  expect((await view.findByRole('alert')).textContent).toBe('2 characters too long');
  expect(view.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
});

it('keeps a text that cannot be sent', async () => {
  const { chat, field, settle } = await renderChat();
  type(field, '   ');
  press(field, 'Enter');
  await settle();
  expect(field).toHaveProperty('value', '   ');
  expect(chat.state.messages.value).toEqual([]);
});
