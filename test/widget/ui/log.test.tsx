// @vitest-environment happy-dom
import { within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '../../../src/core/conversation/message.ts';
import { groupMessages } from '../../../src/widget/ui/log/timeline.ts';
import { fakeChat, showPanel } from './support/fake-chat.ts';

const shown: ReturnType<typeof showPanel>[] = [];

function show(...parameters: Parameters<typeof showPanel>) {
  const one = showPanel(...parameters);
  shown.push(one);
  return { ...one, log: within(one.layer).getByRole('log') };
}

afterEach(() => {
  for (const { panel, root } of shown.splice(0)) {
    panel.dispose();
    root.host.remove();
  }
});

const noon = new Date(2026, 10, 20, 12).getTime();
const message = (id: string, from: 'visitor' | 'agent', at: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  from,
  at,
  text: id,
  ...more,
});

describe('the timeline', () => {
  it('opens a day with its first message and groups what one person said in one go', () => {
    const minute = 60_000;
    const rows = groupMessages([
      message('a', 'agent', noon),
      message('b', 'agent', noon + minute),
      message('c', 'agent', noon + 10 * minute),
      message('d', 'visitor', noon + 11 * minute),
      message('e', 'visitor', noon + 24 * 60 * minute),
    ]);
    expect(rows.filter((row) => row.opensDay).map((row) => row.message.id)).toEqual(['a', 'e']);
    expect(rows.filter((row) => row.closesGroup).map((row) => row.message.id)).toEqual(['b', 'c', 'd', 'e']);
  });

  it('keeps agents of different names apart', () => {
    const rows = groupMessages([
      message('a', 'agent', noon, { author: { name: 'Mia' } }),
      message('b', 'agent', noon, { author: { name: 'Joe' } }),
    ]);
    expect(rows.map((row) => row.closesGroup)).toEqual([true, true]);
  });
});

describe('the log', () => {
  it('says how far the visitor’s own messages are', () => {
    const { chat, says } = fakeChat();
    const { log } = show(chat);
    says('visitor', 'first', { delivery: 'not-delivered' });
    says('visitor', 'second', { delivery: 'queued' });
    within(log).getByRole('button', { name: 'Try again' }).click();
    expect(chat.retry).toHaveBeenCalledWith('0');
    expect(within(log).getByText('Waiting for a connection')).toBeTruthy();
  });

  it('shows that an answer is awaited', () => {
    const { chat, state } = fakeChat();
    const { log } = show(chat);
    state.awaitingAnswer.value = true;
    expect(within(log).getByText('Waiting for a reply')).toBeTruthy();
  });

  it('formats what agents say, and leaves the visitor’s words as typed', async () => {
    const { chat, says } = fakeChat();
    const { log } = show(chat);
    says('visitor', '**mine**');
    says('agent', 'See **this** [page](https://example.com/a)');
    await vi.waitFor(() => expect(within(log).getByRole('link', { name: 'page' })).toBeTruthy());
    const link = within(log).getByRole('link', { name: 'page' });
    expect(link.getAttribute('href')).toBe('https://example.com/a');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(within(log).getByText('**mine**')).toBeTruthy();
  });

  it('shows a formatted text once it can be formatted, so that it is read out once', async () => {
    const { chat, says } = fakeChat();
    const { log } = show(chat);
    const shown: string[] = [];
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) shown.push(node.textContent ?? '');
    });
    observer.observe(log, { childList: true, subtree: true });
    says('agent', 'plain');
    says('agent', 'a **bold** one');
    says('agent', 'and one behind it');
    await vi.waitFor(() => expect(within(log).getByText('and one behind it')).toBeTruthy());
    expect(shown.filter((text) => text.includes('bold'))).toHaveLength(1);
    expect(shown.filter((text) => text.includes('plain'))).toHaveLength(1);
    expect([...log.querySelectorAll('.bubble')].map(({ textContent }) => textContent)).toEqual([
      'plain',
      'a bold one',
      'and one behind it',
    ]);
    observer.disconnect();
  });

  it('draws a message anew only when it changes', () => {
    const { chat, says } = fakeChat();
    const { log } = show(chat);
    for (let index = 0; index < 50; index += 1) says('agent', `message ${index}`, { at: noon + index * 600_000 });
    const rows = [...log.querySelectorAll('.row')];
    const changes = vi.fn();
    const observer = new MutationObserver(changes);
    observer.observe(rows[10] ?? log, { childList: true, subtree: true, characterData: true, attributes: true });
    says('agent', 'one more', { at: noon + 50 * 600_000 });
    expect(observer.takeRecords()).toEqual([]);
    expect([...log.querySelectorAll('.row')].slice(0, 50)).toEqual(rows);
    observer.disconnect();
  });

  it('reads out what is new alone when a full conversation loses its oldest messages', () => {
    const { chat, says, state } = fakeChat();
    const { log } = show(chat);
    for (let index = 0; index < 50; index += 1) says('agent', `message ${index}`);
    const observer = new MutationObserver(vi.fn());
    observer.observe(log, { childList: true, subtree: true });
    state.messages.value = state.messages.value.slice(20);
    says('visitor', 'new');
    const texts = [...log.querySelectorAll('.bubble')].map(({ textContent }) => textContent);
    expect(texts).toEqual(state.messages.value.map(({ text }) => text));
    const added = observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent));
    expect(added.filter((text) => text?.includes('message'))).toEqual([]);
    observer.disconnect();
  });

  it('falls back to initials where a picture does not load or is no https one', () => {
    const { chat, says } = fakeChat();
    const { log } = show(chat);
    says('agent', 'a', { author: { name: 'Mia Jones', avatarUrl: 'http://example.com/a.png' } });
    expect(log.querySelector('img')).toBeNull();
    says('agent', 'b', { author: { name: 'Ada Byron', avatarUrl: 'https://example.com/a.png' } });
    const picture = log.querySelector('img');
    expect(picture?.referrerPolicy).toBe('no-referrer');
    picture?.dispatchEvent(new Event('error'));
    expect(log.querySelector('img')).toBeNull();
    expect([...log.querySelectorAll('.avatar')].map((avatar) => avatar.textContent)).toEqual(['MJ', 'AB']);
  });
});
