// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { press, renderChat } from '../support/render-panel.ts';

/** A panel that covers a phone's screen, in which something covers what is below the header. */
async function renderCovered() {
  vi.stubGlobal('visualViewport', null);
  const matchMedia = (query: string) => Object.assign(new EventTarget(), { matches: /max-width/.test(query) });
  vi.stubGlobal('matchMedia', matchMedia);
  onTestFinished(() => void vi.unstubAllGlobals());
  const rendered = await renderChat();
  const body = rendered.root.querySelector<HTMLElement>('.body');
  if (body === null) throw new Error('there is no body');
  body.inert = true;
  return { ...rendered, body, panel: rendered.view.getByRole('dialog') };
}

// Cause: the last button below the sheet counted as the last one of the panel.
it('stays within a full screen while a sheet covers the content', async () => {
  const { panel, root, view } = await renderCovered();
  const [first, last] = [view.getByRole('button', { name: 'Menu' }), view.getByRole('button', { name: 'Close chat' })];
  last.focus();
  press(last, 'Tab');
  expect(root.activeElement).toBe(first);
  press(first, 'Tab', { shiftKey: true });
  expect(root.activeElement).toBe(last);
  expect(panel.contains(root.activeElement)).toBe(true);
});

it('moves to the panel itself when the chat is opened again while a sheet covers its text box', async () => {
  const { isFocusRequested, panel, root } = await renderCovered();
  isFocusRequested.value = true;
  await waitFor(() => expect(isFocusRequested.value).toBe(false));
  expect(root.activeElement).toBe(panel);
});
