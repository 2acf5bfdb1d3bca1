import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/state/message.ts';
import {
  appendMessage,
  type Receipt,
  receiptOf,
  replayKnown,
  replayUnknown,
  startReplay,
} from '../../../src/core/state/transcript.ts';

function message(id: string, from: 'visitor' | 'agent' = 'agent'): ChatMessage {
  return { id, from, text: id, at: id.charCodeAt(0) };
}

/** The known messages, of which those in upper case are the visitor's, and what each socket then replays. */
function replay(known: string, ...sockets: string[]): { ids: string; receipts: Receipt[] } {
  let messages: readonly ChatMessage[] = [...known].map((id) =>
    message(id, id === id.toUpperCase() ? 'visitor' : 'agent'),
  );
  const receipts: Receipt[] = [];
  for (const replayed of sockets) {
    let current = startReplay(messages);
    for (const id of replayed) {
      const receipt = receiptOf(messages, current, id);
      receipts.push(receipt);
      if (receipt === 'known') ({ messages, replay: current } = replayKnown(messages, current, id));
      else messages = appendMessage(messages, message(id));
      if (receipt === 'gap') current = replayUnknown(current, id);
    }
  }
  return { ids: messages.map(({ id }) => id).join(''), receipts };
}

describe('a transcript', () => {
  it('G8: recognizes known messages of a replay', () => {
    expect(replay('abc', 'abcd')).toEqual({ ids: 'abcd', receipts: ['known', 'known', 'known', 'latest'] });
  });

  it.each([
    ['fills gaps before all that is known', 'cd', ['abcd'], 'abcd'],
    ['fills gaps between what is known', 'ad', ['abcd'], 'abcd'],
    ['fills gaps in several places', 'bdf', ['abcdefg'], 'abcdefg'],
    ['fills gaps around the visitor’s own messages, which are not replayed', 'aVbW', ['axbc'], 'aVxbWc'],
    ['does not move a new message when the history is replayed twice', 'abc', ['abcdabcd'], 'abcd'],
    ['does not move new messages when an old one is repeated on a new socket', 'abc', ['abcd', 'ca'], 'abcd'],
  ])('%s', (_, known, sockets, ids) => {
    expect(replay(known, ...sockets).ids).toBe(ids);
  });

  it('keeps 500 messages, and removes the oldest twenty at a time', () => {
    let messages: readonly ChatMessage[] = [];
    const lengths = new Set<number>();
    const firsts = new Set<string | undefined>();
    for (let count = 0; count < 600; count++) {
      messages = appendMessage(messages, message(`m${count}`));
      if (count >= 499) lengths.add(messages.length);
      firsts.add(messages[0]?.id);
    }
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([481, 500]);
    expect([...firsts]).toEqual(['m0', 'm20', 'm40', 'm60', 'm80', 'm100']);
    expect(messages.at(-1)?.id).toBe('m599');
  });
});
