import { signal } from '@preact/signals';

export type TrafficEntry = {
  id: number;
  at: Date;
  kind: 'request' | 'sent' | 'received' | 'socket';
  /** `POST /leads`, or the frame. */
  text: string;
  /** The status of the response, or why there is none. */
  outcome?: string;
  /** The body of a request. */
  body?: string;
};

const maxEntries = 15;

/** What the page has sent and received, newest first. */
export const traffic = signal<readonly TrafficEntry[]>([]);

/** Whether the page pretends to be offline. */
export const isOffline = signal(false);

/** The state of the chat's socket, as text. */
export const connection = signal<'not open yet' | 'connected' | 'not connected'>('not open yet');

const openSockets = new Set<WebSocket>();
let lastId = 0;

/** For the page's own requests, which are not recorded. */
export const originalFetch = window.fetch.bind(window);

/**
 * Replaces `fetch` and `WebSocket`, so that everything the widget sends and receives is recorded, and the page can simulate
 * being offline. Call it before the widget starts.
 */
export function recordTraffic(): void {
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const entry = add({
      kind: 'request',
      text: `${request.method} ${pathname}${search}`,
      ...(body !== undefined && { body }),
    });
    try {
      if (isOffline.value) throw new TypeError('Failed to fetch: this page is offline.');
      const response = await originalFetch(input, init);
      update(entry, String(response.status));
      return response;
    } catch (error) {
      update(entry, isOffline.value ? 'offline' : 'no connection');
      throw error;
    }
  };
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      const entry = add({ kind: 'socket', text: new URL(address).pathname });
      openSockets.add(this);
      if (isOffline.value) super.close();
      this.addEventListener('open', () => {
        connection.value = 'connected';
        update(entry, 'open');
      });
      this.addEventListener('message', ({ data }) => add({ kind: 'received', text: String(data) }));
      this.addEventListener('close', ({ code }) => {
        openSockets.delete(this);
        if (openSockets.size === 0) connection.value = 'not connected';
        update(entry, `closed (${code})`);
      });
    }

    override send(data: string | BufferSource | Blob): void {
      add({ kind: 'sent', text: String(data) });
      super.send(data);
    }
  };
}

export function setOffline(value: boolean): void {
  isOffline.value = value;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !value });
  if (value) for (const socket of openSockets) socket.close();
  window.dispatchEvent(new Event(value ? 'offline' : 'online'));
}

function add(entry: Omit<TrafficEntry, 'id' | 'at'>): number {
  lastId++;
  traffic.value = [{ id: lastId, at: new Date(), ...entry }, ...traffic.value].slice(0, maxEntries);
  return lastId;
}

function update(id: number, outcome: string): void {
  traffic.value = traffic.value.map((entry) => (entry.id === id ? { ...entry, outcome } : entry));
}
