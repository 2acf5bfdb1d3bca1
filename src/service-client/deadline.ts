export type Deadline = {
  /** Aborts when the time is up or the caller gives up. */
  signal: AbortSignal;
  /** Why it ended; undefined while it runs. */
  ended(): 'timeout' | 'aborted' | undefined;
  /** Settles like `work`, or rejects at the end: also when `work` takes no notice of the signal. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Stops the timer and lets go of the caller's signal. */
  stop(): void;
};

/** One time limit for a whole exchange, body included, joined with the caller's signal. */
export function startDeadline(timeoutMs: number, callers: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let ending: 'timeout' | 'aborted' | undefined;
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => {}); // nobody may be racing when the end comes
  const end = (why: 'timeout' | 'aborted') => {
    if (ending !== undefined) return;
    ending = why;
    const reason = new DOMException(why === 'timeout' ? `no answer within ${timeoutMs} ms` : 'aborted', 'AbortError');
    controller.abort(reason);
    reject(reason);
  };
  const abort = () => end('aborted');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  if (callers?.aborted) abort();
  callers?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    ended: () => ending,
    race: (work) => Promise.race([work, over]),
    stop() {
      clearTimeout(timer);
      callers?.removeEventListener('abort', abort);
    },
  };
}
