import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/conversation/message.ts';
import { createTranscript } from '../../../src/core/conversation/transcript.ts';

function message(id: string, from: 'visitor' | 'agent' = 'agent'): ChatMessage {
  return { id, from, text: id, at: id.charCodeAt(0) };
}

function transcript(known: string) {
  const created = createTranscript();
  created.replace([...known].map((id) => message(id, id === id.toUpperCase() ? 'visitor' : 'agent')));
  created.startReplay();
  const receive = (ids: string) => [...ids].map((id) => created.receive(message(id)));
  const ids = () => created.messages.map(({ id }) => id).join('');
  return { ...created, receive, ids };
}

describe('a transcript', () => {
  it('G8: recognizes known messages of a replay', () => {
    const { receive, ids } = transcript('abc');
    expect(receive('abcd')).toEqual(['known', 'known', 'known', 'latest']);
    expect(ids()).toBe('abcd');
  });

  it.each([
    ['before all that is known', 'cd', 'abcd', 'abcd'],
    ['between what is known', 'ad', 'abcd', 'abcd'],
    ['in several places', 'bdf', 'abcdefg', 'abcdefg'],
    ['around the visitor’s own messages, which are not replayed', 'aVbW', 'axbc', 'aVxbWc'],
  ])('fills gaps %s by the replayed history', (_, known, replayed, expected) => {
    const { receive, ids } = transcript(known);
    receive(replayed);
    expect(ids()).toBe(expected);
  });

  it('does not move a new message when the history is replayed twice', () => {
    const { receive, ids } = transcript('abc');
    receive('abcd');
    receive('abcd');
    expect(ids()).toBe('abcd');
  });

  it('does not move new messages when an old one is repeated on a new socket', () => {
    const { receive, ids, startReplay } = transcript('abc');
    receive('abcd');
    startReplay();
    receive('ca');
    expect(ids()).toBe('abcd');
  });

  it('keeps 500 messages, and removes the oldest twenty at a time', () => {
    const created = createTranscript();
    const lengths = new Set<number>();
    const firsts = new Set<string | undefined>();
    for (let count = 0; count < 600; count++) {
      created.receive(message(`m${count}`));
      if (count >= 499) lengths.add(created.messages.length);
      firsts.add(created.messages[0]?.id);
    }
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([481, 500]);
    expect([...firsts]).toEqual(['m0', 'm20', 'm40', 'm60', 'm80', 'm100']);
    expect(created.messages.at(-1)?.id).toBe('m599');
  });
});
