import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Bytes in use after everything that can go is gone. */
export function usedHeap(): number {
  if (typeof collect !== 'function') throw new Error('the engine does not let us collect garbage');
  collect();
  return process.memoryUsage().heapUsed;
}
