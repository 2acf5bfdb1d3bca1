import { expect, it } from 'vitest';
import { createFrameReader } from '../../../src/core/effects/frame-reader.ts';
import { manualClock } from '../../support/manual-clock.ts';

const message = (id: number) => JSON.stringify({ type: 'message', id: `m${id}`, content: `text ${id}` });
const session = JSON.stringify({ type: 'session', id: 's', session_id: 'webchat-session.of-this-test' });
const unknown = JSON.stringify({ type: 'typing', id: 't' });

/** A reader, and what it has reported: frames that were read together are joined by a space. */
function createReader({ onBatch = () => {}, clock = manualClock() } = {}) {
  const reported: string[] = [];
  const reader = createFrameReader({
    clock,
    onFrames(frames) {
      reported.push(frames.map(({ type, id }) => (type === 'message' ? id : type)).join(' '));
      onBatch();
    },
    onUnknown: () => reported.push('unknown'),
    onDropped: (text) => reported.push(text),
  });
  const readMessages = (count: number) => {
    for (let id = 0; id < count; id++) reader.read(message(id));
  };
  return { clock, reader, reported, readMessages };
}

it('reads single frames at once, and those of a burst together, in their order', () => {
  const { clock, reported, readMessages } = createReader();
  readMessages(8);
  expect(reported).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
  clock.advanceNow(16);
  expect(reported.slice(5)).toEqual(['m5 m6 m7']);
  clock.advanceNow(200);
  readMessages(1);
  expect(reported.slice(6)).toEqual(['m0']);
});

it('makes a flood of 10,000 frames a few dozen changes: 2,000 frames are read, and none twice', () => {
  const { clock, reported, readMessages } = createReader();
  readMessages(10_000);
  clock.advanceNow(60_000);
  const dropped = reported.filter((text) => text.includes('is dropped'));
  const batches = reported.filter((text) => text.startsWith('m'));
  expect(dropped).toHaveLength(1);
  expect(batches.flatMap((text) => text.split(' '))).toEqual(Array.from({ length: 2000 }, (_, id) => `m${id}`));
  expect(batches.length).toBeLessThan(30);
});

it('gives other tasks their turn while a long burst is read', () => {
  const clock = manualClock();
  let busyMs = 0;
  const { reported, readMessages } = createReader({
    clock: { ...clock, now: () => clock.now() + busyMs },
    // Each batch takes the page 15 ms.
    onBatch: () => {
      busyMs += 15;
    },
  });
  readMessages(605);
  const before = reported.length;
  clock.advanceNow(16);
  expect(reported.length - before).toBe(2);
  clock.advanceNow(1_000);
  expect(reported.length - before).toBe(6);
});

// Cause: a turn that another task had delayed looked like the end of the burst, so the next turns ran within it.
it('gives other tasks their turn also after one of them was long', () => {
  const clock = manualClock();
  let busyMs = 0;
  const { reported, readMessages } = createReader({
    clock: { ...clock, now: () => clock.now() + busyMs },
    onBatch: () => {
      busyMs += 25;
    },
  });
  readMessages(905);
  const before = reported.length;
  busyMs += 400;
  clock.advanceNow(16);
  expect(reported.length - before).toBe(1);
  clock.advanceNow(1_000);
  expect(reported.length - before).toBe(9);
});

// Cause: a batch was taken away from the frames that wait before it was read.
it('reads all that waits when one of the frames asks for it', () => {
  const { clock, reader, reported, readMessages } = createReader({
    onBatch() {
      if (reported.at(-1) !== 'session') return;
      reader.flush();
      reported.push('sent');
    },
  });
  readMessages(5);
  for (const data of [message(5), session, message(6), unknown, message(7)]) reader.read(data);
  clock.advanceNow(1_000);
  expect(reported.slice(5)).toEqual(['m5', 'session', 'm6', 'unknown', 'm7', 'sent']);
  expect(clock.pending).toBe(0);
});

it('reports a session frame alone, and what follows it afterwards', () => {
  const { clock, reader, reported, readMessages } = createReader();
  readMessages(5);
  for (const data of [message(5), session, message(6), unknown, '{', message(7)]) reader.read(data);
  clock.advanceNow(16);
  expect(reported.slice(5)).toEqual([
    'm5',
    'session',
    'm6',
    'unknown',
    'the service sent a frame that cannot be read: not-json',
    'm7',
  ]);
});

it('drops what waits when the socket is closed, also by what one of its frames has caused', () => {
  const { clock, reader, reported, readMessages } = createReader({
    onBatch: () => reported.at(-1) === 'session' && reader.clear(),
  });
  readMessages(5);
  for (const data of [session, message(5), message(6)]) reader.read(data);
  clock.advanceNow(1_000);
  expect(reported.slice(5)).toEqual(['session']);
  expect(clock.pending).toBe(0);
});
