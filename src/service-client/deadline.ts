export type Deadline = {
  /** Aborts at the time limit or with the caller's signal. */
  signal: AbortSignal;
  /** Why it ended; undefined while it runs. */
  ended(): 'timeout' | 'aborted' | undefined;
  /** Settles like `work`, or rejects at the deadline even if `work` ignores the signal. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Stops the timer and unsubscribes from the caller's signal. */
  stop(): void;
};

/** Combines a time limit for a whole request, response body included, with the caller's signal. */
export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let ended: 'timeout' | 'aborted' | undefined;
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  deadline.catch(() => {}); // It may reject while no call of `race` waits.
  const end = (reason: 'timeout' | 'aborted') => {
    if (ended !== undefined) return;
    ended = reason;
    const message = reason === 'timeout' ? `no response within ${timeoutMs} ms` : 'aborted';
    const error = new DOMException(message, 'AbortError');
    controller.abort(error);
    reject(error);
  };
  const abort = () => end('aborted');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  if (callerSignal?.aborted) abort();
  callerSignal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    ended: () => ended,
    race: (work) => Promise.race([work, deadline]),
    stop() {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', abort);
    },
  };
}
