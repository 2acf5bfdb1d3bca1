import { describe, expect, it } from 'vitest';
import type { Chat } from '../../../src/core/chat.ts';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { leadId } from '../leads/fake-proxy.ts';
import { createSite, flowId, type PageOptions, texts } from './site.ts';

const key = `leadchat:${flowId}`;

describe('a conversation', () => {
  it('starts anonymously with the session null, and stores the session it gets at once', async () => {
    const { open, service, area, settle } = createSite();
    const { chat } = open();
    expect(area.writes).toBe(0);
    expect(service.network.sockets).toHaveLength(0);
    chat.start();
    await settle();
    expect(service.last()?.path).toEqual({ flowId, session: null, reconnect: false });
    const [session] = service.conversations.keys();
    expect(JSON.parse(area.getItem(key) ?? '')).toMatchObject({ session_id: session });
    expect(chat.state.phase.value).toBe('chatting');
    expect(chat.state.owner.value).toEqual({ id: 'owner', name: 'Ada' });
  });

  it('confirms a message when the answer comes, and shows until then that an answer is awaited', async () => {
    const { open, service, settle } = createSite();
    service.answers = false;
    const { chat } = open();
    chat.start();
    await settle();
    const deliveries: (string | undefined)[] = [];
    chat.state.messages.subscribe((messages) => deliveries.push(messages[0]?.delivery));
    chat.sendMessage('  Hello ');
    await settle();
    expect(chat.state.awaitingAnswer.value).toBe(true);
    const [session = ''] = service.conversations.keys();
    service.say(session, 'Hi');
    await settle();
    expect(texts({ chat })).toEqual(['Hello', 'Hi']);
    expect([...new Set(deliveries)]).toEqual([undefined, 'sent', 'confirmed']);
    expect(chat.state.awaitingAnswer.value).toBe(false);
  });

  it('stops awaiting an answer after a minute', async () => {
    const { open, service, clock, settle } = createSite();
    service.answers = false;
    const { chat } = open();
    chat.sendMessage('Hello');
    await settle();
    expect(chat.state.awaitingAnswer.value).toBe(true);
    await clock.advance(60_000);
    expect(chat.state.awaitingAnswer.value).toBe(false);
  });

  it('shows a burst of messages in few steps, and the answer to a new message at once', async () => {
    const { open, service, settle } = createSite();
    const { chat } = open();
    chat.start();
    await settle();
    const [session = ''] = service.conversations.keys();
    const received: string[] = [];
    chat.on('message:received', ({ message }) => received.push(message.text));
    let stepCount = 0;
    const stop = chat.state.messages.subscribe(() => {
      stepCount += 1;
    });
    const sent = Array.from({ length: 300 }, (_, count) => `${count}`);
    for (const text of sent) service.say(session, text);
    // Frames arrive without any time passing.
    const arrive = () => new Promise(setImmediate);
    await arrive();
    expect(chat.state.messages.value.length).toBeLessThan(10);
    await settle();
    expect(texts({ chat })).toEqual(sent);
    // The page hears of each message.
    expect(received).toEqual(sent);
    expect(stepCount).toBeLessThan(12);
    stop();

    for (let count = 0; count < 10; count++) service.say(session, `${count}`);
    await arrive();
    chat.sendMessage('Hello');
    await arrive();
    expect(texts({ chat }).slice(-2)).toEqual(['Hello', 're: Hello']);
  });

  it('keeps the messages that have arrived when the page is left in the middle of a burst', async () => {
    for (const leave of ['navigation', 'destroy'] as const) {
      const { open, service, settle } = createSite();
      service.replays = false;
      const first = open();
      first.chat.sendMessage('Hello');
      await settle();
      const [session = ''] = service.conversations.keys();
      for (let count = 0; count < 20; count++) service.say(session, `${count}`);
      await new Promise(setImmediate);
      expect(texts(first).length).toBeLessThan(20);
      if (leave === 'navigation') first.pageLifecycle.emit('leave');
      else first.chat.destroy();
      const next = open();
      next.chat.start();
      expect(texts(next).slice(-2), leave).toEqual(['18', '19']);
      for (const { close } of [first, next]) close();
    }
  });

  it('refuses blank messages and messages over the limit', () => {
    const { chat } = createSite().open();
    // Cause: of what draws nothing, only white space counted as nothing, and the rest was sent as an empty message.
    for (const blank of ['', '  \n ', '\u200b', '\ufeff \u200e', '\u202a\u202c', '\u0000\u001b', '\u2800', '\u00ad'])
      expect(chat.sendMessage(blank)).toBeUndefined();
    for (const text of ['.', '👍🏽', '؟', '\u202eabc']) expect(chat.sendMessage(text)).toBeDefined();
    expect(chat.sendMessage('x'.repeat(8001))).toBeUndefined();
    expect(chat.sendMessage('x'.repeat(8000))).toBeDefined();
  });

  it('shows a returning visitor the transcript before any socket is open, then resumes', async () => {
    const { open, service, settle } = createSite();
    const first = open();
    first.chat.sendMessage('Hello');
    await settle();
    first.close();
    await settle();
    const { chat } = open();
    expect(chat.hasConversation()).toBe(true);
    chat.start();
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
    expect(chat.state.connection.value).not.toBe('open');
    await settle();
    const [session] = service.conversations.keys();
    expect(service.last()?.path).toEqual({ flowId, session, reconnect: true });
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
  });

  it('G8: shows each message that the agent sent meanwhile once, whether the service replays the history or not', async () => {
    for (const replays of [true, false]) {
      const { open, service, settle } = createSite();
      service.replays = replays;
      const first = open();
      first.chat.sendMessage('Hello');
      await settle();
      first.close();
      const [session = ''] = service.conversations.keys();
      service.say(session, 'Still there?');
      const { chat } = open();
      chat.start();
      await settle();
      expect(texts({ chat })).toEqual(replays ? ['Hello', 're: Hello', 'Still there?'] : ['Hello', 're: Hello']);
    }
  });

  it('G7: queues what is typed while the service is down, and sends it in order', async () => {
    const { open, service, settle } = createSite();
    const { chat } = open();
    chat.start();
    await settle();
    service.network.setUp(false);
    await settle();
    for (const text of ['one', 'two', 'three']) chat.sendMessage(text);
    expect(chat.state.messages.value.map(({ delivery }) => delivery)).toEqual(['queued', 'queued', 'queued']);
    service.network.setUp(true);
    await settle();
    expect([...service.conversations.values()][0]?.received).toEqual(['one', 'two', 'three']);
  });

  it('sends an unconfirmed message once more after a drop, but not a third time', async () => {
    const { open, service, settle } = createSite();
    service.answers = false;
    const { chat } = open();
    chat.start();
    await settle();
    const id = chat.sendMessage('Hello') ?? '';
    await settle();
    service.last()?.cut();
    await settle();
    const [conversation] = service.conversations.values();
    expect(conversation?.received).toEqual(['Hello', 'Hello']);
    service.last()?.cut();
    await settle();
    expect(conversation?.received).toEqual(['Hello', 'Hello']);
    expect(chat.state.messages.value[0]).toMatchObject({ id, delivery: 'not-delivered' });
    service.answers = true;
    chat.retry(id);
    await settle();
    expect(chat.state.messages.value[0]?.delivery).toBe('confirmed');
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
  });

  it('G7: marks a message as not delivered after ten minutes, and sends it after a click', async () => {
    const { open, service, clock, settle } = createSite();
    const { chat } = open();
    chat.start();
    await settle();
    service.network.setUp(false);
    await settle();
    const id = chat.sendMessage('Hello') ?? '';
    await clock.advance(600_000);
    expect(chat.state.messages.value[0]?.delivery).toBe('not-delivered');
    chat.retry(id);
    service.network.setUp(true);
    await settle();
    expect(chat.state.messages.value[0]?.delivery).toBe('confirmed');
  });

  it('keeps unsent messages over a reload', async () => {
    const site = createSite();
    const { open, service, settle } = site;
    const first = await closeWhileSending(site);
    const { chat } = open({ tabStorage: first.tabStorage });
    chat.start();
    expect(chat.state.messages.value[0]?.delivery).toBe('queued');
    service.network.setUp(true);
    await settle();
    expect([...service.conversations.values()][0]?.received).toEqual(['Hello']);
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
  });

  it('keeps messages over a reload that were typed before the service had named a session', async () => {
    const { open, service, settle } = createSite();
    service.network.setUp(false);
    const first = open();
    first.chat.sendMessage('Hello');
    await settle();
    first.close();
    service.network.setUp(true);
    const { chat } = open({ tabStorage: first.tabStorage });
    chat.start();
    await settle();
    expect(service.last()?.path.session).toBeNull();
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
  });

  it('marks a message as not delivered whose tab was closed before it was sent', async () => {
    const site = createSite();
    await closeWhileSending(site);
    const { chat } = site.open();
    chat.start();
    expect(chat.state.messages.value[0]?.delivery).toBe('not-delivered');
  });

  it('G7: starts an empty conversation on request', async () => {
    const { open, service, area, settle } = createSite();
    const { chat } = open();
    chat.sendMessage('Hello');
    await settle();
    const ends: unknown[] = [];
    chat.on('session:end', (detail) => ends.push(detail));
    chat.newConversation();
    await settle();
    expect(texts({ chat })).toEqual([]);
    expect(ends).toEqual([{ reason: 'new-conversation' }]);
    expect(service.conversations.size).toBe(2);
    expect(service.live()).toHaveLength(1);
    expect(JSON.parse(area.getItem(key) ?? '').session_id).toBe([...service.conversations.keys()][1]);
  });

  it('ends on request: the service gets nothing more, nothing is stored, and what was said stays in sight', async () => {
    const { open, service, area, settle } = createSite();
    const { chat, tabStorage } = open();
    chat.sendMessage('Hello');
    await settle();
    const ends: unknown[] = [];
    chat.on('session:end', (detail) => ends.push(detail));
    chat.endConversation();
    await settle();
    expect(chat.state.phase.value).toBe('ended');
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
    expect(ends).toEqual([{ reason: 'ended' }]);
    expect(service.live()).toHaveLength(0);
    expect([...area.entries.keys(), ...tabStorage.entries.keys()]).toEqual([]);
    chat.sendMessage('Me again');
    await settle();
    expect(texts({ chat })).toEqual(['Me again', 're: Me again']);
    expect(service.conversations.size).toBe(2);
  });

  // Cause: only a conversation with a session counted as one that has ended.
  it.each([
    ['anonymous, is ended', {}, (chat: Chat) => chat.endConversation(), /Hello/],
    ['with a lead, is ended', { leadForm: 'required' }, (chat: Chat) => chat.endConversation(), /Hello|secret/],
    ['anonymous, is replaced', {}, (chat: Chat) => chat.newConversation(), /Hello/],
    // The lead goes on in the new conversation.
    ['with a lead, is replaced', { leadForm: 'required' }, (chat: Chat) => chat.newConversation(), /Hello/],
  ] as const)('%s before the service has answered, and no later page sends it', async (_, form, leave, itsData) => {
    const { open, service, area, clock, settle } = createSite();
    const gateway = fakeGateway();
    gateway.outcome = { status: 'accepted', lead: { id: leadId, token: 'secret' }, session: null };
    const options: PageOptions = { gateway, ...form };
    const page = open(options);
    service.network.setUp(false);
    page.chat.start();
    page.chat.leadForm?.set('phone', '+1 415 555 2671');
    await page.chat.leadForm?.submit();
    page.chat.sendMessage('Hello');
    await settle();
    await clock.advance(1000);
    leave(page.chat);
    await settle();
    page.close();
    expect(JSON.stringify([...area.entries, ...page.tabStorage.entries])).not.toMatch(itsData);
    service.network.setUp(true);
    const next = open({ ...options, tabStorage: page.tabStorage });
    next.chat.start();
    await settle();
    expect(texts(next)).toEqual([]);
    expect([...service.conversations.values()].flatMap(({ received }) => received)).toEqual([]);
  });

  it('returns to a conversation that was ended by mistake, in every tab', async () => {
    const { open, service, settle } = createSite();
    const [first, second] = [open(), open()];
    first.chat.start();
    second.chat.start();
    first.chat.sendMessage('Hello');
    await settle();
    second.chat.endConversation();
    await settle();
    expect([first.chat.state.phase.value, second.chat.state.phase.value]).toEqual(['ended', 'ended']);
    expect([first.chat.state.canUndo.value, second.chat.state.canUndo.value]).toEqual([false, true]);
    second.chat.undoNewConversation();
    await settle();
    second.chat.sendMessage('Still here');
    await settle();
    for (const tab of [first, second]) {
      expect(texts(tab)).toEqual(['Hello', 're: Hello', 'Still here', 're: Still here']);
    }
    expect(service.conversations.size).toBe(1);
  });

  it('forgets everything, and starts again when the visitor writes', async () => {
    const { open, service, area, settle } = createSite();
    const { chat, tabStorage } = open();
    chat.sendMessage('Hello');
    await settle();
    chat.forget();
    await settle();
    expect(chat.state.phase.value).toBe('ended');
    expect([...area.entries.keys(), ...tabStorage.entries.keys()]).toEqual([]);
    expect(service.live()).toHaveLength(0);
    chat.sendMessage('Me again');
    await settle();
    expect(texts({ chat })).toEqual(['Me again', 're: Me again']);
    expect(service.conversations.size).toBe(2);
  });

  it('counts unread messages, also over a reload, until the visitor opens the chat', async () => {
    const { open, service, settle } = createSite();
    const first = open();
    first.chat.start();
    await settle();
    const [session = ''] = service.conversations.keys();
    const counts: number[] = [];
    first.chat.on('unread', ({ count }) => counts.push(count));
    service.say(session, 'One');
    service.say(session, 'Two');
    await settle();
    expect(counts).toEqual([1, 2]);
    first.close();
    const { chat } = open();
    chat.start();
    expect(chat.state.unread.value).toBe(2);
    chat.setVisible(true);
    expect(chat.state.unread.value).toBe(0);
    await settle();
    service.say(session, 'Three');
    await settle();
    expect(chat.state.unread.value).toBe(0);
  });

  // Cause: the error ended the effects of the event, and of every later one. Later each event called the function again, and
  // the messages behind that one waited.
  it('goes on when the function of the page that encodes messages throws', async () => {
    const { open, service, settle } = createSite();
    const error = new Error('the page');
    let fails = true;
    const { chat, errors } = open({
      encodeMessage(text) {
        if (fails) throw error;
        return JSON.stringify({ type: 'message', content: text });
      },
    });
    chat.start();
    await settle();
    const sent: string[] = [];
    chat.on('message:sent', ({ message }) => sent.push(message.text));
    const first = chat.sendMessage('First') ?? '';
    await settle();
    chat.setTypedText('S');
    chat.setVisible(true);
    expect(chat.state.messages.value[0]?.delivery).toBe('not-delivered');
    expect(errors).toEqual([error]);
    fails = false;
    chat.sendMessage('Second');
    await settle();
    chat.retry(first);
    await settle();
    expect(sent).toEqual(['First', 'Second']);
    expect([...service.conversations.values()][0]?.received).toEqual(['Second', 'First']);
  });

  it('says of each message on which page it was written, also if another tab sends it later', async () => {
    const { open, service, settle } = createSite();
    const encodeMessage = (text: string, page?: { url: string }) =>
      JSON.stringify({ type: 'message', content: `${page?.url}: ${text}` });
    let url = '/prices';
    const page = () => ({ url, title: '' });
    const leader = open({ encodeMessage, page });
    const follower = open({ encodeMessage, page: () => ({ url: '/jobs', title: '' }) });
    leader.chat.sendMessage('First');
    url = '/team';
    await settle();
    leader.chat.sendMessage('Second');
    follower.chat.sendMessage('Third');
    await settle();
    const [conversation] = [...service.conversations.values()];
    expect(conversation?.received).toEqual(['/prices: First', '/team: Second', '/jobs: Third']);
  });

  it('does not mix the flows of one origin', async () => {
    const { open, area, settle } = createSite();
    const other = 'f1000000-0000-4000-8000-000000000002';
    const one = open();
    const two = open({ flowId: other });
    one.chat.sendMessage('To one');
    two.chat.sendMessage('To two');
    await settle();
    expect(texts(one)).toEqual(['To one', 're: To one']);
    expect(texts(two)).toEqual(['To two', 're: To two']);
    expect([...area.entries.keys()].sort()).toEqual([key, `leadchat:${other}`]);
  });
});

/** Closes a page with a message that was not sent. */
async function closeWhileSending({ open, service, settle }: ReturnType<typeof createSite>) {
  const page = open();
  page.chat.start();
  await settle();
  service.network.setUp(false);
  await settle();
  page.chat.sendMessage('Hello');
  await settle();
  page.close();
  return page;
}
