import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Chat, CoreOptions } from '../../../src/core/index.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type SocketNetwork, startSocketNetwork } from '../connection/chat-network.ts';
import { type ManualPageLifecycle, manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { type Relay, startRelay } from '../connection/relay.ts';
import { createFakeChatService, type FakeChatService } from '../conversation/fake-chat-service.ts';
import { FakeChannels, FakeLocks } from '../conversation/fake-tabs.ts';
import { type MemoryStorage, memoryStorage } from '../conversation/memory-storage.ts';
import { within as moveUntil } from './fault.ts';
import { loadCore } from './which-core.ts';

export const { createCore } = await loadCore();

export const flowId = 'f1000000-0000-4000-8000-000000000001';

/** A page with the headless core. */
export type CorePage = {
  chat: Chat;
  pageLifecycle: ManualPageLifecycle;
  /** The errors that listeners of the page have thrown. */
  errors: unknown[];
  /** The values of `chat.state.connection`, in order. */
  connections: string[];
  /** The visitor leaves the page. */
  close(): void;
  /** Kills the tab: none of its code runs any more. */
  crash(): void;
};

/** One browser on a site, a service with real sockets, and a network between them that can fail. */
export type CoreSite = {
  clock: ManualClock;
  service: FakeChatService & { network: SocketNetwork };
  relay: Relay;
  storage: MemoryStorage;
  channels: FakeChannels;
  open(options?: Partial<CoreOptions>): CorePage;
  /** Opens a page with an open chat, connected and in a conversation. */
  openConnected(): Promise<CorePage>;
  /** Advances the clock until the condition is true. Fails after 15 s of its time. */
  until(condition: () => boolean): Promise<void>;
  /** The same with another limit. Returns the elapsed time. */
  within(ms: number, condition: () => boolean): Promise<number>;
};

export async function withCoreSite(run: (site: CoreSite) => Promise<void>): Promise<void> {
  const network = await startSocketNetwork();
  const service = createFakeChatService(network);
  const relay = await startRelay(network.server.port);
  const clock = manualClock();
  const locks = new FakeLocks();
  const channels = new FakeChannels();
  const storage = memoryStorage();
  const pages = new Set<CorePage>();
  let hasCrashed = false;
  let ids = 0;

  function open({ environment, ...options }: Partial<CoreOptions> = {}): CorePage {
    const page = {};
    let isAlive = true;
    const sockets = new Set<WebSocket>();
    class PageSocket extends WebSocket {
      constructor(address: string) {
        super(address);
        sockets.add(this);
        this.once('close', () => sockets.delete(this));
      }
    }
    const pageLifecycle = manualPageLifecycle();
    const errors: unknown[] = [];
    const chat = createCore({
      flowId,
      wssUrl: `ws://127.0.0.1:${relay.port}`,
      ...options,
      environment: {
        WebSocket: PageSocket,
        localStorage: storage,
        sessionStorage: memoryStorage(),
        locks: locks.of(page),
        openChannel: channels.of(page),
        clock: { now: clock.now, after: (ms, callback) => clock.after(ms, () => isAlive && callback()) },
        pageLifecycle,
        createId: () => `v${++ids}`,
        reportError: (error) => errors.push(error),
        ...environment,
      },
    });
    const connections: string[] = [];
    const stopRecording = chat.state.connection.subscribe((connection) => void connections.push(connection));
    const opened: CorePage = {
      chat,
      pageLifecycle,
      errors,
      connections,
      close() {
        pages.delete(opened);
        if (!isAlive) return;
        pageLifecycle.emit('leave');
        chat.destroy();
        stopRecording();
        isAlive = false;
        expect(pageLifecycle.listeners).toBe(0);
      },
      crash() {
        isAlive = false;
        hasCrashed = true;
        stopRecording();
        for (const socket of sockets) {
          socket.removeAllListeners();
          socket.on('error', () => {}); // the page is gone
          socket.terminate();
        }
        locks.release(page);
        channels.release(page);
      },
    };
    pages.add(opened);
    return opened;
  }

  const within = (ms: number, condition: () => boolean) => moveUntil(clock, ms, condition);
  const site: CoreSite = {
    clock,
    service,
    relay,
    storage,
    channels,
    open,
    async openConnected() {
      const page = open();
      page.chat.setVisible(true);
      page.chat.start();
      await within(15_000, () => isConnected(page) && storage.getItem(`leadchat:${flowId}`) !== null);
      return page;
    },
    until: async (condition) => void (await within(15_000, condition)),
    within,
  };
  try {
    await run(site);
  } finally {
    for (const page of [...pages]) page.close();
    await relay.stop();
    await network.server.stop();
    // A tab that is killed cancels nothing.
    if (!hasCrashed) expect(clock.pending).toBe(0);
  }
}

export function isConnected({ chat }: CorePage): boolean {
  return chat.state.connection.value === 'open';
}

/** How often the page was connected. */
export function countOpenings({ connections }: CorePage): number {
  return connections.filter((connection) => connection === 'open').length;
}

/** Texts of the chat, in order. */
export function texts({ chat }: CorePage): string[] {
  return chat.state.messages.value.map(({ text }) => text);
}
