import { hash } from 'node:crypto';
import { denied, type Limiter, type LimiterFactory } from './limiter.ts';

/** Keys that one limit remembers, about. Beyond that it forgets keys that have not been used for long. */
const maxKeys = 50_000;

/** A limiter that can learn what others have counted. */
export type MemoryLimiter = Limiter & { set(key: string, count: number, remainingMs: number): void };

/**
 * Limits that are counted in this process, without a database, in windows that begin with a key's first event. Without
 * timers, which cannot be longer than 24.8 days, and by a clock that nobody sets.
 */
export function createMemoryLimiters(capacity = maxKeys): (...limit: Parameters<LimiterFactory>) => MemoryLimiter {
  return (_name, { points, seconds }) => {
    const { find, open, counts, endsAt } = createWindows(capacity);
    return {
      async take(key) {
        const now = performance.now();
        const digest = digestOf(key);
        const slot = find(digest, now) ?? open(digest, now, now + seconds * 1000);
        const count = counts[slot] ?? 0;
        if (count >= points) return denied((endsAt[slot] ?? now) - now);
        counts[slot] = count + 1;
        return { allowed: true };
      },
      async reward(key) {
        const slot = find(digestOf(key), performance.now());
        if (slot !== undefined) counts[slot] = Math.max(0, (counts[slot] ?? 0) - 1);
      },
      set(key, count, remainingMs) {
        const now = performance.now();
        const digest = digestOf(key);
        const slot = find(digest, now) ?? open(digest, now, now + remainingMs);
        counts[slot] = Math.max(0, count);
        endsAt[slot] = now + remainingMs;
      },
    };
  };
}

type Digest = { place: number; high: number; low: number };

/** Slots that share a place in the arrays: a key goes into one of them, and replaces the least recently used. */
const groupSize = 16;

/**
 * The running windows by the hash of their key, in arrays of a fixed size. As objects in a Map they took five times the
 * memory, and the garbage collector, which visits each of them again and again, a third of the CPU of a lead.
 */
function createWindows(capacity: number) {
  const slotsOfGroup = Math.min(groupSize, capacity);
  const groupCount = Math.ceil(capacity / slotsOfGroup);
  const slotCount = groupCount * slotsOfGroup;
  const high = new Uint32Array(slotCount);
  const low = new Uint32Array(slotCount);
  const counts = new Uint32Array(slotCount);
  /** 0: the slot has never been used. */
  const endsAt = new Float64Array(slotCount);
  const usedAt = new Float64Array(slotCount);
  let uses = 0;

  return {
    counts,
    endsAt,
    /** The slot of a key's window; undefined if there is none, or it has ended. */
    find(digest: Digest, now: number): number | undefined {
      const first = (digest.place % groupCount) * slotsOfGroup;
      for (let slot = first; slot < first + slotsOfGroup; slot++) {
        if (high[slot] !== digest.high || low[slot] !== digest.low || !((endsAt[slot] ?? 0) > now)) continue;
        usedAt[slot] = ++uses;
        return slot;
      }
      return undefined;
    },
    /** Begins a window with count 0, in place of one that has ended or, without such, the least recently used. */
    open(digest: Digest, now: number, end: number): number {
      const first = (digest.place % groupCount) * slotsOfGroup;
      let oldest = first;
      let oldestUse = Number.POSITIVE_INFINITY;
      for (let slot = first; slot < first + slotsOfGroup; slot++) {
        const use = (endsAt[slot] ?? 0) > now ? (usedAt[slot] ?? 0) : 0;
        if (use >= oldestUse) continue;
        oldest = slot;
        oldestUse = use;
      }
      high[oldest] = digest.high;
      low[oldest] = digest.low;
      counts[oldest] = 0;
      endsAt[oldest] = end;
      usedAt[oldest] = ++uses;
      return oldest;
    },
  };
}

/** 96 bits of a hash: two keys with the same are not to be expected, nor to be found. */
function digestOf(key: string): Digest {
  const hex = hash('sha256', key);
  const wordAt = (index: number) => Number.parseInt(hex.slice(index, index + 8), 16);
  return { place: wordAt(0), high: wordAt(8), low: wordAt(16) };
}
