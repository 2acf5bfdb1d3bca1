import { type Clock, systemClock } from '../clock.ts';
import { areaOf } from '../options/index.ts';
import type { WebSocketClass } from './connection/early-socket.ts';
import { browserPageLifecycle, type PageLifecycle } from './connection/page-lifecycle.ts';
import type { StorageArea } from './effects/json-storage.ts';
import type { Locks } from './effects/request-lock.ts';
import { blockedStorage } from './effects/storage-areas.ts';
import type { Channel } from './effects/tab-lock.ts';

/** The parts of the browser that the chat uses. */
export type Environment = {
  fetch: typeof fetch;
  WebSocket: WebSocketClass;
  localStorage: StorageArea;
  sessionStorage: StorageArea;
  /** Null: tabs do not share one conversation. */
  locks: Locks | null;
  /** Null: tabs do not share one conversation. */
  openChannel: ((name: string) => Channel) | null;
  pageLifecycle: PageLifecycle;
  clock: Clock;
  random: () => number;
  createId: () => string;
  /** Receives the errors that functions of the host page throw: listeners, `encodeMessage`, `afterLead`. */
  reportError: (error: unknown) => void;
};

/** Returns the browser's environment with the caller's overrides. */
export function readEnvironment(overrides: Partial<Environment> = {}): Environment {
  return {
    fetch: (...request) => fetch(...request),
    localStorage: areaOf('localStorage') ?? blockedStorage,
    sessionStorage: areaOf('sessionStorage') ?? blockedStorage,
    locks: globalThis.navigator?.locks ?? null,
    openChannel: typeof BroadcastChannel === 'undefined' ? null : (name) => new BroadcastChannel(name),
    clock: systemClock,
    random: Math.random,
    createId: createUuid,
    reportError: (error) => reportError(error),
    ...overrides,
    WebSocket: overrides.WebSocket ?? WebSocket,
    pageLifecycle: overrides.pageLifecycle ?? browserPageLifecycle(),
  };
}

/**
 * Replaces `crypto.randomUUID`, which exists on secure pages only: the chat runs on others too. Prototype.js replaces
 * `Array.from` by one that ignores its second parameter.
 */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => (0x100 + byte).toString(16).slice(1)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
