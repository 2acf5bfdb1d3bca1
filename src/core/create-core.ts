import type { FormConsent, FormField } from '../protocol/index.ts';
import { type Clock, systemClock } from './connection/clock.ts';
import { browserPageLifecycle, type PageLifecycle } from './connection/page-lifecycle.ts';
import type { WebSocketClass } from './connection/socket.ts';
import type { webSocketConnection } from './connection/web-socket-connection.ts';
import type { Chat, Consent } from './conversation/chat.ts';
import { createChat } from './conversation/create-chat.ts';
import type { StorageArea } from './conversation/session-store.ts';
import type { Channel, Locks } from './conversation/tabs.ts';
import type { createLead as createLeadType } from './leads/lead-endpoint.ts';

export type CoreOptions = {
  /** UUID of the flow that the chat runs. */
  flowId: string;
  /** Where sockets go: `wss://host` (4.11). */
  wssUrl: string;
  /** The proxy that takes leads: an absolute URL, or a path of the page's own site. When you have one. */
  proxyUrl?: string | undefined;
  /** Session initialization straight from the browser (4.10). When you have no proxy and want leads by name. */
  hooksUrl?: string | undefined;
  /** Which of the proxy's forms. @default "default" */
  form?: string | undefined;
  /** The form's fields. @default phone, first name, last name, email */
  fields?: readonly FormField[] | undefined;
  /** The consent that the form asks for. @default null */
  consent?: FormConsent | null | undefined;
  /** Where a phone number without `+` is dialled from; ISO 3166-1 alpha-2. */
  defaultCountry?: string | undefined;
  /** Whether a lead is asked for before the chat. @default "required" with a proxy or hooksUrl, else "off" */
  leadForm?: 'required' | 'optional' | 'off' | undefined;
  /** Where the conversation is kept for coming back. @default "local" */
  storage?: 'local' | 'session' | 'none' | undefined;
  /** Whether anything may be kept in the browser. @default "granted" */
  keep?: Consent | undefined;
  /** How long a conversation can be resumed, in days. @default 30 */
  resumeDays?: number | undefined;
  /** The visitor's frame, which the interface does not show. @default {"type":"message","content":text} */
  encodeMessage?: ((text: string) => string) | undefined;
  /** What the browser gives, for tests and for other places than browsers. */
  environment?: Partial<Environment> | undefined;
};

export type Environment = {
  fetch: typeof fetch;
  WebSocket: WebSocketClass;
  localStorage: StorageArea;
  sessionStorage: StorageArea;
  /** Null: each tab goes alone. */
  locks: Locks | null;
  openChannel: (name: string) => Channel;
  pageLifecycle: PageLifecycle;
  clock: Clock;
  random: () => number;
  createId: () => string;
};

/** The parts of a chat that a page may load when they are needed. */
export type ChatModules = {
  connect: typeof webSocketConnection;
  /** Asks for leads; without it the chat is anonymous. */
  createLead: typeof createLeadType | undefined;
};

/** Puts a chat together. */
export function assembleChat(options: CoreOptions, { connect, createLead }: ChatModules): Chat {
  const environment = options.environment ?? {};
  const clock = environment.clock ?? systemClock;
  const random = environment.random ?? Math.random;
  const pageLifecycle = environment.pageLifecycle ?? browserPageLifecycle();
  const createId = environment.createId ?? uuid;
  const keep = options.keep ?? 'granted';
  const local = environment.localStorage ?? area('localStorage');
  const session = environment.sessionStorage ?? area('sessionStorage');
  const storage = options.storage ?? 'local';
  const kept = storage === 'local' ? local : storage === 'session' ? session : undefined;
  const lead = createLead?.(options, {
    fetch: environment.fetch ?? ((...request) => fetch(...request)),
    area: kept,
    kept: keep === 'granted',
    clock,
    random,
    createId,
    onWake: (listener) =>
      pageLifecycle.listen((event) => {
        if (event === 'online' || event === 'visible') listener();
      }),
  });
  return createChat(
    {
      flowId: options.flowId,
      form: options.form ?? 'default',
      fields: options.fields,
      consentText: options.consent ?? null,
      defaultCountry: options.defaultCountry,
      leadForm: options.leadForm ?? (lead === undefined ? 'off' : 'required'),
      consent: keep,
      resumeDays: options.resumeDays ?? 30,
      encodeMessage: options.encodeMessage,
    },
    {
      createConnection: connect({
        wssUrl: options.wssUrl,
        webSocket: environment.WebSocket ?? WebSocket,
        clock,
        random,
        pageLifecycle,
      }),
      createLead: lead,
      area: kept,
      tabArea: storage === 'none' ? undefined : session,
      locks: environment.locks === undefined ? globalThis.navigator?.locks : (environment.locks ?? undefined),
      openChannel: environment.openChannel ?? openChannel(),
      clock,
      pageLifecycle,
      createId,
      reportError: (error) => reportError(error),
    },
  );
}

function openChannel(): ((name: string) => Channel) | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name);
}

/** Browsers that block storage throw as soon as it is named; in WebKit with storage switched off it is null. */
function area(name: 'localStorage' | 'sessionStorage'): StorageArea | undefined {
  const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse };
  try {
    const found: Storage | null = globalThis[name];
    return found === null ? refusing : found;
  } catch {
    return refusing;
  }
}

function refuse(): never {
  throw new Error('the browser blocks storage');
}

/** `crypto.randomUUID` is there on secure pages only, and a chat should run on others too. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
