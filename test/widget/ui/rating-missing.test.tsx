// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { renderChat } from '../support/render-panel.ts';

const server = vi.hoisted(() => ({ isReachable: false }));

vi.mock('../../../src/widget/ui/rating/index.ts', async (importOriginal) => {
  if (!server.isReachable) throw new Error('blocked');
  return importOriginal();
});

// Once it had been asked for in vain, every later question counted as asked for: it took the focus, or said that it is missing.
it('says so only of the question that the visitor has asked for', async () => {
  const { agentSays, chat, openMenu, settle, view } = await renderChat({ options: { rating: 'stars' } });
  const talk = async () => {
    for (const text of ['One', 'Two']) {
      chat.sendMessage(text);
      await settle();
      await agentSays(`About ${text}`);
    }
  };
  await talk();
  await openMenu();
  view.getByRole('button', { name: 'Rate this chat' }).click();
  await view.findByRole('button', { name: 'Try again' });
  chat.newConversation();
  await talk();
  chat.newConversation({ asksRating: true });
  await settle();
  expect(chat.state.rating.value?.status).toBe('asked');
  await expect.poll(() => view.queryByRole('button', { name: 'Try again' })).toBeNull();
});

// The last: a module that has loaded stays loaded.
it('says to whom has asked for it that the question cannot be loaded, and tries again', async () => {
  const { agentSays, chat, openMenu, root, settle, view } = await renderChat({ options: { rating: 'stars' } });
  for (const text of ['One', 'Two']) {
    chat.sendMessage(text);
    await settle();
    await agentSays(`About ${text}`);
  }
  await openMenu();
  view.getByRole('button', { name: 'Rate this chat' }).click();
  const again = await view.findByRole('button', { name: 'Try again' });
  expect(again.closest('p')?.textContent).toContain("This isn't available right now.");
  server.isReachable = true;
  again.click();
  const first = await view.findByRole('button', { name: '1 star' });
  await expect.poll(() => root.activeElement).toBe(first);
  expect(view.queryByRole('button', { name: 'Try again' })).toBeNull();
});
