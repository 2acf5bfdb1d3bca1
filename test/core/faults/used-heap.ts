import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Heap bytes in use after garbage collection. */
export function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

export function collectGarbage(): void {
  if (typeof collect !== 'function') throw new Error('the engine does not let us collect garbage');
  collect();
}
