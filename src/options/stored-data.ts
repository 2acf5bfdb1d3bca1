import { attempt, succeeds } from './attempt.ts';
import { deletionKey, leadsKey, outboxSuffix, resumablePrefix, storedNames } from './storage-keys.ts';

/** The launcher, which has no schema, passes any values. One that is no name of a storage means the default. */
type StorageOptions = { readonly consent?: unknown; readonly storage?: unknown };

/** Returns the storage that the options allow; null without the visitor's consent, or if the browser blocks it. */
export function getStorage({ consent = 'granted', storage }: StorageOptions): Storage | null {
  if (consent !== 'granted' || storage === 'none') return null;
  return areaOf(storage === 'session' ? 'sessionStorage' : 'localStorage');
}

/** A stored text; null without one, and if the browser blocks the storage. */
export function readText(area: Pick<Storage, 'getItem'> | null, key: string): string | null {
  return attempt(() => area?.getItem(key)) ?? null;
}

/** A stored value of any kind; null without one, and if it is corrupt. */
export function readJson(area: Pick<Storage, 'getItem'> | null, key: string): unknown {
  return attempt(() => JSON.parse(readText(area, key) ?? 'null')) ?? null;
}

/** Stores a text. Returns false if it is not stored, because the storage is full or blocked: then it holds on this page. */
export function storeText(area: Pick<Storage, 'setItem'> | null, key: string, text: string): boolean {
  return area !== null && succeeds(() => area.setItem(key, text));
}

/**
 * Whether an earlier page has stored a conversation, a lead or a call, or messages that it could not send: these are in the tab's
 * storage, whatever the options name. Writes nothing.
 */
export function hasResumable(options: StorageOptions): boolean {
  const storage = getStorage(options);
  if (!storage) return false;
  return keysOf(storage).some((key) => key.startsWith(resumablePrefix) && !isTypedText(key)) || hasUnsent();
}

/** Whether an earlier page has stored leads that could not be sent. */
export function hasQueuedLeads(): boolean {
  return areas().some((area) => keysOf(area).includes(leadsKey));
}

/** Why it is deleted. `denied`: queued leads stay, because the chats send them from memory, and delete them. `reset`: for the next person. */
export type Deletion = 'denied' | 'forgotten' | 'reset';

/**
 * Identifies a deletion, because widgets hear of it in two ways: from the browser, and from the chats of their conversation. `at`, in
 * milliseconds since the epoch: what was stored later is of the next person.
 */
export type DeletionStamp = { readonly id: string; readonly at: number };

export function createDeletionStamp(): DeletionStamp {
  // Some libraries return a Date. A page may also make every random number the same.
  const at = Number(Date.now());
  return { id: `${at}-${Math.random()}`, at };
}

/**
 * Deletes everything that the widget has stored in this browser, in the other tabs too, and tells the other widgets. Works before the
 * panel is loaded.
 */
export function deleteStored(deletion: Deletion, { id, at } = createDeletionStamp()): void {
  // From both storages: the option may have changed.
  for (const area of areas()) deleteFrom(area, deletion);
  tellWidgets(deletionKey, `${deletion} ${id} ${at}`);
}

/** Tells the widgets of the other tabs, by storing a value for a moment, and the others of this page as if it were another tab. */
export function tellWidgets(key: string, newValue: string): void {
  const local = areaOf('localStorage');
  if (storeText(local, key, newValue)) attempt(() => local?.removeItem(key));
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

/**
 * Calls the listener with what another tab, or another widget of this page, has deleted, once this tab has deleted what it stores for
 * itself.
 */
export function followDeletion(
  signal: AbortSignal,
  listener: (deletion: string, stamp: DeletionStamp) => unknown,
): void {
  const follow = ({ key, newValue }: StorageEvent) => {
    // Null as it is removed.
    if (key !== deletionKey || newValue === null) return;
    // A tab of an earlier build says no more than what it has deleted.
    const [deletion = '', id = deletion, at = Date.now()] = newValue.split(' ');
    const area = areaOf('sessionStorage');
    if (area) deleteFrom(area, deletion);
    listener(deletion, { id, at: Number(at) });
  };
  addEventListener('storage', follow, { signal });
}

function deleteFrom(area: Storage, deletion: string): void {
  for (const key of keysOf(area)) {
    const isKept = deletion === 'denied' && key === leadsKey;
    if (!isKept && storedNames.some((name) => key.startsWith(name))) attempt(() => area.removeItem(key));
  }
}

/** The stored text box alone is no reason to load the panel. */
function hasUnsent(): boolean {
  const area = areaOf('sessionStorage');
  return (
    area !== null && keysOf(area).some((key) => isTypedText(key) && Object(readJson(area, key)).messages?.length > 0)
  );
}

function isTypedText(key: string): boolean {
  return key.endsWith(outboxSuffix);
}

function areas(): Storage[] {
  return [areaOf('localStorage'), areaOf('sessionStorage')].filter((area) => area !== null);
}

/** If storage is blocked, reading the property throws. If WebKit's storage is switched off, it is null. */
export function areaOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  return attempt(() => globalThis[name]) ?? null;
}

function keysOf(area: Storage): string[] {
  return attempt(() => Object.keys(area)) ?? [];
}
