/**
 * The part of @preact/signals-core that the widget uses, in half of its size. The build of the script puts it in the
 * place of `@preact/signals-core`; in the package, in tests and types, it is the library itself.
 * test/build/small-signals.test.ts runs random graphs on both, and compares.
 *
 * Where the library counts versions, this one remembers what was seen. So an effect whose sources have all come back to
 * what it saw is not run again; the library promises that for batches only.
 */
type Source = {
  /** What there is now, brought up to date; every failure is another object. */
  now(): unknown;
  watch(observer: Observer): void;
  unwatch(observer: Observer): void;
};

type Observer = {
  /** The sources of the last run in the order of their use, and what they were. */
  seen: Map<Source, unknown>;
  /** Only then its sources hold it: an effect until its end, a computed while it is watched itself. */
  isWatching: boolean;
  isRunning: boolean;
  /** It was told that a source may be another, and has not looked yet. */
  isTold: boolean;
  tell(): void;
};

/** Who runs now, and comes to depend on what is read. */
let reader: Observer | undefined;
let depth = 0;
let rounds = 0;
/** The effects to look at when the batch ends. */
let queue: (() => void)[] = [];

export function signal<T>(value: T) {
  const now = () => value;
  const watchers = new Set<Observer>();
  return createFace(watchers, now, now, undefined, (next) => {
    if (next === value) return;
    if (rounds > 100) throw circle();
    value = next;
    batch(() => tellAll(watchers));
  });
}

/** What is computed holds as long as its sources are what they were; while it is watched, they tell when to look. */
export function computed<T>(compute: () => T) {
  let get: (() => T) | undefined;
  let outcome: unknown;
  const watchers = new Set<Observer>();
  const self = createObserver(false, () => tellAll(watchers));
  const now = () => {
    // In a circle this is another each time, so that the next run finds the circle.
    if (self.isRunning) return {};
    const isDue = self.isTold || !self.isWatching;
    self.isTold = false;
    self.isRunning = true;
    if (get === undefined || (isDue && isStale(self))) {
      try {
        const value = evaluate(self, compute);
        outcome = value;
        get = () => value;
      } catch (error) {
        outcome = get = () => {
          throw error;
        };
      }
    }
    self.isRunning = false;
    return outcome;
  };
  return createFace(watchers, now, () => get?.(), self);
}

/** Runs at once, and again whenever what it has read is another. What it returns is called before that, and at its end. */
export function effect(run: () => unknown): () => void {
  let cleanup: unknown;
  let isOver = false;
  const self = createObserver(true, () => queue.unshift(look));
  const look = () => {
    self.isTold = false;
    if (!isOver && isStale(self)) start();
  };
  const start = () =>
    batch(() => {
      self.isRunning = true;
      try {
        clean();
        if (!isOver) cleanup = evaluate(self, run);
      } finally {
        self.isRunning = false;
        if (isOver) end();
      }
    });
  const clean = () => {
    const last = cleanup;
    cleanup = undefined;
    if (typeof last === 'function') batch(() => untracked(() => last()));
  };
  const end = () => {
    isOver = true;
    if (self.isRunning) return;
    leave(self);
    clean();
  };
  try {
    start();
  } catch (error) {
    end();
    throw error;
  }
  return end;
}

export function batch<T>(run: () => T): T {
  depth++;
  try {
    return run();
  } finally {
    endBatch();
  }
}

export function untracked<T>(run: () => T): T {
  return readAs(undefined, run);
}

function createFace<T>(
  watchers: Set<Observer>,
  now: () => unknown,
  get: () => T,
  own?: Observer,
  set?: (next: T) => void,
) {
  const source: Source = {
    now,
    watch(observer) {
      if (own && !own.isWatching) {
        own.isWatching = own.isTold = true;
        for (const one of own.seen.keys()) one.watch(own);
      }
      watchers.add(observer);
    },
    unwatch(observer) {
      if (watchers.delete(observer) && own && watchers.size === 0) leave(own);
    },
  };
  const read = () => {
    if (own?.isRunning) throw circle();
    const by = reader?.seen.has(source) ? undefined : reader;
    if (by?.isWatching) source.watch(by);
    const current = now();
    by?.seen.set(source, current);
    return get();
  };
  return {
    get value() {
      return read();
    },
    set value(next) {
      set?.(next);
    },
    peek: () => untracked(read),
    subscribe: (listen: (value: T) => void) =>
      effect(() => {
        const value = read();
        untracked(() => listen(value));
      }),
  };
}

function createObserver(isWatching: boolean, tell: () => void): Observer {
  return { seen: new Map(), isWatching, isRunning: false, isTold: false, tell };
}

function tellAll(watchers: Set<Observer>): void {
  // The queue is filled from its end: who watches longest comes first.
  for (const watcher of [...watchers].reverse()) {
    if (!watcher.isTold) {
      watcher.isTold = true;
      watcher.tell();
    }
  }
}

function isStale({ seen }: Observer): boolean {
  return [...seen].some(([source, was]) => source.now() !== was);
}

function circle(): Error {
  return new Error('Cycle detected');
}

/** Runs with the reader's sources taken down anew, and leaves those that it no longer reads. */
function evaluate<T>(observer: Observer, run: () => T): T {
  const before = observer.seen;
  observer.seen = new Map();
  try {
    return readAs(observer, run);
  } finally {
    for (const source of before.keys()) {
      if (!observer.isWatching || !observer.seen.has(source)) source.unwatch(observer);
    }
  }
}

function leave(observer: Observer): void {
  observer.isWatching = false;
  for (const source of observer.seen.keys()) source.unwatch(observer);
}

function readAs<T>(next: Observer | undefined, run: () => T): T {
  const last = reader;
  reader = next;
  try {
    return run();
  } finally {
    reader = last;
  }
}

function endBatch(): void {
  let failure: { error: unknown } | undefined;
  while (depth === 1 && queue.length > 0) {
    rounds++;
    const round = queue;
    queue = [];
    for (const look of round) {
      try {
        look();
      } catch (error) {
        failure ??= { error };
      }
    }
  }
  if (--depth === 0) rounds = 0;
  if (failure) throw failure.error;
}
