import type { Clock } from '../../clock.ts';
import { parseServerFrame, type ServerFrame } from '../../protocol/service/frames.ts';
import { createThrottle } from './throttle.ts';

export type FrameReaderDeps = {
  clock: Clock;
  /** Receives frames that were read together, in their order. A session frame comes alone: it may begin another conversation. */
  onFrames(frames: readonly ServerFrame[]): void;
  /** Called for a frame of an unknown type. It only shows that the service is alive. */
  onUnknown(): void;
  /** Called at most once a second. */
  onDropped(message: string): void;
};

const maxFramesPerSecond = 50;
/** A resumed conversation may replay its whole history at once. */
const maxBurst = 2000;
const reportGapMs = 1_000;
/** How often the frames of a burst are read. The screen shows no more steps than that. */
const turnMs = 16;
/** After this time, the rest waits for the next turn, and other tasks of the page have theirs. */
const maxTurnMs = 20;
/** Fewer than the transcript keeps: the page hears of each message. */
const maxBatch = 100;

/**
 * Reads the service's frames. Invalid frames, and those of a flood, are dropped and reported. The first frames of a burst are read
 * when they come, the others together: each batch is one change of the state, which is written and shown once.
 */
export function createFrameReader({ clock, onFrames, onUnknown, onDropped }: FrameReaderDeps) {
  const isWithinLimit = createRateLimiter(clock.now);
  const turns = createThrottle(clock, turnMs, takeTurn);
  let waiting: unknown[] = [];
  let batch: ServerFrame[] = [];
  let reportedAt = Number.NEGATIVE_INFINITY;

  function drop(message: string): void {
    if (clock.now() - reportedAt < reportGapMs) return;
    reportedAt = clock.now();
    onDropped(message);
  }

  function takeTurn(): void {
    const startedAt = clock.now();
    do readBatch();
    while (waiting.length > 0 && clock.now() - startedAt < maxTurnMs);
    if (waiting.length > 0) turns.schedule();
  }

  function readBatch(): void {
    // One by one: what a frame has caused may read the rest, or drop it.
    for (let left = maxBatch; left > 0 && waiting.length > 0; left--) parse(waiting.shift());
    finishBatch();
  }

  function parse(data: unknown): void {
    const result = parseServerFrame(data);
    if (result.ok && result.frame.type !== 'session') {
      batch.push(result.frame);
      return;
    }
    finishBatch();
    if (result.ok) onFrames([result.frame]);
    else if (result.problem === 'unknown-type') onUnknown();
    else drop(`the service sent a frame that cannot be read: ${result.problem}`);
  }

  function finishBatch(): void {
    const frames = batch;
    batch = [];
    if (frames.length > 0) onFrames(frames);
  }

  return {
    read(data: unknown): void {
      if (!isWithinLimit()) {
        drop(`the service sends more than ${maxFramesPerSecond} frames a second; the rest is dropped`);
        return;
      }
      waiting.push(data);
      turns.schedule();
    },
    /** Reads the frames that wait, at once. */
    flush(): void {
      turns.cancel();
      while (waiting.length > 0) readBatch();
    },
    /** Drops the frames that wait. */
    clear(): void {
      turns.cancel();
      waiting = [];
      batch = [];
    },
  };
}

/** A token bucket. */
function createRateLimiter(now: () => number): () => boolean {
  let tokens = maxBurst;
  let filledAt = now();
  return () => {
    const time = now();
    tokens = Math.min(maxBurst, tokens + (Math.max(0, time - filledAt) / 1000) * maxFramesPerSecond);
    filledAt = time;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
