import type { Chat } from '../../../src/core/chat.ts';
import type { CreateConnection } from '../../../src/core/connection/connection.ts';
import { createChat } from '../../../src/core/create-chat.ts';
import type { ChatContext, ChatOptions } from '../../../src/core/effects/chat-context.ts';
import type { StorageArea } from '../../../src/core/effects/json-storage.ts';
import { createLeads, reduceCall } from '../../../src/core/leads/create-leads.ts';
import type { LeadGateway } from '../../../src/core/leads/lead-gateway.ts';
import { defaultFields } from '../../../src/protocol/form.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import type { ChatNetwork } from '../connection/chat-network.ts';
import { type ManualPageLifecycle, manualPageLifecycle } from '../connection/manual-page-lifecycle.ts';
import { createMemoryService } from '../connection/memory-service.ts';
import { createFakeChatService } from './fake-chat-service.ts';
import { FakeChannels, FakeLocks } from './fake-tabs.ts';
import { type MemoryStorage, memoryStorage } from './memory-storage.ts';

export const flowId = 'f1000000-0000-4000-8000-000000000001';

/** A page with the chat. */
export type Page = {
  /** Identifies it to locks and channels. */
  id: object;
  chat: Chat;
  pageLifecycle: ManualPageLifecycle;
  tabStorage: MemoryStorage;
  errors: unknown[];
  /** The visitor leaves the page. */
  close(): void;
  /** Kills the tab: none of its code runs any more. */
  crash(): void;
};

export type PageOptions = Partial<ChatOptions> & {
  gateway?: LeadGateway | ((context: ChatContext) => LeadGateway);
  tabStorage?: MemoryStorage;
  /** A browser without Web Locks and channels. */
  alone?: boolean;
};

/** One browser on a site, and the service behind it, in memory. Tests set the clock. */
export function createSite() {
  return createSiteOn(createMemoryService());
}
export type Site = ReturnType<typeof createSite>;

export function createSiteOn<Network extends ChatNetwork>(network: Network) {
  const clock = manualClock();
  const service = createFakeChatService(network);
  const locks = new FakeLocks();
  const channels = new FakeChannels();
  const area = memoryStorage();
  /** What the sockets of all pages carried, as the pages saw it: messages that were sent, and messages that arrived. */
  const traffic: ({ out: string } | 'in')[] = [];
  let ids = 0;

  function open({ gateway, tabStorage = memoryStorage(), alone = false, ...options }: PageOptions = {}): Page {
    const page = {};
    let alive = true;
    const errors: unknown[] = [];
    const pageLifecycle = manualPageLifecycle();
    const ownClock: ManualClock = {
      ...clock,
      after: (ms, run) => clock.after(ms, () => alive && run()),
    };
    /** A page that was killed no longer stores what it has scheduled. */
    const whileAlive = (storage: MemoryStorage): StorageArea => ({
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => alive && storage.setItem(key, value),
      removeItem: (key) => alive && storage.removeItem(key),
    });
    const sockets = new Set<() => void>();
    const createConnection: CreateConnection = (target, events) => {
      const connection = network.connect({ clock: ownClock, pageLifecycle })(target, {
        onStatus: (status) => alive && events.onStatus(status),
        onOpen: () => alive && events.onOpen(),
        onFrame: (data) => {
          if (!alive) return;
          if (typeof data === 'string' && data.includes('"type":"message"')) traffic.push('in');
          events.onFrame(data);
        },
        onDrop: (drop) => alive && events.onDrop(drop),
      });
      sockets.add(() => connection.close());
      return {
        open() {
          // Its lock may be granted in the moment in which it is killed.
          if (alive) connection.open();
        },
        wake: () => connection.wake(),
        close: () => connection.close(),
        send(data) {
          const isSent = connection.send(data);
          if (isSent) traffic.push({ out: JSON.parse(data).content });
          return isSent;
        },
      };
    };
    const chatOptions: ChatOptions = {
      flowId,
      form: 'default',
      fields: defaultFields,
      consent: null,
      defaultCountry: undefined,
      leadForm: 'off',
      askAfter: undefined,
      afterLead: () => 'chat',
      storage: 'local',
      storageConsent: 'granted',
      resumeDays: 30,
      encodeMessage: undefined,
      page: undefined,
      ...options,
    };
    const chatEnvironment = {
      createConnection,
      storages: { local: whileAlive(area), session: whileAlive(tabStorage) },
      locks: alone ? null : locks.of(page),
      openChannel: alone ? null : channels.of(page),
      clock: ownClock,
      pageLifecycle,
      createId: () => `v${++ids}`,
      reportError: (error: unknown) => errors.push(error),
    };
    const leadsFactory = gateway && {
      reduceCall,
      create: (context: ChatContext) =>
        createLeads(context, typeof gateway === 'function' ? gateway(context) : gateway),
    };
    const chat = createChat(chatOptions, chatEnvironment, leadsFactory);
    return {
      id: page,
      chat,
      pageLifecycle,
      tabStorage,
      errors,
      close() {
        pageLifecycle.emit('leave');
        chat.destroy();
        alive = false;
      },
      crash() {
        alive = false;
        for (const end of sockets) end();
        locks.release(page);
        channels.release(page);
      },
    };
  }

  /** Delivers everything that is in flight, and runs short timers. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 40; count++) await Promise.resolve();
      clock.advanceNow(60);
    }
    for (let count = 0; count < 40; count++) await Promise.resolve();
  }

  return { clock, service, area, locks, channels, traffic, open, settle };
}
/** Texts of a chat, in order. */
export function texts({ chat }: Pick<Page, 'chat'>): string[] {
  return chat.state.messages.value.map(({ text }) => text);
}
