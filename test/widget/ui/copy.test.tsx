// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { renderPanel } from '../support/render-panel.ts';

const code = 'Run this:\n```\nnpm test\n```';

/** A chat with a question of the visitor and an answer that contains a block of code. */
async function renderLog() {
  const rendered = renderPanel();
  const { view, chat, service, settle, layer } = rendered;
  await settle();
  service.answers = false;
  chat.sendMessage('Thank you');
  await settle();
  const [session = ''] = service.conversations.keys();
  service.say(session, code);
  await settle();
  await waitFor(() => expect(layer.querySelector('pre')).not.toBeNull());
  const log = view.getByRole('log');
  return {
    ...rendered,
    log,
    point(text: string) {
      within(log)
        .getByText(text)
        .dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }));
    },
    button: (name: string) => view.findByRole('button', { name }),
  };
}

function stubClipboard(writeText: (text: string) => Promise<void>) {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
}

function refuseClipboard() {
  stubClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
}

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'execCommand');
});

describe('the copy button', () => {
  it('copies a message as it was written, and announces it', async () => {
    const writeText = vi.fn(async () => {});
    stubClipboard(writeText);
    const { point, button, view } = await renderLog();
    point('Run this:');
    (await button('Copy message: Run this: ``` npm test ```')).click();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(code);
    await waitFor(() => expect(view.getByText('Copied').getAttribute('role')).toBe('status'));
  });

  it('copies a block of code alone', async () => {
    const writeText = vi.fn(async () => {});
    stubClipboard(writeText);
    const { point, button } = await renderLog();
    point('npm test');
    (await button('Copy code: npm test')).click();
    expect(writeText).toHaveBeenCalledExactlyOnceWith('npm test');
  });

  it('copies by selection when the page may not use the clipboard, and keeps the focus', async () => {
    refuseClipboard();
    const { point, button, view, root } = await renderLog();
    const selected: (string | undefined)[] = [];
    Reflect.set(document, 'execCommand', () => {
      selected.push(root.querySelector<HTMLTextAreaElement>('textarea[readonly]')?.value);
      return true;
    });
    point('Thank you');
    const copy = await button('Copy message: Thank you');
    copy.focus();
    copy.click();
    await waitFor(() => expect(view.getByText('Copied')).toBeTruthy());
    expect(selected).toEqual(['Thank you']);
    expect(root.activeElement).toBe(copy);
    expect(root.querySelector('textarea[readonly]')).toBeNull();
  });

  it('says that copying is not possible at all', async () => {
    refuseClipboard();
    Reflect.set(document, 'execCommand', () => false);
    const { point, button, view } = await renderLog();
    point('Thank you');
    (await button('Copy message: Thank you')).click();
    const failure = await view.findByText("Your browser doesn't allow copying here.");
    expect(failure.className).toBe('copy-failed');
  });

  it('is one tab stop after the log, and the arrow keys move it from message to message', async () => {
    const { log, button, view } = await renderLog();
    const copy = await button('Copy message');
    expect(log.compareDocumentPosition(copy) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    copy.focus();
    await button('Copy message: Run this: ``` npm test ```');
    const press = (key: string) => copy.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press('ArrowDown');
    await button('Copy code: npm test');
    expect(view.getByText('Copy code: npm test').getAttribute('role')).toBe('status');
    press('ArrowDown');
    press('ArrowUp');
    await button('Copy message: Run this: ``` npm test ```');
    press('ArrowUp');
    await button('Copy message: Thank you');
    press('ArrowUp');
    await button('Copy message: Thank you');
    expect(view.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1);
  });

  it('leaves a message when the log is scrolled, unless it has the focus', async () => {
    const { log, point, button } = await renderLog();
    point('Thank you');
    const copy = await button('Copy message: Thank you');
    log.dispatchEvent(new Event('scroll'));
    await button('Copy message');
    copy.focus();
    await button('Copy message: Run this: ``` npm test ```');
    log.dispatchEvent(new Event('scroll'));
    expect(copy.getAttribute('aria-label')).toMatch(/^Copy message: Run this/);
  });

  it('is removed together with the log', async () => {
    const { point, button, chat, root } = await renderLog();
    point('Thank you');
    await button('Copy message: Thank you');
    chat.forget();
    await waitFor(() => expect(root.querySelector('.copy')).toBeNull());
  });
});
