/*
 * The time by which data expires. A clock that is ahead is followed a day later only: what a wrong one deletes does not come back
 * when it is put right. One that is set back is followed at once.
 *
 *   as the clock ── the clock is ahead of the time that has passed ──▶ waiting, by the time that passes
 *    ▲  ▲                                                               │  │
 *    │  └────────────── the clock is right again ───────────────────────┘  │
 *    └───────────────── a day has passed ──────────────────────────────────┘
 */

const hour = 3_600_000;
const day = 24 * hour;
/** A proxy that was stopped for less deletes at once what has expired meanwhile. */
const usualStopMs = 30 * day;

export type RetentionTime = {
  at: number;
  /** What the clock said then. */
  seenAt: number;
  /** For how long it has been ahead, while a proxy was running. */
  waitedMs: number;
};

/** `passedMs`: since this proxy looked last. Absent after its start. */
export type RetentionLook = { now: number; passedMs?: number | undefined };

export function retentionTime(before: RetentionTime | undefined, { now, passedMs }: RetentionLook): RetentionTime {
  const asTheClock = { at: now, seenAt: now, waitedMs: 0 };
  if (before === undefined) return asTheClock;
  const isWaiting = before.at < before.seenAt;
  // At a start nobody knows what has passed, but whether the clock was ahead.
  const usualMs = passedMs === undefined ? (isWaiting ? 0 : usualStopMs) : passedMs;
  if (now - before.at <= usualMs + hour) return asTheClock;
  // Another proxy may have looked since. Whole milliseconds, as they are stored: `passedMs` is measured more finely.
  const passed = Math.round(Math.min(passedMs ?? 0, Math.max(0, now - before.seenAt)));
  const waitedMs = before.waitedMs + passed;
  return waitedMs >= day ? asTheClock : { at: before.at + passed, seenAt: now, waitedMs };
}
