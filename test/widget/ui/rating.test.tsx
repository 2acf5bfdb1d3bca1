// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { fitComment } from '../../../src/widget/ui/rating/Rating.tsx';
import { renderChat, type } from '../support/render-panel.ts';

async function chatWithAnswers(rating: 'off' | 'thumbs' | 'stars') {
  const rendered = await renderChat({ options: { rating } });
  for (const text of ['One', 'Two']) {
    rendered.chat.sendMessage(text);
    await rendered.settle();
    await rendered.agentSays(`About ${text}`);
  }
  return rendered;
}

it('offers nothing before two answers', async () => {
  const { openMenu, view } = await renderChat({ options: { rating: 'stars' } });
  await openMenu();
  expect(view.queryByRole('button', { name: 'Rate this chat' })).toBeNull();
});

it('offers nothing by default', async () => {
  const { openMenu, view } = await chatWithAnswers('off');
  await openMenu();
  expect(view.queryByRole('button', { name: 'Rate this chat' })).toBeNull();
});

it('takes stars with a comment from the menu, once', async () => {
  const { model, openMenu, root, view } = await chatWithAnswers('stars');
  await openMenu();
  view.getByRole('button', { name: 'Rate this chat' }).click();
  const group = await view.findByRole('group', { name: 'How was this chat?' });
  await expect.poll(() => root.activeElement).toBe(view.getByRole('button', { name: '1 star' }));
  expect(view.queryByRole('textbox', { name: /tell us more/ })).toBeNull();
  view.getByRole('button', { name: '4 stars' }).click();
  const comment = await view.findByRole('textbox', { name: /tell us more/ });
  expect(view.getByRole('button', { name: '4 stars' }).getAttribute('aria-pressed')).toBe('true');
  type(comment, '  Quick and clear ');
  const [send] = [...group.querySelectorAll('button.main')];
  if (send instanceof HTMLElement) send.click();
  expect(model.rate).toHaveBeenCalledWith(4, 'Quick and clear');
  expect(await view.findByText('Thank you!')).toBeTruthy();
  await openMenu();
  expect(view.queryByRole('button', { name: 'Rate this chat' })).toBeNull();
});

// Cause: what the question is about was taken for who has asked it.
it.each(['the panel', 'nothing'])('leaves the focus with %s when the question comes from elsewhere', async (place) => {
  const { chat, field, root, settle, view } = await chatWithAnswers('thumbs');
  if (place === 'the panel') field.focus();
  chat.askRating();
  await settle();
  expect(await view.findByRole('group', { name: 'How was this chat?' })).toBeTruthy();
  // Preact runs effects in a task after the next frame, so this one comes after them.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  expect(root.activeElement).toBe(place === 'the panel' ? field : null);
});

it('asks with thumbs about the conversation before, and is put away by one click', async () => {
  const { model, openMenu, view } = await chatWithAnswers('thumbs');
  await openMenu();
  view.getByRole('button', { name: 'New conversation' }).click();
  expect(await view.findByRole('group', { name: 'How was this chat?' })).toBeTruthy();
  expect(view.getByRole('button', { name: 'Good' })).toBeTruthy();
  expect(view.getByRole('button', { name: 'Not good' })).toBeTruthy();
  view.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => view.queryByRole('group')).toBeNull();
  expect(model.rate).not.toHaveBeenCalled();
  expect(view.queryByText('Thank you!')).toBeNull();
});

// Cause: visitors could only replace a conversation, and not end it, so the question never stood beside what was said.
it('asks at the end of the chat, beside what was said', async () => {
  const { model, openMenu, view } = await chatWithAnswers('thumbs');
  await openMenu();
  view.getByRole('button', { name: 'End chat' }).click();
  expect(await view.findByRole('group', { name: 'How was this chat?' })).toBeTruthy();
  expect(view.getByText('About Two')).toBeTruthy();
  expect(view.queryByRole('textbox', { name: 'Message' })).toBeNull();
  await expect.poll(() => view.queryByText('This conversation has ended.')).not.toBeNull();
  (await view.findByRole('button', { name: 'Not good' })).click();
  (await view.findByRole('button', { name: 'Send' })).click();
  expect(model.rate).toHaveBeenCalledWith(1, '');
  expect(await view.findByText('Thank you!')).toBeTruthy();
  // The way back, which asks nothing again.
  view.getByRole('button', { name: 'Undo' }).click();
  expect(await view.findByRole('textbox', { name: 'Message' })).toBeTruthy();
  await openMenu();
  expect(view.queryByRole('button', { name: 'Rate this chat' })).toBeNull();
});

it('offers to end a chat only to who has written', async () => {
  const { openMenu, view } = await renderChat({ options: { rating: 'stars' } });
  await openMenu();
  expect(view.queryByRole('button', { name: 'End chat' })).toBeNull();
});

// Cause: the thanks were bound to the last message, and two new conversations have none.
it('thanks once for a rating that was given in an empty conversation', async () => {
  const { agentSays, chat, field, openMenu, settle, view } = await chatWithAnswers('thumbs');
  const beginAnew = async () => {
    await openMenu();
    view.getByRole('button', { name: 'New conversation' }).click();
  };
  await beginAnew();
  (await view.findByRole('button', { name: 'Good' })).click();
  const group = view.getByRole('group', { name: 'How was this chat?' });
  await expect.poll(() => group.querySelector('button.main')).not.toBeNull();
  const [send] = group.querySelectorAll<HTMLButtonElement>('button.main');
  send?.click();
  expect(await view.findByText('Thank you!')).toBeTruthy();
  chat.sendMessage('Another question');
  await settle();
  await agentSays('Another answer');
  await expect.poll(() => view.queryByText('Thank you!')).toBeNull();
  await beginAnew();
  await expect.poll(() => view.queryByText('Another answer')).toBeNull();
  expect(view.queryByText('Thank you!')).toBeNull();
  expect(field.isConnected).toBe(true);
});

it.each([
  ['short', 'short'],
  ['a'.repeat(1200), 'a'.repeat(1000)],
])('keeps the first 1,000 characters of a comment: %.10s', (text, expected) => {
  expect(fitComment(text)).toBe(expected);
});

it.each(['星', '😀', '"', '\n', 'é'])('fits a comment of %j into a request', (letter) => {
  const fitting = fitComment(letter.repeat(1000));
  const bytes = new TextEncoder().encode(JSON.stringify(fitting)).length;
  expect(bytes).toBeLessThanOrEqual(1500);
  expect(bytes).toBeGreaterThan(1000);
  expect(letter.repeat(1000).startsWith(fitting)).toBe(true);
});
