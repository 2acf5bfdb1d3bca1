/** The limit of leadchat's median: `max` itself, or `max` times the median of the chat written by hand. */
export type Goal = { measurement: string; max: number; isRatio: boolean };

export const measurements = {
  scripting: 'page load until the bubble is visible: scripting ms',
  blocking: 'page load until the bubble is visible: blocking ms',
  heap: 'page load until the bubble is visible: heap kB',
  opening: 'click to usable panel: ms',
  openingTask: 'loading and opening the panel: longest task over 50 ms',
  roundTrip: 'sent to answer visible: ms',
  thousand: '1,000 messages: ms',
  next: 'the next message: main thread ms',
  flood: 'flood of 10,000 frames: ms',
  floodTask: 'flood of 10,000 frames: longest task over 50 ms',
} as const;

export const goals: readonly Goal[] = [
  { measurement: measurements.scripting, max: 1.5, isRatio: true },
  { measurement: measurements.opening, max: 60, isRatio: false },
  { measurement: measurements.openingTask, max: 50, isRatio: false },
  { measurement: measurements.thousand, max: 1.2, isRatio: true },
  { measurement: measurements.next, max: 1.2, isRatio: true },
];
