import { type ChatState, mayStore } from '../state/chat-state.ts';
import type { StorageOption } from '../state/conversation.ts';
import type { StorageArea } from './json-storage.ts';

/** The storages of the browser. */
export type Storages = { readonly local: StorageArea; readonly session: StorageArea };

/** Nothing is found in it, and nothing can be stored. */
export const blockedStorage: StorageArea = { getItem: throwBlocked, setItem: throwBlocked, removeItem: throwBlocked };

function throwBlocked(): never {
  throw new Error('[leadchat] the browser blocks storage');
}

/** Where the option lets a page store what later pages need: the conversation, and leads that wait. */
export function visitArea(storages: Storages, option: StorageOption): StorageArea {
  return { ...storages, none: blockedStorage }[option];
}

/** Where the option lets a tab keep over a reload what the visitor has not sent. */
export function tabArea({ session }: Storages, option: StorageOption): StorageArea {
  return option === 'none' ? blockedStorage : session;
}

/** Whether this page leaves what it has stored to the tabs that go on storing there: a tab that follows does not decide for them. */
export function leavesToOthers({ storage, tab: { role } }: ChatState): boolean {
  return role === 'follower' && storage === 'local';
}

/** Where leads wait. Null: in memory, because visitor or page allow no storing. */
export function leadsArea(storages: Storages, state: ChatState): StorageArea | null {
  return mayStore(state) ? visitArea(storages, state.storage) : null;
}
