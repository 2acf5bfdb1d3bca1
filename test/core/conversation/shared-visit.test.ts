import { describe, expect, it } from 'vitest';
import type { Chat } from '../../../src/core/chat.ts';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite } from './site.ts';

const lead = { id: 'd1000000-0000-4000-8000-000000000001', token: 'secret' };

describe('what happens in one tab', () => {
  async function twoTabs() {
    const site = createSite();
    const open = () => {
      const gateway = fakeGateway();
      const page = site.open({ gateway, leadForm: 'required' });
      page.chat.start();
      page.chat.leadForm?.set('phone', '+1 415 555 2671');
      return { ...page, gateway };
    };
    const leader = open();
    await site.settle();
    const follower = open();
    await site.settle();
    return { ...site, leader, follower };
  }

  it('is a lead that waits, and later one that was sent, in the other tabs too', async () => {
    const { leader, follower, settle } = await twoTabs();
    follower.gateway.outcome = { status: 'queued', kept: 'storage' };
    await follower.chat.leadForm?.submit();
    await settle();
    expect(leader.chat.state.lead.value).toEqual({ status: 'queued', kept: 'storage' });
    expect(leader.chat.state.phase.value).toBe('chatting');
    follower.gateway.settle({ status: 'accepted', lead, session: null });
    await settle();
    expect(leader.chat.state.lead.value).toEqual({ status: 'accepted', lead: lead.id });
  });

  it('emits its events there only', async () => {
    const { leader, follower, settle } = await twoTabs();
    const events: string[] = [];
    for (const [name, { chat }] of Object.entries({ leader, follower })) {
      chat.on('lead:accepted', () => events.push(`${name} accepted`));
      chat.on('message:sent', () => events.push(`${name} sent`));
      chat.on('session:start', () => events.push(`${name} session`));
    }
    await follower.chat.leadForm?.submit();
    await settle();
    follower.chat.sendMessage('Hello');
    await settle();
    expect(events).toEqual(['follower accepted', 'leader session', 'follower sent']);
  });

  it('forgets the visitor in all of them: lead, call and what was typed into the form', async () => {
    const { leader, follower, settle } = await twoTabs();
    await follower.chat.leadForm?.submit({ callback: true });
    await settle();
    expect(leader.chat.state.callback.value.status).toBe('requested');
    follower.chat.forget();
    await settle();
    for (const { chat } of [leader, follower]) {
      expect(chat.state.phase.value).toBe('ended');
      expect(chat.state.lead.value).toEqual({ status: 'none' });
      expect(chat.state.callback.value).toEqual({ status: 'none' });
      expect(chat.leadForm?.values.value.phone).toBe('');
    }
  });

  // Cause: a tab posts its event again to a new leader, and only the conversation of a leader knew which events it had seen.
  it('forgets the visitor there once, although the leading tab never got to know of it', async () => {
    const { leader, follower: next, channels, open, settle } = await twoTabs();
    const forgetting = open({ gateway: fakeGateway(), leadForm: 'required' });
    const third = open({ gateway: fakeGateway(), leadForm: 'required' });
    for (const { chat } of [forgetting, third]) chat.start();
    await settle();
    channels.freeze(leader.id);
    forgetting.chat.forget();
    await settle();
    for (const { chat } of [next, third]) chat.leadForm?.set('phone', '+1 415 555 0100');
    leader.crash();
    await settle();
    for (const { chat } of [next, third]) expect(chat.leadForm?.values.value.phone).toBe('+1 415 555 0100');
    expect([next, forgetting, third].map(({ chat }) => chat.state.phase.value)).toEqual(['ended', 'ended', 'ended']);
  });

  it('hides a notice in all of them', async () => {
    const { leader, follower, settle } = await twoTabs();
    await leader.chat.leadForm?.submit();
    await settle();
    expect(follower.chat.state.notice.value).toBe('anonymous-fallback');
    follower.chat.dismissNotice();
    await settle();
    expect([leader, follower].map(({ chat }) => chat.state.notice.value)).toEqual([null, null]);
  });

  // Cause: the tabs share a channel from start() on, so the leading one stored again what another had deleted before that.
  it.each<[string, (chat: Chat) => void, string]>([
    ['forgets the visitor', (chat) => chat.forget(), 'ended'],
    ['withdraws the consent', (chat) => chat.setStorageConsent('denied'), 'chatting'],
  ])('%s in all of them, also if it has not begun to chat', async (_, act, phase) => {
    const { leader, follower, area, open, channels, settle } = await twoTabs();
    await leader.chat.leadForm?.submit();
    await settle();
    const waiting = open({ gateway: fakeGateway(), leadForm: 'required' });
    const openChannels = channels.size;
    act(waiting.chat);
    await settle();
    leader.chat.setVisible(true);
    await settle();
    expect([leader, follower].map(({ chat }) => chat.state.phase.value)).toEqual([phase, phase]);
    expect([area, leader.tabStorage, follower.tabStorage].flatMap(({ entries }) => [...entries.keys()])).toEqual([]);
    expect(waiting.chat.state.phase.value).toBe('idle');
    expect(channels.size).toBe(openChannels);
  });

  it('is not passed on before start() if it concerns that tab only', async () => {
    const { leader, open, settle } = await twoTabs();
    const waiting = open({ gateway: fakeGateway(), leadForm: 'required' });
    waiting.chat.setVisible(true);
    waiting.chat.leadForm?.set('phone', '+1 415 555 0100');
    await settle();
    expect(leader.chat.state.open.value).toBe(false);
    expect(leader.chat.leadForm?.values.value.phone).toBe('+1 415 555 2671');
  });

  // The chat of a page that names another form is created again, with what the page allowed when it was loaded.
  it.each(['before', 'after'] as const)(
    'withdraws the consent in a chat that is created %s it starts',
    async (order) => {
      const { leader, area, open, settle } = await twoTabs();
      await leader.chat.leadForm?.submit();
      await settle();
      leader.chat.setStorageConsent('denied');
      const later = open({ gateway: fakeGateway(), leadForm: 'required' });
      if (order === 'after') await settle();
      later.chat.start();
      await settle();
      later.chat.sendMessage('Hello');
      await settle();
      expect(later.chat.state.storageConsent.value).toBe('denied');
      expect([area, leader.tabStorage, later.tabStorage].flatMap(({ entries }) => [...entries.keys()])).toEqual([]);
    },
  );

  it('takes the latest answer about the consent', async () => {
    const { leader, follower, clock, open, settle } = await twoTabs();
    leader.chat.setStorageConsent('denied');
    const later = open({ gateway: fakeGateway(), leadForm: 'required' });
    await clock.advance(1_000);
    later.chat.setStorageConsent('granted');
    later.chat.start();
    await settle();
    expect([leader, follower, later].map(({ chat }) => chat.state.storageConsent.value)).toEqual([
      'granted',
      'granted',
      'granted',
    ]);
  });

  // Otherwise an answer that came the other way a moment later would go back to the tab that has answered again meanwhile.
  it('does not tell the other tabs what it has heard itself', async () => {
    const { leader, follower, settle } = await twoTabs();
    follower.chat.setStorageConsent('denied', true);
    await settle();
    expect([leader, follower].map(({ chat }) => chat.state.storageConsent.value)).toEqual(['granted', 'denied']);
    leader.chat.setStorageConsent('granted');
    await settle();
    expect(follower.chat.state.storageConsent.value).toBe('granted');
  });

  it('does not take what a page began with for an answer of the visitor', async () => {
    const { open, settle } = createSite();
    const first = open({ storageConsent: 'required' });
    first.chat.start();
    await settle();
    const second = open();
    second.chat.start();
    await settle();
    expect([first, second].map(({ chat }) => chat.state.storageConsent.value)).toEqual(['required', 'granted']);
  });

  it('tells a tab that joins later that the visitor has it open, who has read its messages there', async () => {
    const { leader, open, settle } = await twoTabs();
    await leader.chat.leadForm?.submit();
    leader.chat.setVisible(true);
    leader.chat.sendMessage('Hello');
    await settle();
    const later = open({ gateway: fakeGateway(), leadForm: 'required' });
    later.chat.start();
    await settle();
    expect(later.chat.state.open.value).toBe(true);
    expect(later.chat.state.unread.value).toBe(0);
    leader.chat.setVisible(false);
    await settle();
    expect(later.chat.state.open.value).toBe(false);
  });

  it('is not closed by joining tabs that have it closed', async () => {
    const { leader, open, settle } = await twoTabs();
    const later = open({ gateway: fakeGateway(), leadForm: 'required' });
    later.chat.setVisible(true);
    later.chat.start();
    await settle();
    expect([leader, later].map(({ chat }) => chat.state.open.value)).toEqual([false, true]);
  });

  // The leading tab stored the conversation again that another tab had deleted.
  it('withdraws the consent in all of them', async () => {
    const { leader, follower, area, settle } = await twoTabs();
    await leader.chat.leadForm?.submit();
    await settle();
    expect(area.entries.size).toBeGreaterThan(0);
    follower.chat.setStorageConsent('denied');
    await settle();
    leader.chat.sendMessage('Hello');
    await settle();
    expect([area, leader.tabStorage, follower.tabStorage].flatMap(({ entries }) => [...entries.keys()])).toEqual([]);
    expect(leader.chat.state.messages.value).toMatchObject([{ text: 'Hello' }, { text: 're: Hello' }]);
  });
});
