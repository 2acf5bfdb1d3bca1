import { expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/conversation/message.ts';
import { groupMessages } from '../../../src/widget/ui/log/timeline.ts';

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
