import { parseServerFrame, type ServerFrame } from '../../protocol/index.ts';
import { createRateLimiter } from './rate-limiter.ts';

export type FrameReaderDeps = {
  now: () => number;
  onFrame(frame: ServerFrame): void;
  /** A frame of a type that we do not know: nothing to read, but a sign of life. */
  onUnknown(): void;
  onDropped(message: string): void;
};

/** Reads what the service sends (6). What cannot be read, and what is too much, is dropped and told of once a second. */
export function createFrameReader({ now, onFrame, onUnknown, onDropped }: FrameReaderDeps): (data: unknown) => void {
  const passes = createRateLimiter(now);
  let toldAt = Number.NEGATIVE_INFINITY;

  function drop(message: string): void {
    if (now() - toldAt < 1_000) return;
    toldAt = now();
    onDropped(message);
  }

  return (data) => {
    if (!passes()) {
      drop('more than 50 frames a second came from the service; the rest is dropped');
      return;
    }
    const reading = parseServerFrame(data);
    if (reading.ok) onFrame(reading.frame);
    else if (reading.problem === 'unknown-type') onUnknown();
    else drop(`a frame of the service cannot be read: ${reading.problem}`);
  };
}
