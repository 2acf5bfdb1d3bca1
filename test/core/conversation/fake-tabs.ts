import type { Locks } from '../../../src/core/effects/request-lock.ts';
import type { Channel } from '../../../src/core/effects/tab-lock.ts';

type Holder = { page: object; end(error?: DOMException): void };
type Request = { page: object; grant(): void };
type Lock = { holder: Holder | undefined; queue: Request[] };

/** One browser's lock manager: first come, first served. */
export class FakeLocks {
  #locks = new Map<string, Lock>();

  /** The locks as one page sees them. */
  of(page: object): Locks {
    return {
      request: (name, options, hold) => {
        const lock = this.#locks.get(name) ?? { holder: undefined, queue: [] };
        this.#locks.set(name, lock);
        return new Promise((resolve, reject) => {
          const request = { page, grant: () => grant(lock, page, hold, resolve, reject) };
          if ('steal' in options) {
            lock.queue.unshift(request);
            if (lock.holder === undefined) next(lock);
            else lock.holder.end(new DOMException('stolen', 'AbortError'));
            return;
          }
          lock.queue.push(request);
          options.signal.addEventListener('abort', () => {
            if (!lock.queue.includes(request)) return;
            lock.queue = lock.queue.filter((queued) => queued !== request);
            reject(new DOMException('aborted', 'AbortError'));
          });
          next(lock);
        });
      },
    };
  }

  /** The page is gone: its locks are free, and its requests are forgotten. */
  release(page: object): void {
    for (const lock of this.#locks.values()) {
      lock.queue = lock.queue.filter((request) => request.page !== page);
      if (lock.holder?.page === page) lock.holder.end();
    }
  }
}

function grant(
  lock: Lock,
  page: object,
  hold: () => Promise<void> | undefined,
  resolve: (value: unknown) => void,
  reject: (error: DOMException) => void,
): void {
  const holder: Holder = {
    page,
    end(error) {
      if (lock.holder !== holder) return;
      lock.holder = undefined;
      if (error === undefined) resolve(undefined);
      else reject(error);
      next(lock);
    },
  };
  lock.holder = holder;
  const held = hold();
  if (held === undefined) holder.end();
  else void held.then(() => holder.end());
}

function next(lock: Lock): void {
  queueMicrotask(() => {
    if (lock.holder === undefined) lock.queue.shift()?.grant();
  });
}

/** One browser's broadcast channels. They clone data, like the browser's. */
export class FakeChannels {
  #open = new Set<Channel & { page: object; name: string }>();

  of(page: object): (name: string) => Channel {
    return (name) => {
      const channel: Channel & { page: object; name: string } = {
        page,
        name,
        onmessage: null,
        postMessage: (data) => {
          if (!this.#open.has(channel)) return;
          const copy: unknown = structuredClone(data);
          for (const other of this.#open) {
            if (other === channel || other.name !== name) continue;
            queueMicrotask(() => {
              if (this.#open.has(other)) other.onmessage?.(new MessageEvent('message', { data: copy }));
            });
          }
        },
        close: () => {
          this.#open.delete(channel);
        },
      };
      this.#open.add(channel);
      return channel;
    };
  }

  /** From now on no message reaches the page. Returns the function that ends this. */
  freeze(page: object): () => void {
    const frozen = [...this.#open].filter((channel) => channel.page === page);
    const listeners = frozen.map(({ onmessage }) => onmessage);
    for (const channel of frozen) channel.onmessage = null;
    return () => {
      for (const [index, channel] of frozen.entries()) channel.onmessage = listeners[index] ?? null;
    };
  }

  release(page: object): void {
    for (const channel of this.#open) if (channel.page === page) channel.close();
  }

  get size(): number {
    return this.#open.size;
  }
}
