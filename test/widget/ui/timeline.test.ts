import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/state/message.ts';
import { createMarkdownCheck, groupMessages } from '../../../src/widget/ui/log/timeline.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
const minute = 60_000;

function message(id: string, from: 'visitor' | 'agent', at: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return { id, from, at, text: id, ...more };
}

it('opens a day with its first message, and groups what one person said in a row', () => {
  const timeline = groupMessages([
    message('a', 'agent', noon),
    message('b', 'agent', noon + minute),
    message('c', 'agent', noon + 10 * minute),
    message('d', 'visitor', noon + 11 * minute),
    message('e', 'visitor', noon + 24 * 60 * minute),
  ]);
  expect(timeline.filter(({ opensDay }) => opensDay).map(({ message: { id } }) => id)).toEqual(['a', 'e']);
  expect(timeline.filter(({ closesGroup }) => closesGroup).map(({ message: { id } }) => id)).toEqual([
    'b',
    'c',
    'd',
    'e',
  ]);
});

it('keeps agents of different names apart', () => {
  const timeline = groupMessages([
    message('a', 'agent', noon, { author: { name: 'Mia' } }),
    message('b', 'agent', noon, { author: { name: 'Joe' } }),
  ]);
  expect(timeline.map(({ closesGroup }) => closesGroup)).toEqual([true, true]);
});

it('knows the messages before the first mounted one, which may be of the same day', () => {
  const messages = Array.from({ length: 21 }, (_, index) => message(String(index), 'agent', noon));
  const opening = (start: number) =>
    groupMessages(messages, start)
      .filter(({ opensDay }) => opensDay)
      .map(({ message: { id } }) => id);
  expect(opening(0)).toEqual(['0']);
  expect(opening(20)).toEqual([]);
  const mounted = groupMessages(messages, 18);
  expect(mounted.map(({ message: { id } }) => id)).toEqual(['18', '19', '20']);
  expect(mounted.filter(({ closesGroup }) => closesGroup).map(({ message: { id } }) => id)).toEqual(['20']);
  expect(mounted.filter(({ isNewest }) => isNewest).map(({ message: { id } }) => id)).toEqual(['19', '20']);
});

it('looks for Markdown in each message once', () => {
  let readCount = 0;
  const plain: ChatMessage = {
    ...message('a', 'agent', noon),
    get text() {
      readCount += 1;
      return 'plain';
    },
  };
  const messages = signal<readonly ChatMessage[]>([plain]);
  const check = createMarkdownCheck(messages);
  expect(check.value).toBe(false);
  messages.value = [plain, message('b', 'agent', noon)];
  expect(check.value).toBe(false);
  expect(readCount).toBe(1);
  messages.value = [message('c', 'agent', noon, { text: '*bold*' }), plain];
  expect(check.value).toBe(true);
});
