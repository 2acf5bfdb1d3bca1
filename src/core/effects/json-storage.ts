import type * as z from 'zod/mini';
import { attempt, succeeds } from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';

/** The methods of `Storage` that the chat uses. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The version of everything that is stored. A build that changes the meaning of a field increases it. */
const version = 1;

/** Stored values begin with their version, so that it can be read without parsing the rest. */
const versionPattern = /^\{"version":(\d+)/;

/** Reads a stored value. Undefined if there is none, if the storage is blocked, or if another version has stored it. */
export function readStored<Schema extends z.ZodMiniType>(
  storage: Pick<Storage, 'getItem'> | undefined,
  key: string,
  schema: Schema,
): z.output<Schema> | undefined {
  return attempt(() => {
    const text = storage?.getItem(key) ?? 'null';
    return isOfThisVersion(text) ? schema.safeParse(JSON.parse(text)).data : undefined;
  });
}

/** Whether the value was stored by another version, which alone can read it. It is left alone. */
export function isForeign(storage: Pick<Storage, 'getItem'> | undefined, key: string): boolean {
  return attempt(() => !isOfThisVersion(storage?.getItem(key) ?? '')) ?? false;
}

/** Stores a value. Returns false when the storage is blocked or full. */
export function writeStored(storage: Pick<Storage, 'setItem'> | undefined, key: string, value: object): boolean {
  return succeeds(() => storage?.setItem(key, toJson({ version, ...value })));
}

export function removeStored(storage: Pick<Storage, 'removeItem'> | undefined, key: string): void {
  // If it is blocked, nothing is stored either.
  attempt(() => storage?.removeItem(key));
}

/** What names no version is read as this one: a session id is enough to resume a conversation. */
function isOfThisVersion(text: string): boolean {
  const stored = versionPattern.exec(text)?.[1];
  return stored === undefined || Number(stored) === version;
}
