import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, type PageOptions } from './site.ts';

const person = { phone: '+1 415 555 2671', first_name: 'Ada' };

/** A site on which a visitor has chatted in two tabs. */
async function visited(leadForm: 'required' | 'optional' | 'later' | 'off', isOpen: boolean) {
  const site = createSite();
  const open = () => site.open({ leadForm, ...(leadForm !== 'off' && { gateway: fakeGateway() }) });
  const [first, second] = [open(), open()];
  for (const { chat } of [first, second]) chat.start();
  await site.settle();
  first.chat.setVisible(true);
  first.chat.skipLead();
  if (leadForm === 'required') {
    for (const [name, value] of Object.entries(person)) first.chat.leadForm?.set(name, value);
    await first.chat.leadForm?.submit();
  }
  first.chat.sendMessage('Hello');
  await site.settle();
  first.chat.setVisible(isOpen);
  await site.settle();
  const stored = () => [site.area, first.tabStorage, second.tabStorage].flatMap(({ entries }) => [...entries.keys()]);
  const connectionCount = () => site.service.network.sockets.length;
  return { ...site, first, second, stored, connectionCount };
}

// After a logout every page opened a socket, stored a session, and loaded the panel for it.
describe('reset() of a closed chat', () => {
  it.each(['required', 'optional', 'later', 'off'] as const)(
    'requests and stores nothing for the next person (lead form: %s)',
    async (leadForm) => {
      const { first, second, stored, connectionCount, settle } = await visited(leadForm, false);
      const before = connectionCount();
      first.chat.reset();
      await settle();
      expect(stored()).toEqual([]);
      expect(connectionCount()).toBe(before);
      expect([first, second].map(({ chat }) => chat.state.phase.value)).toEqual(['idle', 'idle']);
      expect(first.chat.state.messages.value).toEqual([]);
    },
  );

  it.each([
    ['required', 'asking-lead'],
    ['optional', 'asking-lead'],
    ['later', 'chatting'],
    ['off', 'chatting'],
  ] as const)('begins as on a new page when the next person opens it (lead form: %s)', async (leadForm, phase) => {
    const { first, second, service, settle } = await visited(leadForm, false);
    first.chat.reset();
    await settle();
    for (const { chat } of [second, first]) {
      chat.start();
      chat.setVisible(true);
      await settle();
    }
    expect([first, second].map(({ chat }) => chat.state.phase.value)).toEqual([phase, phase]);
    if (phase === 'chatting') expect(service.live().length).toBe(1);
  });

  it('does not begin when the page comes back from the back/forward cache', async () => {
    const { first, connectionCount, settle } = await visited('off', false);
    first.chat.reset();
    await settle();
    const before = connectionCount();
    first.pageLifecycle.emit('leave');
    first.pageLifecycle.emit('return');
    await settle();
    expect(first.chat.state.phase.value).toBe('idle');
    expect(connectionCount()).toBe(before);
  });
});

describe('reset() of an open chat', () => {
  it.each([
    ['required', 'asking-lead'],
    ['optional', 'asking-lead'],
    ['later', 'chatting'],
    ['off', 'chatting'],
  ] as const)('begins again at once, with the form if there is one (lead form: %s)', async (leadForm, phase) => {
    const { first, second, settle } = await visited(leadForm, true);
    first.chat.reset();
    await settle();
    expect([first, second].map(({ chat }) => chat.state.phase.value)).toEqual([phase, phase]);
    expect(first.chat.state.messages.value).toEqual([]);
  });
});

// Cause: a chat that its page keeps on screen was taken for closed as another tab closed its own.
describe('a chat that stays open when another tab closes its own', () => {
  async function besideClosed(isLeader: boolean, staysOpen = () => true) {
    const site = createSite();
    const open = (options: PageOptions) => {
      const page = site.open({ leadForm: 'later', gateway: fakeGateway(), ...options });
      page.chat.start();
      return page;
    };
    const pages = isLeader ? [open({ staysOpen }), open({})] : [open({}), open({ staysOpen })].reverse();
    const [here, other] = [pages[0]?.chat, pages[1]?.chat];
    if (here === undefined || other === undefined) throw new Error('two pages are open');
    await site.settle();
    here.setVisible(true);
    here.sendMessage('Hello');
    await site.settle();
    other.setVisible(false);
    await site.settle();
    return { ...site, here, other };
  }

  it.each([true, false])('has read what the agent says (leading tab: %s)', async (isLeader) => {
    const { here, service, settle } = await besideClosed(isLeader);
    const [session = ''] = service.conversations.keys();
    service.say(session, 'News');
    await settle();
    expect(here.state.open.value).toBe(true);
    expect(here.state.messages.value.at(-1)?.text).toBe('News');
    expect(here.state.unread.value).toBe(0);
  });

  it.each([true, false])(
    'begins again for the next person, wherever it is reset (leading tab: %s)',
    async (isLeader) => {
      const { here, other, service, settle } = await besideClosed(isLeader);
      for (const { reset } of [other, here]) {
        here.sendMessage('Anybody?');
        await settle();
        reset();
        await settle();
        expect([here.state.phase.value, here.state.messages.value]).toEqual(['chatting', []]);
        expect(service.live()).toHaveLength(1);
      }
      expect(service.conversations.size).toBe(3);
    },
  );

  it('closes with the other tab as soon as it no longer stays open', async () => {
    const place = { isOnPage: true };
    const { here, other, settle } = await besideClosed(true, () => place.isOnPage);
    place.isOnPage = false;
    for (const isOpen of [true, false]) {
      other.setVisible(isOpen);
      await settle();
    }
    expect(here.state.open.value).toBe(false);
  });

  it('has heard the other tab, which does not take it for frozen', async () => {
    const { clock, here, service, settle } = await besideClosed(true);
    const before = service.network.sockets.length;
    await clock.advance(10_000);
    await settle();
    expect(here.state.open.value).toBe(true);
    expect(service.network.sockets).toHaveLength(before);
  });
});
