import type { Clock } from '../../clock.ts';

/** Resolves like the promise, or with `late` if it takes longer. */
export async function withTimeout<Value, Late>(
  promise: Promise<Value>,
  { clock, timeoutMs, late }: { clock: Clock; timeoutMs: number; late: Late },
): Promise<Value | Late> {
  let cancel = () => {};
  const timeout = new Promise<Late>((resolve) => {
    cancel = clock.after(timeoutMs, () => resolve(late));
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    cancel();
  }
}
