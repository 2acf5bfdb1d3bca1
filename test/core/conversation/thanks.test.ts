import { describe, expect, it } from 'vitest';
import type { LeadOutcome } from '../../../src/core/leads/lead-gateway.ts';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, flowId, type PageOptions, texts } from './site.ts';

const stored = { id: 'd1000000-0000-4000-8000-000000000001', token: 'secret' };
const thanksKey = `leadchat-thanks:${flowId}`;

describe('a chat that only takes leads', () => {
  function leadOnly(overrides: PageOptions = {}) {
    const site = createSite();
    const gateway = fakeGateway();
    let afterLead: 'chat' | 'thanks' = 'thanks';
    const open = (options: PageOptions = {}) => {
      const page = site.open({
        gateway,
        leadForm: 'required',
        afterLead: () => afterLead,
        ...overrides,
        ...options,
      });
      page.chat.start();
      page.chat.leadForm?.set('phone', '+1 415 555 2671');
      return page;
    };
    const openDesk = () => {
      afterLead = 'chat';
    };
    const page = open();
    return { ...site, gateway, open, openDesk, page, chat: page.chat };
  }

  it('requests no session and opens no socket for the lead', async () => {
    const { chat, gateway, service, settle } = leadOnly();
    await chat.leadForm?.submit();
    await settle();
    expect(gateway.requests).toMatchObject([{ chat: false }]);
    expect(chat.state.phase.value).toBe('thanks');
    expect(chat.state.notice.value).toBeNull();
    expect(service.network.sockets).toHaveLength(0);
  });

  it('requests a session if a chat follows', async () => {
    const { chat, gateway, openDesk } = leadOnly();
    openDesk();
    await chat.leadForm?.submit();
    expect(gateway.requests).toMatchObject([{ chat: true }]);
    expect(chat.state.phase.value).toBe('chatting');
  });

  it('sends no message, and does not let the visitor skip the form', async () => {
    const { chat, service, settle } = leadOnly({ leadForm: 'optional' });
    expect(chat.sendMessage('Hello')).toBeUndefined();
    chat.skipLead();
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
    await chat.leadForm?.submit();
    expect(chat.sendMessage('Hello')).toBeUndefined();
    await settle();
    expect(chat.state.phase.value).toBe('thanks');
    expect(service.network.sockets).toHaveLength(0);
  });

  it('still thanks after a reload, and knows the lead for a call-back', async () => {
    const { gateway, open, page, service, settle } = leadOnly();
    gateway.outcome = { status: 'accepted', lead: stored, session: null };
    await page.chat.leadForm?.submit();
    await settle();
    page.close();
    const calls: unknown[] = [];
    const { chat } = open({
      gateway: {
        ...gateway,
        requestCall: async (lead) => {
          calls.push(lead);
          return { ok: false, code: 'closed' };
        },
      },
    });
    await settle();
    expect(chat.state.phase.value).toBe('thanks');
    expect(chat.hasConversation()).toBe(true);
    expect(chat.state.lead.value).toEqual({ status: 'accepted', lead: stored.id });
    chat.requestCall();
    await settle();
    expect(calls).toEqual([stored]);
    expect(service.network.sockets).toHaveLength(0);
  });

  it('accepts another lead on request, and forgets the first', async () => {
    const { area, chat, gateway, open, page, settle } = leadOnly();
    await chat.leadForm?.submit();
    await settle();
    chat.newConversation();
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
    expect(area.getItem(thanksKey)).toBeNull();
    page.close();
    expect(open().chat.state.phase.value).toBe('asking-lead');
    expect(gateway.requests).toHaveLength(1);
  });

  it('chats with the known lead as soon as the opening hours start', async () => {
    const { chat, gateway, openDesk, service, settle } = leadOnly();
    gateway.outcome = { status: 'accepted', lead: stored, session: null };
    await chat.leadForm?.submit();
    await settle();
    gateway.session = service.newSession();
    openDesk();
    chat.newConversation();
    await settle();
    expect(chat.state.phase.value).toBe('chatting');
    expect(service.last()?.path).toMatchObject({ session: gateway.session, reconnect: false });
  });

  it('shows that the lead is queued, also after a reload, and when it is accepted', async () => {
    const { chat, gateway, open, page, settle } = leadOnly();
    gateway.outcome = { status: 'queued', kept: 'storage' };
    gateway.queued = true;
    await chat.leadForm?.submit();
    await settle();
    expect(chat.state.lead.value).toEqual({ status: 'queued', kept: 'storage' });
    page.close();
    const later = open();
    await settle();
    expect(later.chat.state).toMatchObject({ phase: { value: 'thanks' }, lead: { value: { status: 'queued' } } });
    gateway.queued = false;
    gateway.settle({ status: 'accepted', lead: stored, session: null });
    await settle();
    expect(later.chat.state.lead.value).toEqual({ status: 'accepted', lead: stored.id });
    later.close();
    expect(open().chat.state.phase.value).toBe('thanks');
  });

  it('shows the form again when the queued lead is refused', async () => {
    const { area, chat, gateway, settle } = leadOnly();
    gateway.outcome = { status: 'queued', kept: 'storage' };
    await chat.leadForm?.submit();
    await settle();
    gateway.settle({ status: 'refused', code: 'bad-request', message: 'No', issues: [] });
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
    expect(chat.state.lead.value.status).toBe('refused');
    expect(chat.leadForm?.status.value).toBe('editing');
    expect(area.getItem(thanksKey)).toBeNull();
  });

  it('shows the form again when the queued lead has expired, or after resumeDays', async () => {
    const { chat, clock, gateway, open, page, settle } = leadOnly();
    gateway.outcome = { status: 'queued', kept: 'storage' };
    gateway.queued = true;
    await chat.leadForm?.submit();
    await settle();
    page.close();
    gateway.queued = false;
    const expired = open();
    expect(expired.chat.state.phase.value).toBe('asking-lead');
    gateway.outcome = { status: 'accepted', lead: stored, session: null };
    await expired.chat.leadForm?.submit();
    await settle();
    expired.close();
    clock.advanceNow(31 * 86_400_000);
    expect(open().chat.state.phase.value).toBe('asking-lead');
  });

  // Cause: it counted every stored thanks, so the widget started a chat that start() then began anew.
  it.each<[string, LeadOutcome, PageOptions]>([
    ['a chat without a form', { status: 'accepted', lead: stored, session: null }, { leadForm: 'off' }],
    ['a queued lead that has expired', { status: 'queued', kept: 'storage' }, {}],
  ])('says that nothing continues for %s', async (_, outcome, options) => {
    const { gateway, open, page, settle } = leadOnly();
    gateway.outcome = outcome;
    await page.chat.leadForm?.submit();
    await settle();
    page.close();
    const { chat } = open(options);
    expect(chat.hasConversation()).toBe(false);
    expect(chat.state.phase.value).not.toBe('thanks');
  });

  it('thanks in the other tabs too', async () => {
    const { chat, gateway, open, settle } = leadOnly();
    const follower = open();
    await settle();
    gateway.outcome = { status: 'accepted', lead: stored, session: null };
    await follower.chat.leadForm?.submit();
    await settle();
    expect([chat, follower.chat].map(({ state }) => state.phase.value)).toEqual(['thanks', 'thanks']);
  });

  it.each(['first', 'second'])(
    'says in all tabs that the lead of the %s waits, and that it was sent',
    async (which) => {
      const { chat, gateway, open, settle } = leadOnly();
      const second = fakeGateway();
      const tabs = { first: { chat, gateway }, second: { chat: open({ gateway: second }).chat, gateway: second } };
      await settle();
      const [from, to] = which === 'first' ? [tabs.first, tabs.second] : [tabs.second, tabs.first];
      from.gateway.outcome = { status: 'queued', kept: 'storage' };
      for (const tab of [from, to]) tab.gateway.queued = true;
      await from.chat.leadForm?.submit();
      await settle();
      const statuses = () => [from, to].map((tab) => tab.chat.state.lead.value.status);
      expect(statuses()).toEqual(['queued', 'queued']);
      for (const tab of [from, to]) tab.gateway.queued = false;
      to.gateway.settle({ status: 'accepted', lead: stored, session: null });
      await settle();
      expect(statuses()).toEqual(['accepted', 'accepted']);
    },
  );

  it('stores nothing without consent, and forgets the lead on request', async () => {
    const withoutConsent = leadOnly({ storageConsent: 'required' });
    await withoutConsent.chat.leadForm?.submit();
    await withoutConsent.settle();
    expect(withoutConsent.area.getItem(thanksKey)).toBeNull();
    const { area, chat, settle } = leadOnly();
    await chat.leadForm?.submit();
    await settle();
    expect(area.getItem(thanksKey)).not.toBeNull();
    chat.forget();
    await settle();
    expect(area.getItem(thanksKey)).toBeNull();
    expect(chat.state.phase.value).toBe('ended');
  });
});

describe('a new conversation', () => {
  it('can be undone: the last one continues in its session', async () => {
    const { open, service, settle, area } = createSite();
    const { chat } = open();
    chat.sendMessage('Hello');
    await settle();
    const [session] = service.conversations.keys();
    chat.newConversation();
    await settle();
    expect(chat.state.canUndo.value).toBe(true);
    const resumed: unknown[] = [];
    chat.on('session:resume', (detail) => resumed.push(detail));
    chat.undoNewConversation();
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: true });
    expect(service.live()).toHaveLength(1);
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
    expect(resumed).toHaveLength(1);
    expect(chat.state.canUndo.value).toBe(false);
    expect(JSON.parse(area.getItem(`leadchat:${flowId}`) ?? '').session_id).toBe(session);
    chat.sendMessage('Again');
    await settle();
    expect(texts({ chat })).toEqual(['Hello', 're: Hello', 'Again', 're: Again']);
  });

  it('cannot be undone once the visitor has written in it, or if the last one had no message of the visitor', async () => {
    const { open, settle } = createSite();
    const { chat } = open();
    chat.start();
    await settle();
    chat.newConversation();
    await settle();
    expect(chat.state.canUndo.value).toBe(false);
    chat.sendMessage('Hello');
    await settle();
    chat.newConversation();
    await settle();
    chat.sendMessage('Something else');
    await settle();
    expect(chat.state.canUndo.value).toBe(false);
    chat.undoNewConversation();
    await settle();
    expect(texts({ chat })).toEqual(['Something else', 're: Something else']);
  });

  it('can be undone in the tab that began it, for all tabs', async () => {
    const { open, settle } = createSite();
    const [leader, follower] = [open(), open()];
    leader.chat.start();
    follower.chat.start();
    leader.chat.sendMessage('Hello');
    await settle();
    follower.chat.newConversation();
    await settle();
    expect([leader, follower].map(({ chat }) => chat.state.canUndo.value)).toEqual([false, true]);
    follower.chat.undoNewConversation();
    await settle();
    expect([texts(leader), texts(follower)]).toEqual([
      ['Hello', 're: Hello'],
      ['Hello', 're: Hello'],
    ]);
  });
});
