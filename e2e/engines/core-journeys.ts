import { deepEqual, equal } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../support/poll.ts';
import type { Stack } from '../support/start-stack.ts';
import { EngineVisitor } from './engine-visitor.ts';
import type { Journey } from './journey.ts';

/** How conversations survive outages, navigation, several tabs and blocked storage. */
export const coreJourneys: Journey[] = [
  {
    title: 'a pending message survives a reload, and is sent once',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await startAnonymously(visitor, stack);
      await visitor.sendMessage('Before the outage');
      await visitor.waitForText('Thank you');
      const session = await visitor.session(stack);

      await stack.sandbox.stop('SIGKILL');
      try {
        await visitor.waitForText('Reconnecting…');
        await visitor.sendMessage('Typed during the outage');
        await visitor.waitForText('Waiting for a connection');
        await visitor.tab.reload();
        await visitor.openChat();
        await visitor.waitForText('Waiting for a connection');
        equal(count(await visitor.bubbles(), 'Typed during the outage'), 1);
      } finally {
        await stack.sandbox.start();
      }

      await serviceReceived(stack, session, ['Before the outage', 'Typed during the outage']);
      await visitor.waitUntilGone('Waiting for a connection');
      equal(count(await visitor.bubbles(), 'Typed during the outage'), 1);
      equal(await visitor.session(stack), session);
    },
  },
  {
    title: 'a page continues its conversation when the visitor navigates back to it',
    async run({ engine, visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await startAnonymously(visitor, stack);
      await visitor.sendMessage('Before leaving');
      await visitor.waitForText('Thank you');
      const session = await visitor.session(stack);
      await noteReturns(visitor);

      await visitor.tab.open(`${stack.site}/icon.svg`);
      await sockets(stack, session, 0);
      await visitor.tab.back();

      if (engine.cachesLivePages) {
        await cameFromCache(visitor);
      } else {
        await visitor.openChat();
        equal(await returned(visitor), 'loaded anew');
      }
      await visitor.waitForText('Before leaving');
      equal(count(await visitor.bubbles(), 'Before leaving'), 1);
      await visitor.sendMessage('Here again');
      await serviceReceived(stack, session, ['Before leaving', 'Here again']);
      await sockets(stack, session, 1);
    },
  },
  {
    title: 'a page with an unused chat stays in the back/forward cache, and its chat works afterwards',
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.open(`${stack.site}/anonymous.html`);
      await until(
        'the bubble',
        () => visitor.tab.read('button', 'Open chat', () => true),
        (isVisible) => isVisible === true,
      );
      await noteReturns(visitor);
      await visitor.tab.open(`${stack.site}/icon.svg`);
      await visitor.tab.back();

      await cameFromCache(visitor);
      await visitor.openChat();
      await visitor.sendMessage('Back again');
      const session = await visitor.session(stack);
      await serviceReceived(stack, session, ['Back again']);
      await sockets(stack, session, 1);
    },
  },
  {
    title: 'a message typed offline shows that it is waiting, and is sent once when the browser is online again',
    needsSwitch: true,
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await startAnonymously(visitor, stack);
      await visitor.sendMessage('Still online');
      await visitor.waitForText('Thank you');
      const session = await visitor.session(stack);

      await visit.setOnline?.(false);
      await visitor.waitForText("You're offline. Messages will be sent when you're back.");
      await visitor.sendMessage('Typed offline');
      await visitor.waitForText('Waiting for a connection');
      deepEqual(await stack.visitorMessages(session), ['Still online']);

      await visit.setOnline?.(true);
      await serviceReceived(stack, session, ['Still online', 'Typed offline']);
      await visitor.waitUntilGone("You're offline");
      equal(count(await visitor.bubbles(), 'Typed offline'), 1);
      await sockets(stack, session, 1);
    },
  },
  {
    title: 'two tabs share a conversation and a socket, and closing the leader loses and duplicates nothing',
    async run({ visit, stack }) {
      const before = (await stack.state()).conversations.length;
      const first = new EngineVisitor(await visit.newTab());
      await startAnonymously(first, stack);
      await first.sendMessage('From the first tab');
      await first.waitForText('Thank you');
      const session = await first.session(stack);

      const second = new EngineVisitor(await visit.newTab());
      await startAnonymously(second, stack);
      await second.waitForText('From the first tab');
      await second.sendMessage('From the second tab');
      await serviceReceived(stack, session, ['From the first tab', 'From the second tab']);
      await tabsMatchService([first, second], stack, session);
      await sockets(stack, session, 1);

      await first.tab.close();
      await second.sendMessage('From the tab that is left');
      await serviceReceived(stack, session, ['From the first tab', 'From the second tab', 'From the tab that is left']);
      await tabsMatchService([second], stack, session);
      await sockets(stack, session, 1);
      equal((await stack.state()).conversations.length, before + 1);
    },
  },
  {
    title: 'with blocked storage a visitor leaves a lead and chats, and sees that nothing is saved',
    visit: { storage: 'blocked' },
    async run({ visit, stack }) {
      const visitor = new EngineVisitor(await visit.newTab());
      await visitor.tab.open(stack.site);
      const storage = await visitor.tab.evaluate(() => {
        try {
          return localStorage === null ? 'none' : 'there';
        } catch (error) {
          return error instanceof DOMException ? error.name : String(error);
        }
      });
      equal(['none', 'SecurityError'].includes(storage), true, `storage is ${storage}`);
      await visitor.openChat();
      await visitor.submitLead({ phone: '(415) 555-2681', firstName: 'Ida' });
      await visitor.waitForText('Ida');
      await visitor.sendMessage('Does this reach you?');

      const lead = await stack.leadOnFile('14155552681');
      const conversations = (await stack.state()).conversations.filter((item) => item.lead_id === lead.lead_id);
      equal(conversations.length, 1);
      await serviceReceived(stack, conversations[0]?.session_id, ['Does this reach you?']);
      await visitor.waitForText("Your browser doesn't save this conversation. It ends when you close this page.");
    },
  },
];

export async function startAnonymously(visitor: EngineVisitor, stack: Stack): Promise<void> {
  await visitor.tab.open(`${stack.site}/anonymous.html`);
  await visitor.openChat();
}

/** Waits until the service has exactly these messages of the visitor, in order and once each. */
export async function serviceReceived(stack: Stack, session: string | undefined, texts: string[]): Promise<void> {
  await until(
    'messages at the service',
    () => stack.visitorMessages(session),
    (arrived) => isDeepStrictEqual(arrived, texts),
    20_000,
  );
}

/** Records when the page is restored from the back/forward cache. */
async function noteReturns(visitor: EngineVisitor): Promise<void> {
  await visitor.tab.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.persisted = 'from the cache';
    });
  });
}

function returned(visitor: EngineVisitor): Promise<string> {
  return visitor.tab.evaluate(() => document.documentElement.dataset.persisted ?? 'loaded anew');
}

async function cameFromCache(visitor: EngineVisitor): Promise<void> {
  await until(
    'the page',
    () => returned(visitor),
    (how) => how === 'from the cache',
  );
}

async function sockets(stack: Stack, session: string, expected: number): Promise<void> {
  const read = async () => (await stack.conversation(session))?.connections;
  await until('open sockets', read, (found) => found === expected);
}

/** Waits until all tabs show exactly the messages of the service. */
async function tabsMatchService(guests: readonly EngineVisitor[], stack: Stack, session: string): Promise<void> {
  const messages = (await stack.conversation(session))?.messages ?? [];
  const expected = messages.map(({ content }) => content);
  for (const visitor of guests) {
    await until(
      'the same messages',
      () => visitor.bubbles(),
      (shown) => isDeepStrictEqual(shown, expected),
    );
  }
}

function count(texts: string[], text: string): number {
  return texts.filter((item) => item === text).length;
}
