import { StoreError } from './store-error.ts';

export type CapacityLimits = {
  /** Leads that may wait for delivery. More are refused and stay in the browser. @default 100000 */
  maxWaiting?: number;
  /** Free space on the disk below which leads are refused. @default 200 MB */
  minFreeBytes?: number;
};

export type DiskSpace = { freeBytes: number; minFreeBytes: number };

/** The disk of the database. */
export type Disk = {
  freeBytes(): number;
  /** Whether the file system refuses every write, as after an error of the disk. */
  isReadOnly(): boolean;
  /** Whether the file is no longer where it was opened: what is written to it is lost with this process. */
  isGone(): boolean;
};

export type CapacityDeps = {
  now(): number;
  countWaiting(): Promise<number>;
  /** Absent if the database is on another machine. */
  disk?: Disk;
};

/** How long a measurement is reused, because counting the rows for every lead would cost more than storing it. */
const cacheMs = 1_000;
/** After this time the next lead measures again, but does not wait for it. */
const refreshMs = 500;
const retryAfterMs = 60_000;

export type CapacityGuard = ReturnType<typeof createCapacityGuard>;

/** Decides whether the store may accept leads. Intake, `/readyz`, metrics, doctor and dashboard ask the same guard. */
export function createCapacityGuard(limits: CapacityLimits, deps: CapacityDeps) {
  const { maxWaiting = 100_000, minFreeBytes = 200_000_000 } = limits;
  const space = () => deps.disk && { freeBytes: deps.disk.freeBytes(), minFreeBytes };
  const findShortage = async (): Promise<StoreError | undefined> => {
    if (deps.disk?.isGone()) return gone();
    if (deps.disk?.isReadOnly()) return readOnly();
    const found = space();
    if (found !== undefined && found.freeBytes < minFreeBytes) return diskFull(found);
    return (await deps.countWaiting()) >= maxWaiting ? backlogFull(maxWaiting) : undefined;
  };
  let measuredAt = Number.NEGATIVE_INFINITY;
  let shortage: StoreError | undefined;
  let measuring: Promise<void> | undefined;
  const measure = async () => {
    shortage = await findShortage();
    measuredAt = deps.now();
  };
  const refresh = () => {
    measuring ??= measure().finally(() => {
      measuring = undefined;
    });
    return measuring;
  };
  return {
    /** Rejects if the store should accept no more leads. The error names the reason. */
    async ensure(): Promise<void> {
      // The clock may have been set back meanwhile.
      const ageMs = Math.abs(deps.now() - measuredAt);
      if (ageMs >= cacheMs) await refresh();
      // If the database cannot be read, storing the lead fails too.
      else if (ageMs >= refreshMs) refresh().catch(() => {});
      if (shortage !== undefined) throw shortage;
    },
    /** Undefined without a disk to look at. */
    space,
  };
}

function gone(): StoreError {
  const message = '[store] the database file was removed or replaced while it was in use: restart the proxy.';
  return new StoreError({ code: 'unavailable', message, retryAfterMs });
}

function readOnly(): StoreError {
  const message = '[store] the disk of the database is read-only.';
  return new StoreError({ code: 'unavailable', message, retryAfterMs });
}

function diskFull({ freeBytes, minFreeBytes }: DiskSpace): StoreError {
  const message = `[store] ${inMegabytes(freeBytes)} are free on the disk of the database; leads are accepted from ${inMegabytes(minFreeBytes)} on.`;
  return new StoreError({ code: 'disk-full', message, retryAfterMs });
}

function backlogFull(maxWaiting: number): StoreError {
  const message = `[store] ${maxWaiting} leads wait for delivery; no more are accepted until some are delivered.`;
  return new StoreError({ code: 'backlog-full', message, retryAfterMs });
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}
