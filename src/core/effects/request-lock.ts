/** The part of a LockManager that is used. */
export type Locks = {
  request(
    name: string,
    options: { signal: AbortSignal } | { steal: boolean },
    onGranted: () => Promise<void> | undefined,
  ): Promise<unknown>;
};

export type LockRequest = {
  name: string;
  /** Takes the lock from the tab that holds it. */
  steal?: boolean;
  onGranted(): void;
  /** The lock was stolen from this tab, or locks are forbidden here, for example in a sandboxed frame. */
  onLost?(error: unknown): void;
};

/** Waits for a lock, and holds it from then on. Returns the function that ends the wait and releases the lock. */
export function requestLock(locks: Locks, { name, steal = false, onGranted, onLost }: LockRequest): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let release = () => {};
  const request = locks.request(name, steal ? { steal } : { signal }, () => {
    if (signal.aborted) return undefined;
    // Before the call, which may end what it has begun.
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    onGranted();
    return held;
  });
  request.catch((error: unknown) => signal.aborted || onLost?.(error));
  return () => {
    controller.abort();
    release();
  };
}
