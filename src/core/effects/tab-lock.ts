import { attempt } from '../../options/index.ts';
import { type Locks, requestLock } from './request-lock.ts';

/** The part of a BroadcastChannel that is used. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  onmessage: ((event: MessageEvent) => void) | null;
};

export type TabLockOptions = {
  /** Tabs with the same name belong together. */
  name: string;
  /** Null if the browser has none. Each tab then works alone. */
  locks: Locks | null;
  openChannel: ((name: string) => Channel) | null;
};

export type TabLockEvents = {
  /** This tab is the leader from now on. */
  onBecomeLeader(): void;
  /** Another tab is the leader from now on. */
  onBecomeFollower(): void;
  onMessage(data: unknown): void;
};

/** The tabs of one conversation. One of them is the leader, and all receive each other's messages. */
export function createTabLock({ name, locks, openChannel }: TabLockOptions, events: TabLockEvents) {
  let channel: Channel | undefined;
  /** Ends the lock request, whether it waits or holds the lock. */
  let cancelRequest: (() => void) | undefined;

  function request(steal: boolean): void {
    cancelRequest?.();
    cancelRequest = locks === null ? () => {} : requestLock(locks, { name, steal, onGranted, onLost });
  }

  function onGranted(): void {
    events.onBecomeLeader();
  }

  function onLost(error: unknown): void {
    const wasStolen = error instanceof DOMException && error.name === 'AbortError';
    if (wasStolen) {
      events.onBecomeFollower();
      request(false);
      return;
    }
    // Locks are forbidden here. Each tab then works alone.
    events.onBecomeLeader();
  }

  return {
    join(): void {
      if (cancelRequest !== undefined) return;
      channel = attempt(() => openChannel?.(name));
      if (channel === undefined || locks === null) {
        cancelRequest = () => {};
        events.onBecomeLeader();
        return;
      }
      channel.onmessage = ({ data }) => events.onMessage(data);
      request(false);
    },
    /** Leaves the other tabs; one of them becomes the leader. join() comes back. */
    leave(): void {
      cancelRequest?.();
      cancelRequest = undefined;
      channel?.close();
      channel = undefined;
    },
    /** Posts a message to the other tabs, which get it even if this tab has not joined them. */
    post(data: unknown): void {
      const current = channel ?? attempt(() => openChannel?.(name));
      current?.postMessage(data);
      if (current !== channel) current?.close();
    },
    /** Replaces a leader that does not respond: the browser has frozen it while it holds the lock. */
    steal: () => request(true),
  };
}
