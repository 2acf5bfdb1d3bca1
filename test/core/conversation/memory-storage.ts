import type { StorageArea } from '../../../src/core/effects/json-storage.ts';

/** A storage in memory, which tests can block or fill up. */
export type MemoryStorage = StorageArea & {
  entries: Map<string, string>;
  writes: number;
  removals: number;
  capacity: number;
  blocked: boolean;
};

export function memoryStorage(entries: Record<string, string> = {}): MemoryStorage {
  const storage: MemoryStorage = {
    entries: new Map(Object.entries(entries)),
    writes: 0,
    removals: 0,
    capacity: Number.POSITIVE_INFINITY,
    blocked: false,
    getItem(key) {
      refuseWhen(storage.blocked, 'SecurityError');
      return storage.entries.get(key) ?? null;
    },
    setItem(key, value) {
      refuseWhen(storage.blocked, 'SecurityError');
      refuseWhen(value.length > storage.capacity, 'QuotaExceededError');
      storage.writes++;
      storage.entries.set(key, value);
    },
    removeItem(key) {
      refuseWhen(storage.blocked, 'SecurityError');
      storage.removals++;
      storage.entries.delete(key);
    },
  };
  return storage;
}

function refuseWhen(refused: boolean, name: string): void {
  if (refused) throw new DOMException('refused by the test', name);
}
