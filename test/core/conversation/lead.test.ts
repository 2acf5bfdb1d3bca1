import { describe, expect, it, vi } from 'vitest';
import type { CallOutcome, LeadOutcome } from '../../../src/core/leads/lead-gateway.ts';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, flowId, type PageOptions, texts } from './site.ts';

const lead = 'd1000000-0000-4000-8000-000000000001';
const stored = { id: lead, token: 'secret' };
const callKey = `leadchat:${flowId}:call`;

describe('a chat that asks for a lead', () => {
  function ask(options: PageOptions = {}) {
    const site = createSite();
    const gateway = fakeGateway();
    const page = site.open({ gateway, leadForm: 'required', ...options });
    const form = page.chat.leadForm;
    if (form === null) throw new Error('the chat has no form');
    const events: unknown[] = [];
    for (const name of ['lead:submit', 'lead:accepted', 'lead:queued', 'lead:failed', 'callback:requested'] as const) {
      page.chat.on(name, (detail) => events.push([name, detail]));
    }
    page.chat.start();
    form.set('phone', '+1 415 555 2671');
    return { ...site, gateway, page, chat: page.chat, form, events };
  }

  it('opens no socket before it has the lead', async () => {
    const { chat, service, settle } = ask();
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
    expect(service.network.sockets).toHaveLength(0);
  });

  // Cause: the form was reset when the chat began to ask for the lead, while it was already being sent.
  it('shows that a lead is being sent that was submitted before start()', async () => {
    const gateway = fakeGateway();
    const { chat } = createSite().open({ gateway, leadForm: 'required' });
    const outcome = Promise.withResolvers<LeadOutcome>();
    gateway.submit = () => outcome.promise;
    chat.leadForm?.set('phone', '+1 415 555 2671');
    const submission = chat.leadForm?.submit();
    await Promise.resolve();
    expect(chat.state.phase.value).toBe('asking-lead');
    expect(chat.leadForm?.status.value).toBe('sending');
    outcome.resolve({ status: 'queued', kept: 'memory' });
    expect(await submission).toEqual({ ok: true, status: 'queued' });
    chat.destroy();
  });

  it('begins with the session that was initialized for the lead, without reconnect', async () => {
    const { chat, form, gateway, service, events, settle } = ask();
    const session = service.newSession();
    gateway.outcome = { status: 'accepted', lead: stored, session: { id: session, target: {} } };
    expect(await form.submit()).toEqual({ ok: true, status: 'accepted' });
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: false });
    expect(chat.state.lead.value).toEqual({ status: 'accepted', lead });
    expect(events).toEqual([
      ['lead:submit', { form: 'default', callback: false }],
      ['lead:accepted', { lead }],
    ]);
    service.last()?.cut();
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: true });
  });

  it('connects to the flow and the host of its session, and to the configured ones for a new conversation', async () => {
    const { form, gateway, service, settle } = ask();
    const session = service.newSession();
    const target = { flowId: 'f1000000-0000-4000-8000-00000000000f', wssUrl: 'wss://own.example' };
    gateway.outcome = { status: 'accepted', lead: null, session: { id: session, target } };
    await form.submit();
    await settle();
    service.last()?.cut();
    await settle();
    expect(service.last()?.path).toEqual({ ...target, session, reconnect: true });
    // The service no longer accepts the session, so an anonymous conversation starts at the configured address.
    service.forget(session);
    service.last()?.cut();
    await settle();
    expect(service.last()?.path).toEqual({ flowId, session: null, reconnect: false });
  });

  it('keeps an initialized session over a reload that comes before the first connection', async () => {
    const { page, form, gateway, service, open, settle } = ask();
    const session = service.newSession();
    gateway.outcome = { status: 'accepted', lead: stored, session: { id: session, target: {} } };
    service.network.setUp(false);
    await form.submit();
    await settle();
    page.close();
    service.network.setUp(true);
    open({ gateway: fakeGateway(), leadForm: 'required' }).chat.start();
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: false });
  });

  it('chats anonymously with a notice when no session could be opened', async () => {
    const { chat, form, service, settle } = ask();
    await form.submit();
    await settle();
    expect(service.last()?.path).toMatchObject({ session: null, reconnect: false });
    expect(chat.state.notice.value).toBe('anonymous-fallback');
  });

  it('chats anonymously with a notice when the service refuses the initialized session', async () => {
    const { chat, form, gateway, service, settle } = ask();
    gateway.outcome = {
      status: 'accepted',
      lead: stored,
      session: { id: 'webchat-session.b1000000-0000-4000-8000-0000000000ff', target: {} },
    };
    await form.submit();
    await settle();
    expect(service.last()?.path).toMatchObject({ session: null, reconnect: false });
    expect(chat.state.notice.value).toBe('anonymous-fallback');
    expect(chat.state.connection.value).toBe('open');
  });

  // Cause: the lead's session was set while an anonymous socket connected, and its session frame replaced it.
  it('connects with the session of a queued lead that is accepted while the anonymous socket connects', async () => {
    const { chat, form, gateway, service, settle } = ask();
    const session = service.newSession();
    gateway.outcome = { status: 'queued', kept: 'storage' };
    chat.on('lead:queued', () => {
      gateway.settle({ status: 'accepted', lead: stored, session: { id: session, target: {} } });
    });
    await form.submit();
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: false });
    expect(service.live()).toHaveLength(1);
  });

  // Cause: destroy() stopped storing and the other effects before they had seen that the page was left.
  it('keeps the session when a listener of the page destroys the chat', async () => {
    const { page, chat, form, gateway, service, clock, channels, open, settle } = ask();
    const session = service.newSession();
    gateway.outcome = { status: 'accepted', lead: stored, session: { id: session, target: {} } };
    chat.on('lead:accepted', () => chat.destroy());
    await form.submit();
    await settle();
    expect([channels.size, clock.pending, page.errors]).toEqual([0, 0, []]);
    expect(chat.sendMessage('Too late')).toBeUndefined();
    open({ gateway: fakeGateway(), leadForm: 'required' }).chat.start();
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: false });
  });

  it('lets the visitor chat while the lead is queued, and uses its session if no message was sent yet', async () => {
    const { chat, form, gateway, service, events, settle } = ask();
    gateway.outcome = { status: 'queued', kept: 'storage' };
    expect(await form.submit()).toEqual({ ok: true, status: 'queued' });
    await settle();
    expect(chat.state.lead.value).toEqual({ status: 'queued', kept: 'storage' });
    expect(service.last()?.path.session).toBeNull();
    const session = service.newSession();
    gateway.settle({ status: 'accepted', lead: stored, session: { id: session, target: {} } });
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: false });
    expect(service.live()).toHaveLength(1);
    expect(events.slice(1)).toEqual([
      ['lead:queued', { kept: 'storage' }],
      ['lead:accepted', { lead }],
    ]);
  });

  it('stays in the anonymous conversation when the lead is accepted after the visitor wrote', async () => {
    const { page, chat, form, gateway, service, settle } = ask();
    gateway.outcome = { status: 'queued', kept: 'memory' };
    await form.submit();
    chat.sendMessage('Hello');
    await settle();
    gateway.settle({ status: 'accepted', lead: stored, session: { id: service.newSession(), target: {} } });
    await settle();
    expect(texts(page)).toEqual(['Hello', 're: Hello']);
    expect(service.network.sockets).toHaveLength(1);
  });

  it('shows the proxy’s issues at their fields', async () => {
    const { chat, form, gateway, events, service, settle } = ask();
    const issues = [{ path: 'fields.phone', message: 'two digits are missing' }];
    gateway.outcome = { status: 'refused', code: 'bad-request', message: 'no', issues };
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'phone' });
    expect(form.problems.value).toEqual({ phone: { code: 'refused', message: 'two digits are missing' } });
    expect(chat.state.lead.value).toEqual({ status: 'refused', code: 'bad-request', message: 'no', issues });
    expect(events.at(-1)).toEqual(['lead:failed', { code: 'bad-request', message: 'no' }]);
    await settle();
    expect(service.network.sockets).toHaveLength(0);
    form.set('phone', '+1 415 555 2672');
    expect(form.problems.value).toEqual({});
    expect(form.status.value).toBe('editing');
  });

  it('sends messages that were typed before the lead, once the lead is accepted', async () => {
    const { page, chat, form, service, settle } = ask();
    chat.sendMessage('Hello');
    await settle();
    expect(service.network.sockets).toHaveLength(0);
    expect(chat.state.phase.value).toBe('asking-lead');
    await form.submit();
    await settle();
    expect(texts(page)).toEqual(['Hello', 're: Hello']);
  });

  it('can be skipped when the form is optional, and only then', async () => {
    const required = ask();
    required.chat.skipLead();
    expect(required.chat.state.phase.value).toBe('asking-lead');
    const optional = ask({ leadForm: 'optional' });
    optional.chat.skipLead();
    await optional.settle();
    expect(optional.chat.state.phase.value).toBe('chatting');
    expect(optional.service.last()?.path.session).toBeNull();
    expect(optional.chat.state.notice.value).toBeNull();
  });

  // The conversation was replaced, and the visitor's messages disappeared.
  it.each<[string, (session: string) => LeadOutcome]>([
    ['accepted', (session) => ({ status: 'accepted', lead: stored, session: { id: session, target: {} } })],
    ['accepted without a session', () => ({ status: 'accepted', lead: stored, session: null })],
    ['queued', () => ({ status: 'queued', kept: 'storage' })],
  ])(
    'continues the chat of a visitor who skips the form while the lead is sent, which is then %s',
    async (_, outcome) => {
      const { page, chat, form, gateway, service, settle } = ask({ leadForm: 'optional' });
      const response = Promise.withResolvers<LeadOutcome>();
      gateway.submit = () => response.promise;
      const submission = form.submit();
      chat.skipLead();
      chat.sendMessage('Hello');
      await settle();
      response.resolve(outcome(service.newSession()));
      await submission;
      await settle();
      chat.sendMessage('Are you there?');
      await settle();
      expect(texts(page)).toEqual(['Hello', 're: Hello', 'Are you there?', 're: Are you there?']);
      expect(service.network.sockets).toHaveLength(1);
    },
  );

  it('opens a session for the lead of a chat whose visitor begins a new conversation while it is sent', async () => {
    const { open, service, settle } = createSite();
    const anonymous = open();
    anonymous.chat.sendMessage('Hello');
    await settle();
    anonymous.close();
    const gateway = fakeGateway();
    const response = Promise.withResolvers<LeadOutcome>();
    gateway.submit = () => response.promise;
    gateway.session = service.newSession();
    const { chat } = open({ gateway, leadForm: 'required' });
    chat.showForm();
    chat.leadForm?.set('phone', '+1 415 555 2671');
    const submission = chat.leadForm?.submit();
    chat.newConversation();
    expect(chat.state.phase.value).toBe('asking-lead');
    response.resolve({ status: 'accepted', lead: stored, session: null });
    await submission;
    await settle();
    expect(service.last()?.path).toMatchObject({ session: gateway.session, reconnect: false });
    expect(chat.state.notice.value).toBeNull();
  });

  it('does not ask again while a lead of an earlier page is queued', async () => {
    const { open, settle, service } = createSite();
    const gateway = fakeGateway();
    gateway.queued = true;
    const { chat } = open({ gateway, leadForm: 'required' });
    chat.start();
    await settle();
    expect(chat.state.phase.value).toBe('chatting');
    expect(chat.state.lead.value).toEqual({ status: 'queued', kept: 'storage' });
    expect(service.last()?.path.session).toBeNull();
  });

  it('keeps the token of a lead over a reload, and out of every event', async () => {
    const { page, form, gateway, open, events, settle, service } = ask();
    gateway.outcome = {
      status: 'accepted',
      lead: { id: lead, token: 'secret' },
      session: { id: service.newSession(), target: {} },
    };
    await form.submit({ callback: true });
    await settle();
    page.close();
    const openSession = vi.fn(async () => ({ id: service.newSession(), target: {} }));
    const requestCall = vi.fn(async () => ({ ok: false as const, code: 'closed' }));
    const later = open({ gateway: { ...gateway, openSession, requestCall, callStatus: async () => 'unreachable' } });
    later.chat.start();
    await settle();
    later.chat.requestCall();
    later.chat.newConversation();
    await settle();
    expect(openSession).toHaveBeenCalledWith({ id: lead, token: 'secret' });
    expect(requestCall).toHaveBeenCalledWith({ id: lead, token: 'secret' }, undefined);
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(JSON.stringify(later.chat.state.lead.value)).not.toContain('secret');
  });

  it('opens a new session for the known lead of a new conversation, also after a reload', async () => {
    const { page, form, gateway, service, open, settle } = ask();
    gateway.outcome = { status: 'accepted', lead: stored, session: { id: service.newSession(), target: {} } };
    await form.submit();
    await settle();
    page.close();
    const later = fakeGateway();
    later.session = service.newSession();
    const { chat } = open({ gateway: later, leadForm: 'required' });
    chat.start();
    await settle();
    chat.newConversation();
    await settle();
    expect(service.last()?.path).toMatchObject({ session: later.session, reconnect: false });
    expect(chat.state.lead.value).toEqual({ status: 'accepted', lead });
  });

  // Cause: a conversation without a session was not stored, and the lead with it.
  it('requests the session of a new conversation again after a reload, and does not ask for the lead', async () => {
    const gateway = fakeGateway();
    gateway.openSession = () => new Promise(() => {});
    const { page, chat, form, service, open, settle } = ask({ gateway });
    gateway.outcome = { status: 'accepted', lead: stored, session: { id: service.newSession(), target: {} } };
    await form.submit();
    await settle();
    chat.newConversation();
    await settle();
    page.close();
    const later = fakeGateway();
    later.session = service.newSession();
    const next = open({ gateway: later, leadForm: 'required' });
    expect(next.chat.hasConversation()).toBe(true);
    next.chat.start();
    await settle();
    expect(next.chat.state.phase.value).toBe('chatting');
    expect(next.chat.state.lead.value).toEqual({ status: 'accepted', lead });
    expect(service.last()?.path).toMatchObject({ session: later.session, reconnect: false });
  });

  it('shows that a queued lead was accepted when another tab has sent it', async () => {
    const { chat, form, gateway, open, settle } = ask();
    const sender = fakeGateway();
    const other = open({ gateway: sender, leadForm: 'required' });
    gateway.outcome = { status: 'queued', kept: 'storage' };
    gateway.queued = true;
    await form.submit();
    other.chat.start();
    await settle();
    gateway.queued = false;
    sender.settle({ status: 'accepted', lead: stored, session: null });
    await settle();
    expect(chat.state.lead.value).toEqual({ status: 'accepted', lead });
  });

  it('asks for the lead again in a new conversation if there is no proxy that stores it', async () => {
    const { chat, form, gateway, service, settle } = ask();
    gateway.outcome = { status: 'accepted', lead: null, session: { id: service.newSession(), target: {} } };
    await form.submit();
    await settle();
    chat.newConversation();
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
    expect(service.live()).toHaveLength(0);
    expect(form.values.value.phone).toBe('+1 415 555 2671');
    expect(form.status.value).toBe('editing');
  });

  it('forgets the queued lead and all typed values, for another person at the same browser', async () => {
    const { chat, form, gateway, settle } = ask();
    gateway.outcome = { status: 'queued', kept: 'storage' };
    form.set('first_name', 'Ada');
    form.setConsent(true);
    await form.submit();
    gateway.queued = true;
    chat.forget();
    await settle();
    expect(gateway.queued).toBe(false);
    expect(form.values.value).toMatchObject({ phone: '', first_name: '' });
    expect(form.consentGiven.value).toBe(false);
    form.prefill({ first_name: 'Grace' });
    expect(form.values.value.first_name).toBe('Grace');
  });

  it('ignores the outcome of a lead that was sent before forget()', async () => {
    const { chat, form, gateway, service, events, settle } = ask();
    const sent = Promise.withResolvers<LeadOutcome>();
    gateway.submit = () => sent.promise;
    const submission = form.submit({ callback: true });
    chat.forget();
    chat.newConversation();
    const session = { id: service.newSession(), target: {} };
    sent.resolve({ status: 'accepted', lead: stored, session });
    await submission;
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
    expect(chat.state.lead.value).toEqual({ status: 'none' });
    expect(chat.state.callback.value).toEqual({ status: 'none' });
    expect(form.status.value).toBe('editing');
    expect(service.network.sockets).toHaveLength(0);
    expect(events).toEqual([['lead:submit', { form: 'default', callback: true }]]);
  });

  it('requests a call-back and follows it to its end', async () => {
    const { chat, form, gateway, events, clock, settle } = ask();
    await form.submit();
    await settle();
    chat.requestCall();
    expect(chat.state.callback.value).toEqual({ status: 'asking' });
    await settle();
    expect(chat.state.callback.value).toEqual({ status: 'requested', state: 'waiting' });
    expect(events.at(-1)).toEqual(['callback:requested', { lead }]);
    await clock.advance(3_000);
    expect(chat.state.callback.value).toEqual({ status: 'requested', state: 'ringing' });
    gateway.callStatus = () => Promise.resolve({ state: 'completed' });
    await clock.advance(3_000);
    expect(chat.state.callback.value).toEqual({ status: 'requested', state: 'completed' });
    chat.destroy();
    expect(clock.pending).toBe(0);
  });

  it('requests the call of a lead once the lead is accepted', async () => {
    const { chat, form, gateway, events, settle } = ask();
    await form.submit({ callback: true });
    await settle();
    expect(gateway.requests.at(-1)).not.toHaveProperty('callback');
    expect(chat.state.callback.value).toEqual({ status: 'requested', state: 'waiting' });
    expect(events).toEqual([
      ['lead:submit', { form: 'default', callback: true }],
      ['lead:accepted', { lead }],
      ['callback:requested', { lead }],
    ]);
    chat.destroy();
  });

  it('reports why there is no call, and requests none while one is under way', async () => {
    const { chat, form, gateway, events, settle } = ask();
    gateway.requestCall = () => Promise.resolve({ ok: false, code: 'closed' });
    await form.submit({ callback: true });
    await settle();
    expect(chat.state.callback.value).toEqual({ status: 'failed', code: 'closed' });
    expect(events).not.toContainEqual(['callback:requested', { lead }]);
    const requestCall = vi.fn(async () => ({
      ok: true as const,
      call: { id: 'call', token: 'secret' },
      state: 'waiting' as const,
    }));
    gateway.requestCall = requestCall;
    chat.requestCall();
    chat.requestCall();
    await settle();
    chat.requestCall();
    expect(requestCall).toHaveBeenCalledTimes(1);
    chat.destroy();
  });

  it('does not queue a call request with a lead that could not be sent', async () => {
    const { chat, form, gateway, settle } = ask();
    gateway.outcome = { status: 'queued', kept: 'storage' };
    await form.submit({ callback: true });
    await settle();
    expect(chat.state.callback.value).toEqual({ status: 'failed', code: 'unreachable' });
    chat.destroy();
  });

  it('follows a call over a reload, and does not show one that has ended meanwhile', async () => {
    const { page, form, gateway, clock, area, open, settle } = ask();
    await form.submit({ callback: true });
    await settle();
    page.close();
    const reload = async (callStatus: typeof gateway.callStatus) => {
      const next = open({ gateway: { ...gateway, callStatus }, leadForm: 'required' });
      next.chat.start();
      await settle();
      return next;
    };
    const ringing = await reload(() => Promise.resolve({ state: 'ringing' }));
    expect(ringing.chat.state.callback.value).toEqual({ status: 'requested', state: 'ringing' });
    expect(area.entries.has(callKey)).toBe(true);
    ringing.close();
    const states = [{ state: 'answered' }, { state: 'completed' }] as const;
    let asked = 0;
    const answered = await reload(() => Promise.resolve(states[asked++] ?? 'unreachable'));
    expect(answered.chat.state.callback.value).toEqual({ status: 'requested', state: 'answered' });
    answered.close();
    const ended = await reload(() => Promise.resolve({ state: 'completed' }));
    expect(ended.chat.state.callback.value).toEqual({ status: 'none' });
    expect(area.entries.has(callKey)).toBe(false);
    await clock.advance(10_000);
    expect(ended.chat.state.callback.value).toEqual({ status: 'none' });
    ended.close();
  });

  it('stores a call only while it lasts and while the visitor allows storing', async () => {
    const { chat, form, gateway, clock, area, settle } = ask();
    await form.submit({ callback: true });
    await settle();
    expect(JSON.parse(area.getItem(callKey) ?? '')).toMatchObject({ id: 'c1', token: 'secret' });
    chat.setStorageConsent('denied');
    expect(area.entries.has(callKey)).toBe(false);
    chat.setStorageConsent('granted');
    expect(area.entries.has(callKey)).toBe(true);
    chat.forget();
    expect(area.entries.has(callKey)).toBe(false);
    gateway.callStatus = () => Promise.resolve({ state: 'completed' });
    await clock.advance(3_000);
    expect(area.entries.has(callKey)).toBe(false);
    chat.destroy();
  });

  it('neither stores nor shows a call that was being requested during forget()', async () => {
    const { chat, form, gateway, events, area, settle } = ask();
    await form.submit();
    const requested = Promise.withResolvers<CallOutcome>();
    gateway.requestCall = () => requested.promise;
    chat.requestCall();
    chat.forget();
    requested.resolve({ ok: true, call: { id: 'c1', token: 'secret' }, state: 'waiting' });
    await settle();
    expect(chat.state.callback.value).toEqual({ status: 'none' });
    expect(area.entries.has(callKey)).toBe(false);
    expect(events.at(-1)).toEqual(['lead:accepted', { lead }]);
    chat.destroy();
  });

  it('reports a call as unknown when the proxy does not say how it ended', async () => {
    const { chat, form, gateway, clock, settle } = ask();
    gateway.callStatus = () => Promise.resolve('unreachable');
    await form.submit({ callback: true });
    await settle();
    for (let polls = 0; polls <= 200; polls += 1) await clock.advance(3_000);
    expect(chat.state.callback.value).toEqual({ status: 'requested', state: 'unknown' });
    chat.destroy();
  });
});
