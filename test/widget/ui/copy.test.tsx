// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeChat, showPanel } from './support/fake-chat.ts';

const shown: ReturnType<typeof showPanel>[] = [];

/** A log with two messages, pointed at. */
async function show() {
  const { chat, says, state } = fakeChat();
  const one = showPanel(chat);
  shown.push(one);
  const view = within(one.layer);
  says('agent', 'Run this:\n```\nnpm test\n```');
  says('visitor', 'Thank you');
  const log = view.getByRole('log');
  await vi.waitFor(() => expect(one.layer.querySelector('pre')).not.toBeNull());
  const point = (text: string) => {
    const event = new Event('pointerover', { bubbles: true, composed: true });
    within(log).getByText(text).dispatchEvent(event);
  };
  const button = (name: string) => view.findByRole('button', { name });
  return { ...one, view, log, point, button, says, state };
}

function clipboard(writeText: (text: string) => Promise<void>) {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
}

afterEach(() => {
  for (const { panel, root } of shown.splice(0)) {
    panel.dispose();
    root.host.remove();
  }
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'execCommand');
});

describe('copying', () => {
  it('copies a message as it was written, and says so', async () => {
    const writeText = vi.fn(async () => {});
    clipboard(writeText);
    const { point, button, view } = await show();
    point('Run this:');
    (await button('Copy message: Run this: ``` npm test ```')).click();
    expect(writeText).toHaveBeenCalledExactlyOnceWith('Run this:\n```\nnpm test\n```');
    await vi.waitFor(() => expect(view.getByText('Copied').getAttribute('role')).toBe('status'));
  });

  it('copies a piece of code alone', async () => {
    const writeText = vi.fn(async () => {});
    clipboard(writeText);
    const { point, button } = await show();
    point('npm test');
    (await button('Copy code: npm test')).click();
    expect(writeText).toHaveBeenCalledExactlyOnceWith('npm test');
  });

  it('selects where the clipboard is refused', async () => {
    clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    const selected: string[] = [];
    Reflect.set(document, 'execCommand', () => {
      const root = shown[0]?.root;
      selected.push(root?.querySelector<HTMLTextAreaElement>('textarea[readonly]')?.value ?? 'none');
      return true;
    });
    const { point, button, view, root } = await show();
    point('Thank you');
    const copy = await button('Copy message: Thank you');
    copy.focus();
    copy.click();
    await vi.waitFor(() => expect(view.getByText('Copied')).toBeTruthy());
    expect(selected).toEqual(['Thank you']);
    expect(root.activeElement).toBe(copy);
    expect(root.querySelector('textarea[readonly]')).toBeNull();
  });

  it('says it where copying is not possible at all', async () => {
    clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    Reflect.set(document, 'execCommand', () => false);
    const { point, button, view } = await show();
    point('Thank you');
    (await button('Copy message: Thank you')).click();
    await vi.waitFor(() =>
      expect(view.getByText("Your browser doesn't allow copying here.").className).toBe('copy-failed'),
    );
  });

  it('is one stop of the keyboard behind the log, which the arrow keys move from message to message', async () => {
    const { log, button, view } = await show();
    log.focus();
    const copy = await button('Copy message');
    expect(log.compareDocumentPosition(copy) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    copy.focus();
    expect(copy.getAttribute('aria-label')).toBe('Copy message: Thank you');
    const press = (key: string) => copy.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press('ArrowUp');
    expect(copy.getAttribute('aria-label')).toBe('Copy code: npm test');
    press('ArrowUp');
    expect(copy.getAttribute('aria-label')).toMatch(/^Copy message: Run this/);
    press('ArrowUp');
    expect(copy.getAttribute('aria-label')).toMatch(/^Copy message: Run this/);
    expect(view.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1);
  });

  it('goes when the log goes', async () => {
    const { point, button, state, root } = await show();
    point('Thank you');
    await button('Copy message: Thank you');
    state.phase.value = 'idle';
    expect(root.querySelector('.copy')).toBeNull();
  });
});
