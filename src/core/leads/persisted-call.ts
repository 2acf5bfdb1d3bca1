import * as z from 'zod/mini';
import type { CallReference } from '../conversation/conversation-state.ts';
import { type StorageArea, writeStored } from '../conversation/json-storage.ts';

export type PersistedCallDeps = {
  key: string;
  /** Undefined: nothing is stored. */
  storage: StorageArea | undefined;
  /** Whether the visitor allows storing. */
  isPersistent: boolean;
};

const storedCall = z.object({ id: z.string(), token: z.nullable(z.string()) });

/** Stores the call-back that is under way, so that it survives a reload. Blocked or full storage stores nothing. */
export function createPersistedCall({ key, storage, ...deps }: PersistedCallDeps) {
  let isPersistent = deps.isPersistent;
  let current: CallReference | null = null;

  /** If it fails, the next page does not follow the call, but the call is still placed. */
  function write(): void {
    writeStored(storage, key, isPersistent && current !== null ? current : undefined);
  }

  return {
    load(): CallReference | null {
      if (!isPersistent) return null;
      try {
        return parseStoredCall(storage?.getItem(key));
      } catch {
        return null;
      }
    },
    /** Null: no call is under way any more. */
    save(call: CallReference | null): void {
      current = call;
      write();
    },
    setPersistent(next: boolean): void {
      isPersistent = next;
      write();
    },
  };
}

/** Earlier builds stored the id alone. */
function parseStoredCall(text: string | null | undefined): CallReference | null {
  if (!text) return null;
  if (!text.startsWith('{')) return { id: text, token: null };
  return storedCall.safeParse(JSON.parse(text)).data ?? null;
}
