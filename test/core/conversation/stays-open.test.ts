import { describe, expect, it } from 'vitest';
import type { ConnectionTarget } from '../../../src/core/connection/connection.ts';
import { tabsChannel } from '../../../src/options/index.ts';
import { createMemoryService } from '../connection/memory-service.ts';
import { createSiteOn, flowId, type Page } from './site.ts';

/** One tab whose page contains the chat, and one whose chat floats. `leads`: which of them begins first. */
async function besidePage(leads: 'page' | 'floating', staysOpen = () => true) {
  const service = createMemoryService();
  const { connect } = service;
  const targets: ConnectionTarget[] = [];
  const network = Object.assign(service, {
    connect: (...deps: Parameters<typeof connect>): ReturnType<typeof connect> => {
      const create = connect(...deps);
      return (target, events) => {
        targets.push(target);
        return create(target, events);
      };
    },
  });
  const site = createSiteOn(network);
  const openPage = async () => {
    const page = site.open({ staysOpen });
    page.chat.setVisible(true);
    page.chat.start();
    await site.settle();
    return page;
  };
  const openFloating = async () => {
    const page = site.open();
    page.chat.start();
    await site.settle();
    return page;
  };
  const first = await (leads === 'page' ? openPage() : openFloating());
  const second = await (leads === 'page' ? openFloating() : openPage());
  const [page, floating] = leads === 'page' ? [first, second] : [second, first];
  const [session = ''] = site.service.conversations.keys();
  const isUrgent = (index: number) => targets[index]?.isUrgent();
  return { ...site, page, floating, session, openFloating, isUrgent };
}

const areOpen = (...pages: Page[]) => pages.map(({ chat }) => chat.state.open.value);

// Cause: one fact said both that the visitor has the floating chat open and that a page contains one.
describe.each(['page', 'floating'] as const)('a chat that its page contains, where the %s one leads', (leads) => {
  it('opens no floating chat, of those that are there and of those that join', async () => {
    const { page, floating, openFloating, settle } = await besidePage(leads);
    expect(areOpen(page, floating, await openFloating())).toEqual([true, false, false]);
    page.chat.setVisible(false);
    page.chat.setVisible(true);
    await settle();
    expect(areOpen(page, floating)).toEqual([true, false]);
  });

  it('neither closes the floating chats with itself, nor closes with them', async () => {
    const { page, floating, openFloating, settle } = await besidePage(leads);
    floating.chat.setVisible(true);
    await settle();
    expect(areOpen(page, floating, await openFloating())).toEqual([true, true, true]);
    page.chat.setVisible(false);
    await settle();
    expect(areOpen(floating)).toEqual([true]);
    page.chat.setVisible(true);
    floating.chat.setVisible(false);
    await settle();
    expect(areOpen(page, floating)).toEqual([true, false]);
  });

  // Cause: whether the floating chats are open counted for a chat in its page, too.
  it('stays closed as floating ones open, and as it joins them', async () => {
    const { page, floating, open, openFloating, settle } = await besidePage(leads);
    page.chat.setVisible(false);
    floating.chat.setVisible(true);
    await settle();
    const [next, later] = [open({ staysOpen: () => true }), await openFloating()];
    next.chat.setVisible(false);
    next.chat.start();
    await settle();
    expect(areOpen(page, floating, next, later)).toEqual([false, true, false, true]);
    next.chat.setVisible(true);
    later.chat.setVisible(false);
    await settle();
    expect(areOpen(page, floating, next, later)).toEqual([false, false, true, false]);
  });

  it('is closed to the leading tab, too, though floating ones were open meanwhile', async () => {
    const { page, floating, isUrgent, service, session, settle } = await besidePage(leads);
    floating.chat.setVisible(true);
    await settle();
    page.chat.setVisible(false);
    await settle();
    floating.chat.sendMessage('Hello');
    await settle();
    floating.chat.setVisible(false);
    await settle();
    floating.chat.setVisible(true);
    floating.chat.setVisible(false);
    await settle();
    expect(areOpen(page, floating)).toEqual([false, false]);
    expect(isUrgent(0)).toBe(false);
    service.say(session, 'News');
    await settle();
    expect([page, floating].map(({ chat }) => chat.state.unread.value)).toEqual([1, 1]);
  });

  it('goes on as it is beside a tab of an earlier build, which says nothing of its place', async () => {
    const { page, floating, channels, settle } = await besidePage(leads);
    const earlier = channels.of({})(tabsChannel(flowId));
    let count = 0;
    const say = async (isOpen: boolean) => {
      earlier.postMessage({ type: 'event', id: `earlier.${++count}`, event: { type: 'visibility-changed', isOpen } });
      await settle();
    };
    await say(true);
    expect(areOpen(page, floating)).toEqual([true, true]);
    page.chat.setVisible(false);
    await say(false);
    await say(true);
    expect(areOpen(page, floating)).toEqual([false, true]);
    page.chat.setVisible(true);
    await say(false);
    expect(areOpen(page, floating)).toEqual([true, false]);
    earlier.close();
  });

  it('is open to the leading tab: somebody waits for the connection, and reads what comes', async () => {
    const { page, floating, isUrgent, service, session, settle } = await besidePage(leads);
    const counts: number[] = [];
    for (const { chat } of [page, floating]) chat.on('unread', ({ count }) => counts.push(count));
    expect(isUrgent(0)).toBe(true);
    service.say(session, 'News');
    await settle();
    page.chat.setVisible(false);
    await settle();
    expect(isUrgent(0)).toBe(false);
    expect(counts).toEqual([]);
    service.say(session, 'More news');
    await settle();
    expect([page, floating].map(({ chat }) => chat.state.unread.value)).toEqual([1, 1]);
  });
});

describe('a chat that its page contains', () => {
  it.each([
    ['is closed', (page: Page) => page.close()],
    // Cause: only the tab itself said that it no longer shows the chat.
    ['is killed', (page: Page) => page.crash()],
    ['goes into the back/forward cache', (page: Page) => page.pageLifecycle.emit('leave')],
  ])('is on screen no more once its tab %s', async (_, leave) => {
    const { page, floating, isUrgent, service, session, settle } = await besidePage('floating');
    leave(page);
    await settle();
    expect(isUrgent(0)).toBe(false);
    service.say(session, 'News');
    await settle();
    expect(floating.chat.state.unread.value).toBe(1);
  });

  it('is on screen no more once its tab is killed after it was closed and opened again', async () => {
    const { page, isUrgent, settle } = await besidePage('floating');
    page.chat.setVisible(false);
    page.chat.setVisible(true);
    page.chat.setVisible(false);
    await settle();
    expect(isUrgent(0)).toBe(false);
    page.chat.setVisible(true);
    await settle();
    expect(isUrgent(0)).toBe(true);
    page.crash();
    await settle();
    expect(isUrgent(0)).toBe(false);
  });

  it('is on screen as long as its tab is frozen, and after it', async () => {
    const { page, clock, channels, isUrgent, settle } = await besidePage('floating');
    const thaw = channels.freeze(page.id);
    await clock.advance(600_000);
    await settle();
    expect(isUrgent(0)).toBe(true);
    thaw();
    await settle();
    expect(isUrgent(0)).toBe(true);
    page.chat.setVisible(false);
    await settle();
    expect(isUrgent(0)).toBe(false);
  });

  it('is on screen again once its tab comes back from the back/forward cache', async () => {
    const { page, floating, isUrgent, settle } = await besidePage('floating');
    page.pageLifecycle.emit('leave');
    await settle();
    page.pageLifecycle.emit('return');
    await settle();
    expect(isUrgent(0)).toBe(true);
    expect(areOpen(page, floating)).toEqual([true, false]);
  });

  it('is known to the next leading tab, unless it was killed', async () => {
    const { page, floating, isUrgent, openFloating, settle } = await besidePage('floating');
    const next = await openFloating();
    floating.crash();
    await settle();
    // The page with the chat leads.
    expect(isUrgent(1)).toBe(true);
    page.crash();
    await settle();
    expect(next.chat.state.connection.value).toBe('open');
    expect(isUrgent(2)).toBe(false);
  });

  it('is known to a tab that takes the lead from one that was killed', async () => {
    const { page, floating, isUrgent, openFloating, settle } = await besidePage('floating');
    page.pageLifecycle.emit('leave');
    await openFloating();
    page.pageLifecycle.emit('return');
    await settle();
    floating.crash();
    await settle();
    expect(isUrgent(2)).toBe(true);
  });

  // Cause: a new leader asks when the last one is still frozen, and that one did not say it again.
  it('is known to the tab that has taken the lead from its own, which was frozen', async () => {
    const { page, floating, clock, channels, isUrgent, service, session, settle } = await besidePage('page');
    const thaw = channels.freeze(page.id);
    floating.chat.sendMessage('Anybody there?');
    await settle();
    await clock.advance(3_000);
    await settle();
    thaw();
    await settle();
    await clock.advance(61_000);
    await settle();
    expect(isUrgent(1)).toBe(true);
    const { unread } = floating.chat.state;
    expect(unread.value).toBe(0);
    const counts: number[] = [];
    floating.chat.on('unread', ({ count }) => counts.push(count));
    service.say(session, 'News');
    await settle();
    expect(counts).toEqual([]);
  });
});

// Cause: nobody said so until another tab said something, which closed the chat in front of its visitor.
describe.each(['page', 'floating'] as const)('a chat that leaves its page, where the %s one leads', (leads) => {
  it('floats open as it was, and in the other tabs, too', async () => {
    let isInPage = true;
    const { page, floating, openFloating, settle } = await besidePage(leads, () => isInPage);
    isInPage = false;
    page.chat.setVisible(true);
    await settle();
    floating.chat.sendMessage('Hello');
    await settle();
    expect(areOpen(page, floating, await openFloating())).toEqual([true, true, true]);
    floating.chat.setVisible(false);
    await settle();
    expect(areOpen(page, floating)).toEqual([false, false]);
  });

  it('closes no floating one if it was closed, and is open like those', async () => {
    let isInPage = true;
    const { page, floating, settle } = await besidePage(leads, () => isInPage);
    page.chat.setVisible(false);
    floating.chat.setVisible(true);
    await settle();
    isInPage = false;
    page.chat.setVisible(false);
    await settle();
    expect(areOpen(page, floating)).toEqual([true, true]);
    isInPage = true;
    page.chat.setVisible(true);
    floating.chat.setVisible(false);
    await settle();
    expect(areOpen(page, floating)).toEqual([true, false]);
  });

  it('floats open in the moment in which another tab says something, if its page has said nothing', async () => {
    let isInPage = true;
    const { page, floating, settle } = await besidePage(leads, () => isInPage);
    isInPage = false;
    floating.chat.sendMessage('Hello');
    await settle();
    expect(areOpen(page, floating)).toEqual([true, true]);
  });
});

describe('a chat in its page that was away', () => {
  it('does not take floating ones for open that were closed meanwhile', async () => {
    const { page, floating, isUrgent, openFloating, settle } = await besidePage('floating');
    floating.chat.setVisible(true);
    await settle();
    page.chat.setVisible(false);
    page.pageLifecycle.emit('leave');
    await settle();
    floating.chat.setVisible(false);
    await settle();
    page.pageLifecycle.emit('return');
    await settle();
    expect(areOpen(page, floating)).toEqual([false, false]);
    floating.close();
    await settle();
    expect(isUrgent(1)).toBe(false);
    expect(areOpen(page, await openFloating())).toEqual([false, false]);
  });
});
