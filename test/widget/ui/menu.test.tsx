// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { renderChat } from '../support/render-panel.ts';

// e2e/chat/menu.spec.ts and the engine journeys close the popover as browsers do: with Escape, and by a click elsewhere.
describe('the menu', () => {
  it('offers the actions of a visitor, and asks for confirmation before it deletes', async () => {
    const { agentSays, chat, openMenu, view } = await renderChat();
    await agentSays('Hello');
    await openMenu();
    expect(view.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('true');
    expect(view.getByRole('button', { name: 'Download transcript' })).toBeTruthy();
    view.getByRole('button', { name: 'Delete my data' }).click();
    // A screen reader hears the question with the button that has the focus.
    expect(await view.findByRole('group', { name: /^Delete/ })).toBeTruthy();
    (await view.findByRole('button', { name: 'Delete' })).click();
    expect(await view.findByText('Everything stored in this browser has been deleted.')).toBeTruthy();
    expect(chat.state.phase.value).toBe('ended');
    expect(view.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
  });

  it('deletes nothing when the visitor cancels', async () => {
    const { chat, openMenu, view } = await renderChat();
    await openMenu();
    view.getByRole('button', { name: 'Delete my data' }).click();
    (await view.findByRole('button', { name: 'Cancel' })).click();
    await waitFor(() => expect(view.queryByRole('button', { name: 'Cancel' })).toBeNull());
    expect(chat.state.phase.value).toBe('chatting');
  });

  it('closes with the panel', async () => {
    const { isOpen, openMenu, view } = await renderChat();
    await openMenu();
    isOpen.value = false;
    await waitFor(() => expect(view.queryByRole('button', { name: 'New conversation' })).toBeNull());
  });

  it('moves the focus to the first field when the visitor has chosen an action', async () => {
    const { field, openMenu, root, view } = await renderChat();
    await openMenu();
    view.getByRole('button', { name: 'Delete my data' }).click();
    (await view.findByRole('button', { name: 'Cancel' })).click();
    await waitFor(() => expect(root.activeElement).toBe(field));
  });
});

describe('the sound', () => {
  const contexts: { close: ReturnType<typeof vi.fn>; toneCount: number }[] = [];

  beforeEach(() => {
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        toneCount = 0;
        close = vi.fn(async () => {});
        constructor() {
          contexts.push(this);
        }
        createGain() {
          const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
          return { gain, connect() {} };
        }
        createOscillator() {
          this.toneCount += 1;
          return { frequency: { value: 0 }, connect: (node: unknown) => node, start() {}, stop() {} };
        }
      },
    );
  });
  afterEach(() => {
    contexts.length = 0;
    vi.unstubAllGlobals();
  });

  async function renderWithSound() {
    const rendered = await renderChat();
    await rendered.openMenu();
    const toggle = rendered.view.getByRole('checkbox', { name: 'Sound' });
    toggle.click();
    expect(contexts).toHaveLength(1);
    return { ...rendered, toggle };
  }

  /** Effects run after the next frame, so the sound subscribes to the chat only then. */
  function expectTones(count: number, says: () => Promise<void>) {
    return waitFor(async () => {
      await says();
      expect(contexts[0]?.toneCount).toBeGreaterThanOrEqual(count);
    });
  }

  it('plays for messages of agents', async () => {
    const { agentSays } = await renderWithSound();
    await expectTones(2, () => agentSays('Hello'));
  });

  it('closes its audio context when it is switched off', async () => {
    const { toggle } = await renderWithSound();
    toggle.click();
    expect(contexts[0]?.close).toHaveBeenCalledOnce();
    toggle.click();
    expect(contexts).toHaveLength(2);
    expect(contexts[1]?.close).not.toHaveBeenCalled();
  });

  // Changed options create a new chat. The sound used to stay subscribed to the first one.
  it('plays for a new chat that replaces the first one', async () => {
    const second = await renderChat();
    const first = await renderWithSound();
    first.shownChat.value = second.chat;
    await expectTones(2, () => second.agentSays('Hello'));
    expect(contexts).toHaveLength(1);
  });
});
