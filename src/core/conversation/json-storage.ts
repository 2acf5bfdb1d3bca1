import type * as z from 'zod/mini';

/** The methods that the chat uses of the browser's storages. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A stored value. Undefined when there is none, when the storage is blocked, and when the schema refuses the value. */
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
