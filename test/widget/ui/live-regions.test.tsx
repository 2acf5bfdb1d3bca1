// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat, renderPanel } from '../support/render-panel.ts';

/** Collects the texts with which live regions enter the document. Screen readers announce changes of a region only. */
function watchRegions(layer: HTMLElement): string[] {
  const filled: string[] = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      const regions = [node, ...node.querySelectorAll<HTMLElement>('*')].filter((element) =>
        element.matches('[role=status]'),
      );
      for (const { textContent } of regions) if (textContent !== '') filled.push(textContent);
    }
  }).observe(layer, { childList: true, subtree: true });
  return filled;
}

// The teaser, and the question for consent, were inserted together with their live region, so they were not announced.
it('a teaser is added to a live region that is there before', async () => {
  const { isOpen, layer, model, view } = await renderChat();
  isOpen.value = false;
  const filled = watchRegions(layer);
  model.setTeaser({ text: 'May we help?', source: 'trigger' });
  await waitFor(() => expect(view.getByText('May we help?').closest('[role=status]')).not.toBeNull());
  expect(filled).toEqual([]);
});

// Cause: what was deleted after the chat had ended changed nothing that could be announced.
it('a deletion is announced each time, also after the chat has ended', async () => {
  const { chat, layer, settle, view } = await renderChat();
  chat.sendMessage('Hello');
  await settle();
  chat.endConversation();
  expect((await view.findByText('This conversation has ended.')).getAttribute('role')).toBe('status');
  const announced: (string | null)[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const isInRegion =
        target.parentElement?.closest('[role=status]') ||
        (target instanceof HTMLElement && target.closest('[role=status]'));
      if (isInRegion) announced.push(...[...addedNodes].map(({ textContent }) => textContent), target.textContent);
    }
  });
  observer.observe(layer, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  for (const _ of ['the first time', 'again']) {
    announced.length = 0;
    chat.forget();
    await waitFor(() => expect(announced).toContain('Everything stored in this browser has been deleted.'));
  }
  chat.newConversation();
  await settle();
  chat.sendMessage('Hello');
  await settle();
  chat.endConversation();
  expect(await view.findByText('This conversation has ended.')).toBeTruthy();
});

it('the question for a changed consent is added to its live region', async () => {
  const consent = { text: 'You may call me.', version: '1', required: true };
  const { gateway, layer, settle, view } = renderPanel({ leadForm: 'required', consent });
  await waitFor(() => expect(view.getByRole('textbox', { name: 'Phone' })).toBeTruthy());
  const filled = watchRegions(layer);
  gateway.queued = true;
  gateway.consent = consent;
  gateway.settle({ status: 'consent-changed', key: 'key-1', form: 'default' });
  await settle();
  expect((await view.findByText(/this text has changed/)).getAttribute('role')).toBe('status');
  expect(filled).toEqual([]);
});
