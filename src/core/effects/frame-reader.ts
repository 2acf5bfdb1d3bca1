import { parseServerFrame, type ServerFrame } from '../../protocol/index.ts';

export type FrameReaderDeps = {
  now: () => number;
  onFrame(frame: ServerFrame): void;
  /** Called for a frame of an unknown type. It only shows that the service is alive. */
  onUnknown(): void;
  /** Called at most once a second. */
  onDropped(message: string): void;
};

const maxFramesPerSecond = 50;
/** A resumed conversation may replay its whole history at once. */
const maxBurst = 2000;
const reportGapMs = 1_000;

/** Reads the service's frames. Invalid frames, and those of a flood, are dropped and reported. */
export function createFrameReader({ now, onFrame, onUnknown, onDropped }: FrameReaderDeps): (data: unknown) => void {
  const isWithinLimit = createRateLimiter(now);
  let reportedAt = Number.NEGATIVE_INFINITY;

  function drop(message: string): void {
    if (now() - reportedAt < reportGapMs) return;
    reportedAt = now();
    onDropped(message);
  }

  return (data) => {
    if (!isWithinLimit()) {
      drop(`the service sends more than ${maxFramesPerSecond} frames a second; the rest is dropped`);
      return;
    }
    const result = parseServerFrame(data);
    if (result.ok) onFrame(result.frame);
    else if (result.problem === 'unknown-type') onUnknown();
    else drop(`the service sent a frame that cannot be read: ${result.problem}`);
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
