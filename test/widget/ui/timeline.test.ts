import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/state/message.ts';
import { chunkMessages, createMarkdownCheck, groupMessages } from '../../../src/widget/ui/log/timeline.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
const minute = 60_000;

function message(id: string, from: 'visitor' | 'agent', at: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return { id, from, at, text: id, ...more };
}

function group(messages: readonly ChatMessage[]) {
  return chunkMessages(messages).flatMap(groupMessages);
}

it('opens a day with its first message, and groups what one person said in a row', () => {
  const timeline = group([
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
  const timeline = group([
    message('a', 'agent', noon, { author: { name: 'Mia' } }),
    message('b', 'agent', noon, { author: { name: 'Joe' } }),
  ]);
  expect(timeline.map(({ closesGroup }) => closesGroup)).toEqual([true, true]);
});

it('groups messages across the border of two chunks', () => {
  const messages = Array.from({ length: 21 }, (_, index) => message(String(index), 'agent', noon));
  const timeline = group(messages);
  expect(timeline.filter(({ opensDay }) => opensDay).map(({ message: { id } }) => id)).toEqual(['0']);
  expect(timeline.filter(({ closesGroup }) => closesGroup).map(({ message: { id } }) => id)).toEqual(['20']);
  expect(timeline.filter(({ isNewest }) => isNewest).map(({ message: { id } }) => id)).toEqual(['19', '20']);
});

it('keeps the chunks that a new message does not change', () => {
  const messages = Array.from({ length: 70 }, (_, index) => message(String(index), 'agent', noon));
  const chunks = chunkMessages(messages);
  expect(chunks.map(({ messages, isRecent }) => [messages.length, isRecent])).toEqual([
    [20, false],
    [20, false],
    [20, true],
    [10, true],
  ]);
  const added = chunkMessages([...messages, message('70', 'visitor', noon)], chunks);
  expect(added.map((chunk, index) => chunk === chunks[index])).toEqual([true, true, true, false]);
  // The transcript removes as many of the oldest messages as a chunk has.
  const removed = chunkMessages(messages.slice(20), chunks);
  expect(removed.map((chunk, index) => chunk === chunks[index + 1])).toEqual([false, true, true]);
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
