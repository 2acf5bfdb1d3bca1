import { signal } from '@preact/signals';

const pollMs = 500;

/** The data that the widget has stored in this browser. */
export const stored = signal<readonly { key: string; value: string }[]>([]);

/** Polls the storages, because a page gets no event for its own changes. */
export function pollStorage(): void {
  const entries = [...readStorage(localStorage), ...readStorage(sessionStorage)];
  if (JSON.stringify(entries) !== JSON.stringify(stored.value)) stored.value = entries;
  setTimeout(pollStorage, pollMs);
}

function readStorage(storage: Storage): { key: string; value: string }[] {
  return Object.keys(storage)
    .filter((key) => key.startsWith('leadchat'))
    .map((key) => ({ key, value: storage.getItem(key) ?? '' }));
}
