import type { Clock } from '../../clock.ts';

/** How long the service may be silent after a message. */
const unansweredMs = 20_000;
/** While an answer is due, a silent socket is checked after this time, then each time after twice as long. */
const firstCheckMs = 60_000;
/** A socket that was silent for this long is checked when the visitor or the network comes back. */
const staleMs = 20_000;

const tickMs = 10_000;
/** A timer that is this late shows that the machine slept. Browsers may run timers of hidden pages once a minute only. */
const lateMs = 30_000;
const hiddenLateMs = 90_000;

export type LivenessDeps = {
  clock: Clock;
  isVisible(): boolean;
  isAnswerDue(): boolean;
  /** Called when the socket may be dead, although it looks open. */
  onSuspect(): void;
};

export type Liveness = ReturnType<typeof createLiveness>;

/**
 * Watches an open socket. A network can drop a connection without notice to either end, and the service answers no ping, so
 * silence is the only sign.
 */
export function createLiveness({ clock, isVisible, isAnswerDue, onSuspect }: LivenessDeps) {
  let lastFrameAt = clock.now();
  let isUnanswered = false;
  let checkMs = firstCheckMs;
  let checkAt = 0;
  /** When the timer of the check ends. */
  let timerEndsAt = Number.POSITIVE_INFINITY;
  let cancelCheck = () => {};
  let cancelTick = () => {};

  /** A later check needs no other timer: each frame postpones it, and there may be many. */
  function checkAfter(ms: number): void {
    checkAt = clock.now() + ms;
    if (checkAt < timerEndsAt) startTimer();
  }

  function startTimer(): void {
    cancelCheck();
    timerEndsAt = checkAt;
    cancelCheck = clock.after(checkAt - clock.now(), () => {
      timerEndsAt = Number.POSITIVE_INFINITY;
      if (clock.now() < checkAt) startTimer();
      else check();
    });
  }

  function check(): void {
    // After an unanswered message one check is enough: whatever socket comes of it is watched anew.
    if (!isUnanswered) {
      if (!isAnswerDue()) return;
      checkMs *= 2;
    }
    onSuspect();
  }

  function tick(since: number): void {
    cancelTick = clock.after(tickMs, () => {
      const delayMs = clock.now() - since - tickMs;
      tick(clock.now());
      if (delayMs >= (isVisible() ? lateMs : hiddenLateMs)) onSuspect();
    });
  }

  function stop(): void {
    cancelCheck();
    timerEndsAt = Number.POSITIVE_INFINITY;
    cancelTick();
  }

  return {
    /** Watches a new socket. Returns the function that stops watching it. */
    start(): () => void {
      stop();
      lastFrameAt = clock.now();
      isUnanswered = false;
      tick(lastFrameAt);
      if (isAnswerDue()) checkAfter(checkMs);
      return stop;
    },
    sent(): void {
      checkMs = firstCheckMs;
      if (isUnanswered) return;
      isUnanswered = true;
      checkAfter(unansweredMs);
    },
    received(): void {
      lastFrameAt = clock.now();
      isUnanswered = false;
      checkAfter(checkMs);
    },
    isStale(): boolean {
      return clock.now() - lastFrameAt >= staleMs;
    },
  };
}
