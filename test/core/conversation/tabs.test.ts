import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, type PageOptions, texts } from './site.ts';

type Site = ReturnType<typeof createSite>;

/** One more tab, whose chat has begun. */
async function openStarted({ open, settle }: Site, options: PageOptions = {}, isVisible = false) {
  const page = open(options);
  page.chat.start();
  page.chat.setVisible(isVisible);
  await settle();
  return page;
}

describe('the tabs of a site', () => {
  async function twoTabs() {
    const site = createSite();
    const leader = await openStarted(site);
    const follower = await openStarted(site);
    const [session = ''] = site.service.conversations.keys();
    return { ...site, leader, follower, session };
  }

  it('G10: show one conversation through one socket', async () => {
    const { leader, follower, service, settle } = await twoTabs();
    leader.chat.sendMessage('From the first');
    await settle();
    follower.chat.sendMessage('From the second');
    await settle();
    const all = ['From the first', 're: From the first', 'From the second', 're: From the second'];
    expect(texts(leader)).toEqual(all);
    expect(texts(follower)).toEqual(all);
    expect(follower.chat.state.messages.value).toEqual(leader.chat.state.messages.value);
    expect(follower.chat.state.connection.value).toBe('open');
    expect(service.network.sockets).toHaveLength(1);
  });

  // Cause: in a burst, the leading tab says what has changed up to 100 ms later.
  it('send a message twice at most, also if the leading one is killed right after the second time', async () => {
    const { leader, follower, service, session, settle } = await twoTabs();
    service.answers = false;
    for (let count = 0; count < 9; count++) service.say(session, `said ${count}`);
    await settle();
    leader.chat.sendMessage('Hello');
    await settle();
    // The history comes again, and after it the message goes out again.
    service.last()?.cut();
    await settle();
    leader.crash();
    await settle();
    expect(service.conversations.get(session)?.received).toEqual(['Hello', 'Hello']);
    expect(texts(follower)).toContain('Hello');
  });

  it('open and close the chat together', async () => {
    const { leader, follower, settle } = await twoTabs();
    follower.chat.setVisible(true);
    await settle();
    expect(leader.chat.state.open.value).toBe(true);
    leader.chat.setVisible(false);
    await settle();
    expect(follower.chat.state.open.value).toBe(false);
  });

  // Cause: only what was opened in the leading tab woke its connection.
  it('connect at once when the visitor opens the chat in any of them', async () => {
    const { follower, service, settle } = await twoTabs();
    service.network.refusesHandshake = () => true;
    service.last()?.cut();
    await settle();
    expect(follower.chat.state.connection.value).toBe('waiting');
    service.network.refusesHandshake = () => false;
    follower.chat.setVisible(true);
    await settle();
    expect(follower.chat.state.connection.value).toBe('open');
  });

  it('let another tab take over when the leading one closes, and resume the conversation', async () => {
    const { leader, follower, service, session, settle } = await twoTabs();
    leader.chat.sendMessage('Hello');
    await settle();
    leader.close();
    await settle();
    expect(service.live().map(({ path }) => path)).toEqual([expect.objectContaining({ session, reconnect: true })]);
    follower.chat.sendMessage('Still me');
    await settle();
    expect(texts(follower)).toEqual(['Hello', 're: Hello', 'Still me', 're: Still me']);
  });

  it('lose and repeat no message when the leading one is killed', async () => {
    const { leader, follower, service, session, settle } = await twoTabs();
    service.network.setUp(false);
    await settle();
    leader.chat.sendMessage('Typed in the first');
    await settle();
    follower.chat.sendMessage('Typed in the second');
    leader.crash();
    service.network.setUp(true);
    await settle();
    expect(service.conversations.get(session)?.received).toEqual(['Typed in the first', 'Typed in the second']);
    expect(texts(follower).filter((text) => text.startsWith('Typed'))).toEqual([
      'Typed in the first',
      'Typed in the second',
    ]);
    expect(service.live()).toHaveLength(1);
  });

  it('replace a leading tab that the browser has frozen', async () => {
    const { leader, follower, service, clock, channels, settle } = await twoTabs();
    // Frozen: it holds its lock, and no event reaches it.
    channels.freeze(leader.id);
    follower.chat.sendMessage('Anybody there?');
    await settle();
    expect(follower.chat.state.messages.value[0]?.delivery).toBe('queued');
    await clock.advance(3_000);
    await settle();
    expect(texts(follower)).toEqual(['Anybody there?', 're: Anybody there?']);
    expect(service.live()).toHaveLength(1);
  });

  it('send what the visitor writes in a tab that has just lost the lead', async () => {
    const { leader, follower, service, session, clock, channels, settle } = await twoTabs();
    service.network.setUp(false);
    await settle();
    const thaw = channels.freeze(leader.id);
    follower.chat.sendMessage('In the second');
    await settle();
    clock.advanceNow(3_000);
    // The second tab has taken the lock, and the first one does not know it yet.
    leader.chat.sendMessage('In the first');
    await settle();
    thaw();
    service.network.setUp(true);
    await settle();
    await clock.advance(2_500);
    expect(service.conversations.get(session)?.received.toSorted()).toEqual(['In the first', 'In the second']);
    expect(service.live()).toHaveLength(1);
  });

  // Cause: the end was applied to whatever conversation the leading tab had, so it ended the one that had just begun.
  it.each(['leader', 'follower'] as const)(
    'begin the new conversation that the %s asks for while the other one ends the last',
    async (role) => {
      const tabs = await twoTabs();
      const [renewing, ending] = role === 'leader' ? [tabs.leader, tabs.follower] : [tabs.follower, tabs.leader];
      renewing.chat.sendMessage('Hello');
      await tabs.settle();
      renewing.chat.newConversation();
      ending.chat.endConversation();
      await tabs.settle();
      expect(renewing.chat.state.phase.value).toBe('chatting');
      expect(ending.chat.state.phase.value).toBe('chatting');
      renewing.chat.sendMessage('In the new one');
      await tabs.settle();
      expect(texts(ending)).toEqual(['In the new one', 're: In the new one']);
    },
  );

  // Cause: the second one emptied the conversation that the first had begun, with what was written in it.
  it('keep what was written in a new conversation that both have asked for', async () => {
    const { leader, follower, settle } = await twoTabs();
    leader.chat.sendMessage('Hello');
    await settle();
    leader.chat.newConversation();
    leader.chat.sendMessage('In the new one');
    follower.chat.newConversation();
    await settle();
    expect(texts(leader)).toEqual(['In the new one', 're: In the new one']);
    expect(texts(follower)).toEqual(texts(leader));
  });

  // Cause: what was written in the other tab before it heard of reset() came after it, and stood in the next person's chat.
  it.each<['leader' | 'follower', PageOptions]>([
    ['leader', {}],
    ['follower', {}],
    ['leader', { leadForm: 'required' }],
    ['leader', { leadForm: 'optional' }],
  ])('show the next person nothing that was written while the %s was reset, with %o', async (role, options) => {
    const site = createSite();
    const gateway = fakeGateway();
    const pageOptions = options.leadForm === undefined ? options : { ...options, gateway };
    const leader = await openStarted(site, pageOptions, true);
    const follower = await openStarted(site, pageOptions, true);
    leader.chat.skipLead();
    if (options.leadForm === 'required') await leader.chat.leadForm?.submit({});
    await site.settle();
    leader.chat.sendMessage('Hello');
    await site.settle();
    const [resetting, writing] = role === 'leader' ? [leader, follower] : [follower, leader];
    resetting.chat.reset();
    writing.chat.sendMessage('Of the last person');
    await site.settle();
    const phase = leader.chat.state.phase.value;
    expect([texts(leader), texts(follower)]).toEqual([[], []]);
    expect(phase).toBe(options.leadForm === undefined ? 'chatting' : 'asking-lead');
    expect(JSON.stringify([...site.area.entries])).not.toContain('last person');
  });

  it.each(['leader', 'follower'] as const)(
    'fill in nothing for the next person that was typed while the %s was reset',
    async (role) => {
      const site = createSite();
      const leader = await openStarted(site, { leadForm: 'required', gateway: fakeGateway() }, true);
      const follower = await openStarted(site, { leadForm: 'required', gateway: fakeGateway() }, true);
      const [resetting, writing] = role === 'leader' ? [leader, follower] : [follower, leader];
      writing.chat.leadForm?.set('first_name', 'Ada');
      await site.settle();
      resetting.chat.reset();
      writing.chat.leadForm?.set('phone', '+1 415 555 2671');
      await site.settle();
      const typed = [leader, follower].map(({ chat }) => Object.values(chat.leadForm?.values.value ?? {}).join(''));
      expect(typed).toEqual(['', '']);
    },
  );

  // Cause: a tab that joins keeps its own conversation beside a form, and with it whom it thought it was about.
  describe('that join after a reset, beside a form', () => {
    async function joinAfterReset() {
      const site = createSite();
      const open = () => openStarted(site, { leadForm: 'required', gateway: fakeGateway() });
      const leader = await open();
      leader.chat.setVisible(true);
      await site.settle();
      leader.chat.reset();
      await site.settle();
      return { ...site, leader, joining: await open() };
    }

    it('share what is typed into it', async () => {
      const { leader, joining, settle } = await joinAfterReset();
      joining.chat.leadForm?.set('phone', '+1 415 555 2671');
      await settle();
      leader.chat.leadForm?.set('first_name', 'Ada');
      await settle();
      const typed = [leader, joining].map(({ chat }) => chat.leadForm?.values.value);
      expect(typed).toMatchObject([
        { phone: '+1 415 555 2671', first_name: 'Ada' },
        { phone: '+1 415 555 2671', first_name: 'Ada' },
      ]);
    });

    it('chat in all of them once it is sent', async () => {
      const { leader, joining, settle } = await joinAfterReset();
      joining.chat.leadForm?.set('phone', '+1 415 555 2671');
      await joining.chat.leadForm?.submit();
      await settle();
      expect([leader, joining].map(({ chat }) => chat.state.phase.value)).toEqual(['chatting', 'chatting']);
    });

    it('reset it themselves, and take what is typed after that for the next person', async () => {
      const { leader, joining, settle } = await joinAfterReset();
      leader.chat.leadForm?.set('first_name', 'Ada');
      joining.chat.reset();
      joining.chat.leadForm?.set('phone', '+1 415 555 2671');
      await settle();
      const typed = [leader, joining].map(({ chat }) => Object.values(chat.leadForm?.values.value ?? {}).join(''));
      expect(typed).toEqual(['+1 415 555 2671', '+1 415 555 2671']);
    });
  });

  // Cause: an event that came too late was dropped, but what a tab does upon it was done: its data were those of the next person.
  it('keep what is about the next person when two of them are reset at the same time', async () => {
    const { open, settle } = createSite();
    const gateways = [fakeGateway(), fakeGateway()];
    const pages = gateways.map((gateway) => open({ leadForm: 'required', gateway }));
    for (const { chat } of pages) {
      chat.start();
      chat.setVisible(true);
      await settle();
    }
    const [leader, follower] = pages;
    const [gateway] = gateways;
    if (!leader || !follower || !gateway) throw new Error('two tabs');
    follower.chat.reset();
    leader.chat.reset();
    leader.chat.leadForm?.set('first_name', 'Next');
    gateway.queued = true;
    await settle();
    expect(gateway.queued).toBe(true);
    expect(pages.map(({ chat }) => chat.leadForm?.values.value.first_name)).toEqual(['Next', 'Next']);
    expect(JSON.stringify([...leader.tabStorage.entries])).toContain('Next');
  });

  it('keep what the next person writes when two of them are reset at the same time', async () => {
    const { open, settle } = createSite();
    const pages = [open(), open()] as const;
    for (const { chat } of pages) {
      chat.start();
      chat.setVisible(true);
      await settle();
    }
    const [leader, follower] = pages;
    follower.chat.reset();
    leader.chat.reset();
    leader.chat.sendMessage('Of the next person');
    await settle();
    const all = ['Of the next person', 're: Of the next person'];
    expect(pages.map(texts)).toEqual([all, all]);
  });

  // Cause: only the tab that was killed knew the session, so the next one began a second conversation, which nobody had asked for.
  it('go on with the session that the leading tab was killed with, before the others heard of it', async () => {
    const { open, service, settle } = createSite();
    service.network.setUp(false);
    const leader = open();
    leader.chat.start();
    await settle();
    const follower = open();
    follower.chat.start();
    await settle();
    follower.chat.sendMessage('Hello');
    await settle();
    leader.chat.on('session:start', () => queueMicrotask(() => leader.crash()));
    service.network.setUp(true);
    await settle();
    await settle();
    expect(service.conversations.size).toBe(1);
    expect(texts(follower)).toEqual(['Hello', 're: Hello']);
  });

  // Cause: the request ended with the tab, and the next one connected anonymously.
  it("request the lead's session again when the leading tab closes meanwhile", async () => {
    const { open, service, settle } = createSite();
    const gateway = fakeGateway();
    gateway.openSession = () => new Promise(() => {});
    const lead = { id: 'd1000000-0000-4000-8000-000000000001', token: 'secret' };
    gateway.outcome = { status: 'accepted', lead, session: { id: service.newSession(), target: {} } };
    const leader = open({ gateway, leadForm: 'required' });
    leader.chat.start();
    leader.chat.leadForm?.set('phone', '+1 415 555 2671');
    await leader.chat.leadForm?.submit();
    await settle();
    const next = fakeGateway();
    const follower = open({ gateway: next, leadForm: 'required' });
    follower.chat.start();
    await settle();
    leader.chat.newConversation();
    await settle();
    expect(service.live()).toHaveLength(0);
    const session = service.newSession();
    next.session = session;
    leader.close();
    await settle();
    expect(service.last()?.path).toMatchObject({ session, reconnect: false });
  });

  it('do not offer to undo a new conversation in which another tab has written', async () => {
    const { leader, follower, settle } = await twoTabs();
    leader.chat.sendMessage('Before');
    await settle();
    for (const [renewing, writing] of [
      [leader, follower],
      [follower, leader],
    ] as const) {
      renewing.chat.newConversation();
      await settle();
      expect(renewing.chat.state.canUndo.value).toBe(true);
      writing.chat.sendMessage('Still here');
      await settle();
      expect(renewing.chat.state.canUndo.value).toBe(false);
    }
  });

  it('do not wait for a frozen tab when they are opened', async () => {
    const { open, service, clock, channels, settle } = createSite();
    const frozen = open();
    frozen.chat.start();
    await settle();
    channels.freeze(frozen.id);
    const page = open();
    page.chat.sendMessage('Anybody there?');
    await settle();
    expect(texts(page)).toEqual(['Anybody there?']);
    await clock.advance(3_000);
    await settle();
    expect(texts(page)).toEqual(['Anybody there?', 're: Anybody there?']);
    expect(service.live()).toHaveLength(1);
  });

  it('share the unread count, which is 0 once one of them shows the chat', async () => {
    const { leader, follower, service, session, settle } = await twoTabs();
    service.say(session, 'News');
    await settle();
    expect([leader, follower].map(({ chat }) => chat.state.unread.value)).toEqual([1, 1]);
    follower.chat.setVisible(true);
    await settle();
    expect([leader, follower].map(({ chat }) => chat.state.unread.value)).toEqual([0, 0]);
    service.say(session, 'More news');
    await settle();
    expect([leader, follower].map(({ chat }) => chat.state.unread.value)).toEqual([0, 0]);
  });

  it('emit message:received once in each of them', async () => {
    const { leader, follower, service, session, settle } = await twoTabs();
    const received: string[] = [];
    for (const [name, { chat }] of Object.entries({ leader, follower })) {
      chat.on('message:received', ({ message }) => received.push(`${name}: ${message.text}`));
    }
    service.say(session, 'News');
    await settle();
    expect(received.sort()).toEqual(['follower: News', 'leader: News']);
  });

  // Cause: the first state of the leader was compared with the empty conversation of a tab that had just been opened.
  it('emit message:received only for what comes while they are open', async () => {
    const { open, service, settle } = createSite();
    const leader = open({ storageConsent: 'required' });
    leader.chat.sendMessage('Hello');
    await settle();
    const [session = ''] = service.conversations.keys();
    const { chat } = open({ storageConsent: 'required' });
    const received: string[] = [];
    chat.on('message:received', ({ message }) => received.push(message.text));
    chat.start();
    await settle();
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
    service.say(session, 'News');
    await settle();
    expect(received).toEqual(['News']);
  });

  it('G10: follow when one of them begins a new conversation, or forgets it', async () => {
    const { leader, follower, service, settle } = await twoTabs();
    leader.chat.sendMessage('Hello');
    await settle();
    follower.chat.newConversation();
    await settle();
    expect([texts(leader), texts(follower)]).toEqual([[], []]);
    expect(service.conversations.size).toBe(2);
    follower.chat.forget();
    await settle();
    expect([leader, follower].map(({ chat }) => chat.state.phase.value)).toEqual(['ended', 'ended']);
    expect(service.live()).toHaveLength(0);
  });

  describe('without a form, beside one that asks for the lead', () => {
    async function besideForm(options: PageOptions = {}) {
      const site = createSite();
      const asking = site.open({ gateway: fakeGateway(), leadForm: 'required', ...options });
      asking.chat.start();
      asking.chat.leadForm?.set('phone', '+1 415 555 2671');
      await site.settle();
      return { ...site, asking, page: site.open() };
    }

    // Cause: the phase of the leading tab was taken as it was, and showed nothing where there is no form.
    it('chat, and what the visitor writes there skips the form', async () => {
      const { asking, page, settle } = await besideForm();
      page.chat.start();
      await settle();
      expect([asking, page].map(({ chat }) => chat.state.phase.value)).toEqual(['asking-lead', 'chatting']);
      page.chat.sendMessage('Hello');
      await settle();
      expect([texts(asking), texts(page)]).toEqual([
        ['Hello', 're: Hello'],
        ['Hello', 're: Hello'],
      ]);
      expect([asking, page].map(({ chat }) => chat.state.phase.value)).toEqual(['chatting', 'chatting']);
    });

    it('chat about what was written before they knew of it', async () => {
      const { page, settle } = await besideForm();
      page.chat.sendMessage('Hello');
      await settle();
      expect(texts(page)).toEqual(['Hello', 're: Hello']);
    });

    it('chat once that one is closed', async () => {
      const { asking, page, settle } = await besideForm();
      page.chat.start();
      await settle();
      asking.close();
      await settle();
      page.chat.sendMessage('Hello');
      await settle();
      expect(texts(page)).toEqual(['Hello', 're: Hello']);
    });

    it('chat beside one that thanks for the lead', async () => {
      const { asking, page, settle } = await besideForm({ afterLead: () => 'thanks' });
      await asking.chat.leadForm?.submit();
      page.chat.start();
      await settle();
      expect([asking, page].map(({ chat }) => chat.state.phase.value)).toEqual(['thanks', 'chatting']);
      page.chat.sendMessage('Hello');
      await settle();
      expect(texts(page)).toEqual(['Hello', 're: Hello']);
    });
  });

  // Cause: the tab did not know yet that another one had ended the conversation, and an ended one has no socket.
  it.each(['ended', 'thanks'])(
    'chat about what is written as soon as they open, beside a tab in the phase %s',
    async (phase) => {
      const { open, settle } = createSite();
      const options: PageOptions =
        phase === 'ended' ? {} : { gateway: fakeGateway(), leadForm: 'required', afterLead: () => 'thanks' };
      const { chat } = open(options);
      chat.start();
      chat.leadForm?.set('phone', '+1 415 555 2671');
      await chat.leadForm?.submit();
      if (phase === 'ended') chat.forget();
      await settle();
      expect(chat.state.phase.value).toBe(phase);
      const page = open();
      page.chat.sendMessage('Hello');
      await settle();
      expect(texts(page)).toEqual(['Hello', 're: Hello']);
    },
  );

  // Cause: what came of the lead was known only to tabs that had seen it happen.
  it('show that the lead is known when they are opened later', async () => {
    const { open, settle } = createSite();
    const leader = open({ gateway: fakeGateway(), leadForm: 'required', storageConsent: 'required' });
    leader.chat.start();
    leader.chat.leadForm?.set('phone', '+1 415 555 2671');
    await leader.chat.leadForm?.submit();
    await settle();
    const page = open({ gateway: fakeGateway(), leadForm: 'required', storageConsent: 'required' });
    page.chat.start();
    await settle();
    expect(page.chat.state.phase.value).toBe('chatting');
    expect(page.chat.state.lead.value).toEqual(leader.chat.state.lead.value);
  });

  it('rejoin after the back/forward cache', async () => {
    const { leader, follower, service, settle } = await twoTabs();
    leader.pageLifecycle.emit('leave');
    await settle();
    expect(service.live()).toHaveLength(1);
    leader.pageLifecycle.emit('return');
    await settle();
    follower.chat.sendMessage('Welcome back');
    await settle();
    expect(texts(leader)).toEqual(['Welcome back', 're: Welcome back']);
    expect(service.live()).toHaveLength(1);
  });

  it('have their own sockets in a browser without locks', async () => {
    const { open, service, settle } = createSite();
    const pages = [open({ alone: true }), open({ alone: true })];
    for (const { chat } of pages) chat.sendMessage('Hello');
    await settle();
    expect(pages.map(texts)).toEqual([
      ['Hello', 're: Hello'],
      ['Hello', 're: Hello'],
    ]);
    expect(service.live()).toHaveLength(2);
  });
});
