import type * as z from 'zod/mini';

/** The methods of `Storage` that the chat uses. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reads a stored value. Undefined if there is none, if the storage is blocked, or if the schema rejects the value. */
export function readStored<Schema extends z.ZodMiniType>(
  storage: Pick<Storage, 'getItem'> | undefined,
  key: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(storage?.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes the key. Returns false when the storage is blocked or full. */
export function writeStored(storage: StorageArea | undefined, key: string, value: unknown): boolean {
  try {
    if (value === undefined) storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
