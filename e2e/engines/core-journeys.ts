import { deepEqual, equal } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../support/poll.ts';
import type { Stack } from '../support/start-stack.ts';
import { Guest } from './guest.ts';
import type { Journey } from './journey.ts';

/** How conversations survive outages, navigation, several tabs and blocked storage. */
export const coreJourneys: Journey[] = [
  {
    title: 'a pending message survives a reload, and is sent once',
    async run({ visit, stack }) {
      const guest = new Guest(await visit.newTab());
      await startAnonymously(guest, stack);
      await guest.say('Before the outage');
      await guest.sees('Thank you');
      const session = await guest.session(stack);

      await stack.sandbox.stop('SIGKILL');
      try {
        await guest.sees('Reconnecting…');
        await guest.say('Typed during the outage');
        await guest.sees('Waiting for a connection');
        await guest.tab.reload();
        await guest.openChat();
        await guest.sees('Waiting for a connection');
        equal(count(await guest.bubbles(), 'Typed during the outage'), 1);
      } finally {
        await stack.sandbox.start();
      }

      await serviceReceived(stack, session, ['Before the outage', 'Typed during the outage']);
      await guest.seesNo('Waiting for a connection');
      equal(count(await guest.bubbles(), 'Typed during the outage'), 1);
      equal(await guest.session(stack), session);
    },
  },
  {
    title: 'a page continues its conversation when the visitor navigates back to it',
    async run({ engine, visit, stack }) {
      const guest = new Guest(await visit.newTab());
      await startAnonymously(guest, stack);
      await guest.say('Before leaving');
      await guest.sees('Thank you');
      const session = await guest.session(stack);
      await noteReturns(guest);

      await guest.tab.open(`${stack.site}/icon.svg`);
      await sockets(stack, session, 0);
      await guest.tab.back();

      if (engine.cachesLivePages) {
        await cameFromCache(guest);
      } else {
        await guest.openChat();
        equal(await returned(guest), 'loaded anew');
      }
      await guest.sees('Before leaving');
      equal(count(await guest.bubbles(), 'Before leaving'), 1);
      await guest.say('Here again');
      await serviceReceived(stack, session, ['Before leaving', 'Here again']);
      await sockets(stack, session, 1);
    },
  },
  {
    title: 'a page with an unused chat stays in the back/forward cache, and its chat works afterwards',
    async run({ visit, stack }) {
      const guest = new Guest(await visit.newTab());
      await guest.tab.open(`${stack.site}/anonymous.html`);
      await until(
        'the bubble',
        () => guest.tab.read('button', 'Open chat', () => true),
        (isVisible) => isVisible === true,
      );
      await noteReturns(guest);
      await guest.tab.open(`${stack.site}/icon.svg`);
      await guest.tab.back();

      await cameFromCache(guest);
      await guest.openChat();
      await guest.say('Back again');
      const session = await guest.session(stack);
      await serviceReceived(stack, session, ['Back again']);
      await sockets(stack, session, 1);
    },
  },
  {
    title: 'a message typed offline shows that it is waiting, and is sent once when the browser is online again',
    needsSwitch: true,
    async run({ visit, stack }) {
      const guest = new Guest(await visit.newTab());
      await startAnonymously(guest, stack);
      await guest.say('Still online');
      await guest.sees('Thank you');
      const session = await guest.session(stack);

      await visit.setOnline?.(false);
      await guest.sees("You're offline. Messages will be sent when you're back.");
      await guest.say('Typed offline');
      await guest.sees('Waiting for a connection');
      deepEqual(await stack.visitorMessages(session), ['Still online']);

      await visit.setOnline?.(true);
      await serviceReceived(stack, session, ['Still online', 'Typed offline']);
      await guest.seesNo("You're offline");
      equal(count(await guest.bubbles(), 'Typed offline'), 1);
      await sockets(stack, session, 1);
    },
  },
  {
    title: 'two tabs share a conversation and a socket, and closing the leader loses and duplicates nothing',
    async run({ visit, stack }) {
      const before = (await stack.state()).conversations.length;
      const first = new Guest(await visit.newTab());
      await startAnonymously(first, stack);
      await first.say('From the first tab');
      await first.sees('Thank you');
      const session = await first.session(stack);

      const second = new Guest(await visit.newTab());
      await startAnonymously(second, stack);
      await second.sees('From the first tab');
      await second.say('From the second tab');
      await serviceReceived(stack, session, ['From the first tab', 'From the second tab']);
      await tabsMatchService([first, second], stack, session);
      await sockets(stack, session, 1);

      await first.tab.close();
      await second.say('From the tab that is left');
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
      const guest = new Guest(await visit.newTab());
      await guest.tab.open(stack.site);
      const storage = await guest.tab.evaluate(() => {
        try {
          return localStorage === null ? 'none' : 'there';
        } catch (error) {
          return error instanceof DOMException ? error.name : String(error);
        }
      });
      equal(['none', 'SecurityError'].includes(storage), true, `storage is ${storage}`);
      await guest.openChat();
      await guest.leaveLead({ phone: '(415) 555-2681', firstName: 'Ida' });
      await guest.sees('Ida');
      await guest.say('Does this reach you?');

      const lead = await stack.leadOnFile('14155552681');
      const conversations = (await stack.state()).conversations.filter((item) => item.lead_id === lead.lead_id);
      equal(conversations.length, 1);
      await serviceReceived(stack, conversations[0]?.session_id, ['Does this reach you?']);
      await guest.sees("Your browser doesn't save this conversation. It ends when you close this page.");
    },
  },
];

export async function startAnonymously(guest: Guest, stack: Stack): Promise<void> {
  await guest.tab.open(`${stack.site}/anonymous.html`);
  await guest.openChat();
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
async function noteReturns(guest: Guest): Promise<void> {
  await guest.tab.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.persisted = 'from the cache';
    });
  });
}

function returned(guest: Guest): Promise<string> {
  return guest.tab.evaluate(() => document.documentElement.dataset.persisted ?? 'loaded anew');
}

async function cameFromCache(guest: Guest): Promise<void> {
  await until(
    'the page',
    () => returned(guest),
    (how) => how === 'from the cache',
  );
}

async function sockets(stack: Stack, session: string, expected: number): Promise<void> {
  const read = async () => (await stack.conversation(session))?.connections;
  await until('open sockets', read, (found) => found === expected);
}

/** Waits until all tabs show exactly the messages of the service. */
async function tabsMatchService(guests: readonly Guest[], stack: Stack, session: string): Promise<void> {
  const messages = (await stack.conversation(session))?.messages ?? [];
  const expected = messages.map(({ content }) => content);
  for (const guest of guests) {
    await until(
      'the same messages',
      () => guest.bubbles(),
      (shown) => isDeepStrictEqual(shown, expected),
    );
  }
}

function count(texts: string[], text: string): number {
  return texts.filter((item) => item === text).length;
}
