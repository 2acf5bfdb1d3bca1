import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, flowId, type PageOptions, texts } from './site.ts';

const key = `leadchat:${flowId}`;
const session = 'webchat-session.b1000000-0000-4000-8000-0000000000ff';

describe('the stored conversation', () => {
  it('is enough to resume when only the session is left', async () => {
    const { open, area, service, settle } = createSite();
    const known = service.newSession();
    area.setItem(key, JSON.stringify({ session_id: known }));
    const page = open();
    expect(page.chat.hasConversation()).toBe(true);
    page.chat.start();
    await settle();
    expect(service.last()?.path).toEqual({ flowId, session: known, reconnect: true });
  });

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no session', '{}'],
    ['a session that is no session', '{"session_id":"../../admin"}'],
    ['a session that is no text', '{"session_id":7}'],
    ['neither a session nor a lead', '{"session_id":null}'],
  ])('is left aside when it is %s', async (_, stored) => {
    const { open, area, service, settle } = createSite();
    area.setItem(key, stored);
    const page = open();
    expect(page.chat.hasConversation()).toBe(false);
    page.chat.sendMessage('Hello');
    await settle();
    expect(service.last()?.path.session).toBeNull();
    expect(texts(page)).toEqual(['Hello', 're: Hello']);
  });

  it.each([
    ['messages', { messages: [{ id: 1 }] }],
    ['owner', { owner: 'Ada' }],
    ['time', { at: 'yesterday' }],
    ['all', { messages: 'none', owner: 3, at: null, unread: '2', lead: 5, isEstablished: 'yes', isAnonymous: 1 }],
  ])('resumes although its %s cannot be read', async (_, rest) => {
    const { open, area, service, settle } = createSite();
    const known = service.newSession();
    service.say(known, 'Before');
    area.setItem(key, JSON.stringify({ session_id: known, ...rest }));
    const page = open();
    page.chat.start();
    await settle();
    expect(service.last()?.path.session).toBe(known);
    expect(texts(page)).toEqual(['Before']);
  });

  it("leaves the outbox alone when an agent's message comes and no message is unsent", async () => {
    const { open, area, service, settle } = createSite();
    const known = service.newSession();
    area.setItem(key, JSON.stringify({ session_id: known }));
    const page = open();
    page.chat.sendMessage('Hello');
    await settle();
    expect(page.tabStorage.entries.size).toBe(0);
    const removals = page.tabStorage.removals;
    service.say(known, 'One more thing');
    await settle();
    expect(texts(page).at(-1)).toBe('One more thing');
    expect(page.tabStorage.removals).toBe(removals);
  });

  it('is kept in memory when storage is blocked, which is reported once', async () => {
    const { open, area, settle } = createSite();
    area.blocked = true;
    const page = open();
    page.chat.sendMessage('Hello');
    await settle();
    expect(texts(page)).toEqual(['Hello', 're: Hello']);
    expect(page.chat.state.notice.value).toBe('storage-unavailable');
    page.chat.dismissNotice();
    page.chat.sendMessage('Again');
    await settle();
    expect(page.chat.state.notice.value).toBeNull();
    page.chat.forget();
  });

  it('contains only the session when there is no room for more', async () => {
    const { open, area, settle } = createSite();
    area.capacity = 300;
    const page = open();
    page.chat.sendMessage('x'.repeat(1000));
    await settle();
    expect(JSON.parse(area.getItem(key) ?? '')).not.toHaveProperty('messages');
    expect(page.chat.state.notice.value).toBeNull();
    expect(open().chat.hasConversation()).toBe(true);
  });

  it('may be deleted or changed by other code while the chat runs', async () => {
    const { open, area, service, settle } = createSite();
    const page = open();
    page.chat.start();
    await settle();
    area.entries.clear();
    page.chat.sendMessage('Hello');
    await settle();
    area.setItem(key, 'nonsense');
    page.chat.sendMessage('Again');
    await settle();
    expect(texts(page)).toEqual(['Hello', 're: Hello', 'Again', 're: Again']);
    expect(JSON.parse(area.getItem(key) ?? '').session_id).toBe([...service.conversations.keys()][0]);
  });

  it('can be resumed for resumeDays, and is removed from the browser afterwards', async () => {
    const { open, area, clock, settle } = createSite();
    const page = open({ resumeDays: 2 });
    page.chat.sendMessage('Hello');
    await settle();
    page.close();
    clock.advanceNow(2 * 86_400_000 - 1_000);
    expect(open({ resumeDays: 2 }).chat.hasConversation()).toBe(true);
    clock.advanceNow(2_000);
    const later = open({ resumeDays: 2, tabStorage: page.tabStorage });
    expect(later.chat.hasConversation()).toBe(false);
    // As long as the key is stored, every page loads the panel.
    expect([...area.entries.keys(), ...page.tabStorage.entries.keys()]).toEqual([]);
  });

  it("contains the visitor's message at once, and is written once for all changes that follow", async () => {
    const { open, area, service, settle } = createSite();
    const page = open();
    page.chat.start();
    await settle();
    expect(JSON.parse(area.getItem(key) ?? '')).toMatchObject({ session_id: [...service.conversations.keys()][0] });
    const writesBefore = area.writes;
    page.chat.sendMessage('Hello');
    await Promise.resolve();
    expect(JSON.parse(page.tabStorage.getItem(`${key}:outbox`) ?? '')).toMatchObject({ messages: [{ text: 'Hello' }] });
    expect(area.writes).toBe(writesBefore);
    await settle();
    expect(area.writes).toBe(writesBefore + 1);
    expect(JSON.parse(area.getItem(key) ?? '')).toMatchObject({ messages: [{ text: 'Hello' }, { text: 're: Hello' }] });
  });

  it('is not written until consent is granted', async () => {
    const { open, area, settle } = createSite();
    const page = open({ storageConsent: 'required' });
    page.chat.sendMessage('Hello');
    await settle();
    expect([area.writes, page.tabStorage.writes]).toEqual([0, 0]);
    page.chat.setStorageConsent('granted');
    await settle();
    expect(JSON.parse(area.getItem(key) ?? '')).toMatchObject({ messages: [{ text: 'Hello' }, { text: 're: Hello' }] });
  });

  it('is not read without consent', async () => {
    const { open, area } = createSite();
    area.setItem(key, JSON.stringify({ session_id: session }));
    expect(open({ storageConsent: 'required' }).chat.hasConversation()).toBe(false);
    expect(open().chat.hasConversation()).toBe(true);
  });

  it('is deleted when consent is withdrawn, and the chat continues', async () => {
    const { open, area, settle } = createSite();
    const page = open();
    page.chat.sendMessage('Hello');
    await settle();
    page.chat.setStorageConsent('denied');
    page.chat.sendMessage('Again');
    await settle();
    expect([...area.entries.keys(), ...page.tabStorage.entries.keys()]).toEqual([]);
    expect(texts(page)).toEqual(['Hello', 're: Hello', 'Again', 're: Again']);
  });

  it.each([
    ['with leads', fakeGateway()],
    ['without leads', undefined],
  ])('is deleted by a chat that is created without consent, %s', async (_, gateway) => {
    const { open, area, settle } = createSite();
    const before = open();
    before.chat.sendMessage('Hello');
    before.chat.setTypedText('And');
    await settle();
    before.close();
    area.setItem('leadchat:leads', JSON.stringify({ version: 1, leads: [] }));
    const { tabStorage } = before;
    open({ storageConsent: 'required', tabStorage, ...(gateway && { gateway }) }).close();
    expect([...area.entries.keys(), ...tabStorage.entries.keys()]).toHaveLength(3);
    open({ storageConsent: 'denied', tabStorage, ...(gateway && { gateway }) });
    // The queue of leads, which a gateway has, keeps its own in memory (lead-queue.test.ts).
    expect([...area.entries.keys(), ...tabStorage.entries.keys()]).toEqual(gateway ? ['leadchat:leads'] : []);
  });
});

// What the visitor had typed was copied to the chat of the next page before it had read that the form was shown.
describe('the stored form', () => {
  const openAgain = async () => {
    const { open, settle } = createSite();
    const gateway = fakeGateway();
    const first = open({ gateway, leadForm: 'later' });
    first.chat.start();
    await settle();
    first.chat.showForm();
    first.chat.leadForm?.set('phone', '(415) 555');
    const { tabStorage } = first;
    const stored = [...tabStorage.entries];
    first.close();
    await settle();
    const next = open({ gateway, leadForm: 'later', tabStorage });
    next.chat.leadForm?.set('phone', '(415) 555-2671');
    return { next, stored, settle };
  };

  it('is not replaced by what is typed before start()', async () => {
    const { next, stored } = await openAgain();
    expect([...next.tabStorage.entries]).toEqual(stored);
  });

  it('is shown with what was typed before start(), and stored with it', async () => {
    const { next, settle } = await openAgain();
    next.chat.start();
    await settle();
    expect(next.chat.state.form.value.status).toBe('shown');
    expect(next.chat.leadForm?.values.value.phone).toBe('(415) 555-2671');
    expect(JSON.stringify([...next.tabStorage.entries])).toContain('(415) 555-2671');
  });

  it('contains what was typed before start() where nothing was stored', async () => {
    const { open, settle } = createSite();
    const { chat, tabStorage } = open({ gateway: fakeGateway(), leadForm: 'later' });
    chat.leadForm?.set('phone', '(415) 555-2671');
    expect(tabStorage.writes).toBe(0);
    chat.start();
    await settle();
    expect(JSON.stringify([...tabStorage.entries])).toContain('(415) 555-2671');
  });
});

// Cause: a chat that begins before the answer, such as one in the page, stored its own new conversation over the earlier one.
describe('an earlier conversation, once the visitor has agreed to storing', () => {
  async function comeBack(options: PageOptions = {}) {
    const site = createSite();
    const before = site.open();
    before.chat.sendMessage('Hello');
    await site.settle();
    before.close();
    await site.settle();
    const page = site.open({ storageConsent: 'required', ...options });
    page.chat.setVisible(true);
    page.chat.start();
    await site.settle();
    const [earlier = ''] = site.service.conversations.keys();
    return { ...site, ...page, page, earlier };
  }

  it('goes on in a chat that has begun without it', async () => {
    const { chat, page, earlier, service, settle, area } = await comeBack();
    expect(texts(page)).toEqual([]);
    chat.setStorageConsent('granted');
    await settle();
    expect(texts(page)).toEqual(['Hello', 're: Hello']);
    expect(service.live().map(({ path }) => path)).toEqual([
      expect.objectContaining({ session: earlier, reconnect: true }),
    ]);
    chat.sendMessage('Still me');
    await settle();
    expect(texts(page).at(-1)).toBe('re: Still me');
    expect(JSON.parse(area.getItem(key) ?? '{}').session_id).toBe(earlier);
  });

  it('goes on instead of a form that asks for the lead first', async () => {
    const { chat, page, settle } = await comeBack({ leadForm: 'optional', gateway: fakeGateway() });
    expect(chat.state.phase.value).toBe('asking-lead');
    chat.setStorageConsent('granted');
    await settle();
    expect([chat.state.phase.value, ...texts(page)]).toEqual(['chatting', 'Hello', 're: Hello']);
  });

  // Cause: the conversation was taken up without what the text box had contained, and was stored without it at once.
  it.each([
    ['', 'Half a sent'],
    ['Newer', 'Newer'],
  ])('goes on with what was typed there, if only %j was typed here', async (typed, expected) => {
    const { open, settle } = createSite();
    const before = open();
    before.chat.sendMessage('Hello');
    await settle();
    before.chat.setTypedText('Half a sent');
    before.close();
    const { tabStorage } = before;
    const { chat } = open({ storageConsent: 'required', tabStorage });
    chat.start();
    chat.setTypedText(typed);
    await settle();
    chat.setStorageConsent('granted');
    await settle();
    expect(chat.state.typedText.value).toBe(expected);
    expect(JSON.stringify([...tabStorage.entries])).toContain(expected);
  });

  it.each(['the leading tab', 'the tab itself'])(
    'goes on with what was typed in another tab (agreed to in %s)',
    async (where) => {
      const { open, settle } = createSite();
      const before = [open(), open()];
      for (const { chat } of before) chat.start();
      before[0]?.chat.sendMessage('Hello');
      await settle();
      before[1]?.chat.setTypedText('Half a sent');
      await settle();
      for (const page of before) page.close();
      await settle();
      const pages = [];
      for (const { tabStorage } of before) {
        pages.push(open({ storageConsent: 'required', tabStorage }));
        pages.at(-1)?.chat.start();
        await settle();
      }
      pages[where === 'the leading tab' ? 0 : 1]?.chat.setStorageConsent('granted');
      await settle();
      expect(pages.map(({ chat }) => chat.state.typedText.value)).toEqual(['', 'Half a sent']);
      expect(pages.map(texts)).toEqual([
        ['Hello', 're: Hello'],
        ['Hello', 're: Hello'],
      ]);
      expect(JSON.stringify([...(pages[1]?.tabStorage.entries ?? [])])).toContain('Half a sent');
    },
  );

  // Cause: only an earlier conversation was looked for, and there is none before the form is sent.
  it.each([
    ['a form of the earlier page', undefined, '(415) 555'],
    ['what was typed here, which is newer', '(212) 555', '(212) 555'],
  ])('has in its form %s', async (_, typed, expected) => {
    const { open, settle } = createSite();
    const options: PageOptions = { leadForm: 'required', gateway: fakeGateway() };
    const before = open(options);
    before.chat.start();
    await settle();
    before.chat.leadForm?.set('phone', '(415) 555');
    before.close();
    const { tabStorage } = before;
    const { chat } = open({ ...options, storageConsent: 'required', tabStorage });
    chat.start();
    await settle();
    if (typed !== undefined) chat.leadForm?.set('phone', typed);
    chat.setStorageConsent('granted');
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
    expect(chat.leadForm?.values.value.phone).toBe(expected);
    expect(JSON.stringify([...tabStorage.entries])).toContain(expected);
  });

  it('does not put away a form that the visitor has asked for', async () => {
    const { open, area, settle } = createSite();
    const options: PageOptions = { leadForm: 'later', gateway: fakeGateway() };
    const before = open(options);
    before.chat.start();
    await settle();
    before.chat.leadForm?.set('phone', '(415) 555');
    before.close();
    area.removeItem(key);
    const { chat } = open({ ...options, storageConsent: 'required', tabStorage: before.tabStorage });
    chat.start();
    await settle();
    chat.endConversation();
    chat.showForm();
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
    chat.setStorageConsent('granted');
    await settle();
    expect(chat.state.phase.value).toBe('asking-lead');
  });

  it('gives way to what the visitor has written before the answer, but the call that they wait for stays', async () => {
    const { chat, page, settle, area } = await comeBack({ leadForm: 'later', gateway: fakeGateway() });
    area.setItem(`${key}:call`, '{}');
    chat.sendMessage('Something new');
    await settle();
    chat.setStorageConsent('granted');
    await settle();
    expect(texts(page)).toEqual(['Something new', 're: Something new']);
    expect(area.getItem(`${key}:call`)).toBe('{}');
  });

  it('goes on in every tab', async () => {
    const { chat, open, settle } = await comeBack();
    const other = open({ storageConsent: 'required' });
    other.chat.start();
    await settle();
    other.chat.setStorageConsent('granted');
    await settle();
    expect(texts(other)).toEqual(['Hello', 're: Hello']);
    expect(texts({ chat })).toEqual(['Hello', 're: Hello']);
  });
});
