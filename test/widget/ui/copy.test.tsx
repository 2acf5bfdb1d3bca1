// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { press, renderChat, renderPanel } from '../support/render-panel.ts';

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

  it('is one tab stop in the last message, and the arrow keys move it and the focus from message to message', async () => {
    const { button, root, view, clock } = await renderLog();
    await waitFor(() => {
      clock.advanceNow(300);
      view.getByRole('button', { name: 'Copy message' }).focus();
    });
    const focused = (name: string) => waitFor(async () => expect(root.activeElement).toBe(await button(name)));
    const pressKey = (key: string) => press(root.activeElement ?? root.host, key);
    await focused('Copy message: Run this: ``` npm test ```');
    pressKey('ArrowDown');
    await focused('Copy code: npm test');
    pressKey('ArrowDown');
    await focused('Copy code: npm test');
    pressKey('ArrowUp');
    await focused('Copy message: Run this: ``` npm test ```');
    pressKey('ArrowUp');
    await focused('Copy message: Thank you');
    pressKey('ArrowUp');
    await focused('Copy message: Thank you');
    expect(view.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1);
  });

  it('leaves a message when the pointer leaves the log, unless it has the focus', async () => {
    const { log, point, button } = await renderLog();
    const leave = () => log.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
    point('Thank you');
    await button('Copy message: Thank you');
    leave();
    await waitFor(() => expect(within(log).queryByRole('button', { name: /: Thank you/ })).toBeNull());
    point('Thank you');
    (await button('Copy message: Thank you')).focus();
    leave();
    await new Promise((done) => setTimeout(done));
    await button('Copy message: Thank you');
  });

  // A message in the log is announced as a whole.
  it('is not a part of a message that is added, and follows it after a pause', async () => {
    const { agentSays, layer, clock } = await renderChat();
    const added: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLElement && node.matches('.row')) added.push(node.innerHTML);
      }
    }).observe(layer, { childList: true, subtree: true });
    await agentSays('Hello');
    expect(layer.querySelector('.copy')).toBeNull();
    await waitFor(() => {
      clock.advanceNow(300);
      expect(layer.querySelector('.copy')?.closest('.row')?.textContent).toContain('Hello');
    });
    expect(layer.querySelector('.copy')?.getAttribute('aria-live')).toBe('off');
    expect(added.filter((html) => html.includes('class="copy'))).toEqual([]);
  });

  it('is removed together with the log', async () => {
    const { point, button, chat, root } = await renderLog();
    point('Thank you');
    await button('Copy message: Thank you');
    chat.forget();
    await waitFor(() => expect(root.querySelector('.copy')).toBeNull());
  });
});
