// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat } from '../support/render-panel.ts';

const code = 'Run this:\n```\nnpm test\n```';

/** A chat with a question of the visitor and an answer that contains a block of code. */
async function renderLog() {
  const rendered = await renderChat();
  const { view, chat, service, settle, layer } = rendered;
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
    ...reach(view),
  };
}

/** A chat, as the visitor points at messages and finds buttons. */
async function openChat() {
  const rendered = await renderChat();
  return { ...rendered, ...reach(rendered.view) };
}

function reach(view: Awaited<ReturnType<typeof renderChat>>['view']) {
  return {
    point(text: string) {
      within(view.getByRole('log'))
        .getByText(text)
        .dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }));
    },
    button: (name: string | RegExp) => view.findByRole('button', { name }),
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
    (await button('Copy message: Run this: npm test')).click();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(code);
    await waitFor(() => expect(view.getByText('Copied').getAttribute('role')).toBe('status'));
  });

  // Cause: a screen reader read marks, and addresses of pictures and links, as a part of the name.
  it('quotes its message without marks and addresses', async () => {
    const { agentSays, point, button, view } = await openChat();
    await agentSays(
      'Come in! We are **open** until 6.\n\n![Our reception](https://example.com/a.jpg)\n\n[Book](leadchat:call)',
    );
    await view.findByText('open');
    point('open');
    await button('Copy message: Come in! We are open until 6. Our reception');
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

  it('copies the whole conversation from the menu, by keyboard too, and closes it', async () => {
    const writeText = vi.fn(async (_text: string) => {});
    stubClipboard(writeText);
    const { openMenu, view } = await renderLog();
    await openMenu();
    view.getByRole('button', { name: 'Copy transcript' }).click();
    await waitFor(() => expect(view.getByText('Copied').getAttribute('role')).toBe('status'));
    expect(writeText.mock.lastCall?.[0]).toMatch(/^You · .*\nThank you\n\nAda · .*\nRun this:/);
    expect(view.queryByRole('button', { name: 'Copy transcript' })).toBeNull();
  });

  it('copies the whole conversation by selection, too', async () => {
    refuseClipboard();
    const { openMenu, root, view } = await renderLog();
    const selected: (string | undefined)[] = [];
    Reflect.set(document, 'execCommand', () => {
      selected.push(root.querySelector<HTMLTextAreaElement>('textarea[readonly]')?.value);
      return true;
    });
    await openMenu();
    view.getByRole('button', { name: 'Copy transcript' }).click();
    await waitFor(() => expect(view.getByText('Copied')).toBeTruthy());
    expect(selected).toMatchObject([expect.stringContaining('Thank you')]);
  });

  it('forgets after a while what came of copying', async () => {
    refuseClipboard();
    Reflect.set(document, 'execCommand', () => false);
    const { point, button, view, clock } = await renderLog();
    point('Thank you');
    (await button('Copy message: Thank you')).click();
    await view.findByText("Your browser doesn't allow copying here.");
    await waitFor(() => {
      clock.advanceNow(5_000);
      expect(view.queryByText("Your browser doesn't allow copying here.")).toBeNull();
    });
  });

  it('is there while the focus is in its message, and stays beside the one that the pointer has', async () => {
    const { agentSays, point, button, view, root, field } = await openChat();
    await agentSays('See [our prices](https://example.com/prices)');
    const link = await view.findByRole('link', { name: 'our prices' });
    expect(view.queryByRole('button', { name: /^Copy/ })).toBeNull();
    link.focus();
    const copy = await button(/^Copy message: See/);
    copy.focus();
    await agentSays('Anything else?');
    point('Anything else?');
    await button('Copy message: Anything else?');
    expect(root.activeElement).toBe(copy);
    field.focus();
    await waitFor(() => expect(view.queryByRole('button', { name: /^Copy message: See/ })).toBeNull());
  });

  it('leaves a message when the pointer leaves the log, and stays after a tap', async () => {
    const { log, point, button, view } = await renderLog();
    const leave = (pointerType: string) => log.dispatchEvent(new PointerEvent('pointerleave', { pointerType }));
    point('Thank you');
    await button('Copy message: Thank you');
    leave('touch');
    await new Promise((done) => setTimeout(done));
    await button('Copy message: Thank you');
    leave('mouse');
    await waitFor(() => expect(view.queryByRole('button', { name: /^Copy/ })).toBeNull());
  });

  // A message in the log is announced as a whole, with everything in it.
  it('is not a part of a message that nobody points at', async () => {
    const { agentSays, layer } = await renderChat();
    await agentSays('Hello');
    await agentSays('How are you?');
    expect(layer.querySelector('.copy')).toBeNull();
  });

  it('is removed together with the log', async () => {
    const { point, button, chat, root } = await renderLog();
    point('Thank you');
    await button('Copy message: Thank you');
    chat.forget();
    await waitFor(() => expect(root.querySelector('.copy')).toBeNull());
  });
});
