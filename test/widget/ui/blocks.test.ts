import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../src/core/conversation/message.ts';
import { chunkMessages } from '../../../src/widget/ui/blocks.ts';

const message = (id: number, text = ''): ChatMessage => ({ id: `${id}`, from: 'agent', text, at: id });
const messages = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => message(from + index));
const draw = () =>
  chunkMessages((rows, isLatest) => ({ ids: rows.map((row) => Number(row.message.id)), isLatest, rows }));

describe('the blocks of a conversation', () => {
  it('hold all messages in their order, some tens each', () => {
    const blocks = draw()(messages(0, 510));
    expect(blocks.flatMap(({ ids }) => ids)).toEqual(Array.from({ length: 510 }, (_, index) => index));
    expect(Math.max(...blocks.map(({ ids }) => ids.length))).toBe(20);
    expect(blocks.findIndex(({ isLatest }) => isLatest)).toBe(blocks.length - 1);
  });

  it('are none where nothing was said', () => {
    const blocksOf = draw();
    expect(blocksOf([])).toEqual([]);
    blocksOf(messages(0, 30));
    expect(blocksOf([])).toEqual([]);
  });

  it('stay the very same but for the last one when a message comes', () => {
    const blocksOf = draw();
    const said = messages(0, 70);
    const before = blocksOf(said);
    const after = blocksOf([...said, message(70)]);
    expect(after.map((block, index) => block === before[index])).toEqual([true, true, true, false]);
  });

  it('stay the very same when the first ones go, but for the one that opens the conversation then', () => {
    const blocksOf = draw();
    const said = messages(0, 70);
    const before = blocksOf(said);
    const after = blocksOf(said.slice(20));
    expect(after.map((block, index) => block === before[index + 1])).toEqual([false, true, true]);
    expect(after[0]?.ids[0]).toBe(20);
    expect(after[0]?.rows[0]?.opensDay).toBe(true);
  });

  it('are drawn anew with a message that changes in them, or beside them', () => {
    const blocksOf = draw();
    const said = messages(0, 70);
    const before = blocksOf(said);
    const after = blocksOf(said.map((one, index) => (index === 20 ? message(20, 'changed') : one)));
    expect(after.map((block, index) => block === before[index])).toEqual([false, false, true, true]);
  });

  it('keep their first messages when others are moved between them', () => {
    const blocksOf = draw();
    const said = messages(0, 70);
    blocksOf(said);
    const moved = [...said.slice(0, 25), ...said.slice(62), ...said.slice(25, 62)];
    const after = blocksOf(moved);
    expect(after.flatMap(({ ids }) => ids)).toEqual(moved.map(({ id }) => Number(id)));
    expect(after.map(({ ids }) => ids[0])).toEqual([0, 20, 32, 40, 60]);
  });
});
