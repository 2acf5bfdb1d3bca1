import type { StorageArea } from '../../../src/core/conversation/session-store.ts';

/** A storage in memory, which tests can block or fill up. */
export type MemoryArea = StorageArea & {
  entries: Map<string, string>;
  writes: number;
  capacity: number;
  blocked: boolean;
};

export function memoryArea(entries: Record<string, string> = {}): MemoryArea {
  const area: MemoryArea = {
    entries: new Map(Object.entries(entries)),
    writes: 0,
    capacity: Number.POSITIVE_INFINITY,
    blocked: false,
    getItem(key) {
      refuseWhen(area.blocked, 'SecurityError');
      return area.entries.get(key) ?? null;
    },
    setItem(key, value) {
      refuseWhen(area.blocked, 'SecurityError');
      refuseWhen(value.length > area.capacity, 'QuotaExceededError');
      area.writes++;
      area.entries.set(key, value);
    },
    removeItem(key) {
      refuseWhen(area.blocked, 'SecurityError');
      area.entries.delete(key);
    },
  };
  return area;
}

function refuseWhen(refused: boolean, name: string): void {
  if (refused) throw new DOMException('refused by the test', name);
}
