import { deepChat } from '../peers/deep-chat.ts';
import { atMost, below, type Goal, type Table } from '../report.ts';
import type { Column, Samples } from '../samples.ts';
import type { Subject } from './subject.ts';
import { blank, handWritten, leadchat } from './subjects.ts';

/** The columns of the tables, by what scenarios.ts measures. */
export const measurements = {
  scripting: { name: 'scripting', unit: 'ms' },
  blocking: { name: 'blocking', unit: 'ms' },
  heap: { name: 'heap', unit: 'kB' },
  opening: { name: 'click → usable', unit: 'ms' },
  openingTask: { name: 'longest task while opening', unit: 'ms' },
  roundTrip: { name: 'sent → answer', unit: 'ms' },
  thousand: { name: '1,000 messages', unit: 'ms' },
  next: { name: 'the next message', unit: 'ms' },
  flood: { name: '10,000 frames at once', unit: 'ms' },
  floodTask: { name: 'longest task of 10,000 frames', unit: 'ms' },
  floodWait: { name: 'other tasks wait, at full speed', unit: 'ms' },
} as const satisfies Record<string, Column>;

const { scripting, blocking, heap } = measurements;
const { opening, openingTask, roundTrip, thousand, next, flood, floodTask, floodWait } = measurements;

export function pageTables(samples: Samples, notes: readonly string[] = []): Table[] {
  return [
    samples.toTable(
      'Until the bubble appears',
      [scripting, blocking, heap],
      ['Blocking is what tasks take over 50 ms each. Heap after garbage collection, with that of the page.'],
    ),
    samples.toTable(
      'Chat',
      [opening, openingTask, roundTrip, thousand, next],
      [
        'The longest task is 0 if none took more than 50 ms. The next message, after 1,000: time of the main thread, with its answer.',
        ...notes,
      ],
    ),
    samples.toTable('Flood', [flood, floodTask, floodWait]),
  ];
}

/** How leadchat compares with the floor and the best peer of the same run. */
export function pageGoals(samples: Samples, peers: readonly Subject[]): Goal[] {
  const ours = ({ name }: Column) => samples.median(leadchat.name, name) ?? Number.NaN;
  const relativeTo = ({ name }: Subject, column: Column) =>
    ours(column) / (samples.median(name, column.name) ?? Number.NaN);
  const ratio = (column: Column) => relativeTo(handWritten, column);
  const best = ({ name }: Column) =>
    Math.min(...peers.map((peer) => samples.median(peer.name, name) ?? Number.POSITIVE_INFINITY));
  const heapGrowth = ours(heap) - (samples.median(blank.name, heap.name) ?? Number.NaN);
  return [
    atMost(2, 'bubble: scripting, relative to the floor', ratio(scripting), '×'),
    atMost(0, 'bubble: blocking', ours(blocking), 'ms'),
    atMost(150, 'bubble: heap over a blank page', heapGrowth, 'kB'),
    atMost(60, 'click → usable', ours(opening), 'ms'),
    atMost(1.2, '1,000 messages, relative to the floor', ratio(thousand), '×'),
    below(1, '1,000 messages, relative to deep-chat', relativeTo(deepChat, thousand), '×'),
    atMost(1.1, 'the next message, relative to the floor', ratio(next), '×'),
    atMost(1.2, 'sent → answer, relative to the floor', ratio(roundTrip), '×'),
    below(1, 'sent → answer, relative to deep-chat', relativeTo(deepChat, roundTrip), '×'),
    below(1, 'sent → answer, relative to the fastest peer', ours(roundTrip) / best(roundTrip), '×'),
    atMost(200, 'other tasks wait for 10,000 frames', ours(floodWait), 'ms'),
  ];
}
