import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, flowId, type Page, texts } from './site.ts';

const key = `leadchat:${flowId}`;

/** A conversation with everything that is stored of one: its session, its messages, a text that is typed, and a form. */
async function converse(count = 1) {
  const { area, open, settle, ...site } = createSite();
  const gateway = fakeGateway();
  const pages = Array.from({ length: count }, () => open({ gateway, leadForm: 'later' }));
  const [page] = pages;
  if (page === undefined) throw new Error('there is no page');
  for (const { chat } of pages) chat.start();
  page.chat.sendMessage('Hello');
  await settle();
  page.chat.showForm();
  page.chat.leadForm?.set('phone', '(415) 555');
  page.chat.setTypedText('And');
  site.clock.advance(1_000);
  await settle();
  const stored = ({ tabStorage }: Page = page) => [...area.entries.keys(), ...tabStorage.entries.keys()];
  return { ...site, area, open, settle, page, pages, stored, gateway };
}

// Cause: the storage was chosen as the chat was created, and a page that changed its option had to wait for the end.
describe('a page that stores nothing any more', () => {
  it('deletes what is stored of the conversation, and goes on with it in memory', async () => {
    const { clock, page, settle, stored } = await converse();
    expect(stored().sort()).toEqual([key, `${key}:outbox`, `leadchat-form:${flowId}`].sort());
    page.chat.setStorage('none');
    expect(stored()).toEqual([]);
    page.chat.sendMessage('Again');
    page.chat.setTypedText('And more');
    page.chat.leadForm?.set('phone', '(415) 555-2671');
    clock.advance(1_000);
    await settle();
    page.pageLifecycle.emit('leave');
    page.pageLifecycle.emit('return');
    await settle();
    expect(stored()).toEqual([]);
    expect(texts(page)).toEqual(['Hello', 're: Hello', 'Again', 're: Again']);
    expect(page.chat.state.typedText.value).toBe('And more');
  });

  it('stores nothing of the next conversation either, nor of what was waiting to be stored', async () => {
    const { clock, page, settle, stored } = await converse();
    page.chat.sendMessage('Quick');
    page.chat.setTypedText('And');
    page.chat.setStorage('none');
    page.chat.newConversation();
    page.chat.sendMessage('Anew');
    clock.advance(1_000);
    await settle();
    expect(stored()).toEqual([]);
  });

  it('stores the conversation again once it may', async () => {
    const { clock, open, page, settle, stored } = await converse();
    page.chat.setStorage('none');
    page.chat.sendMessage('Meanwhile');
    await settle();
    page.chat.setStorage('local');
    clock.advance(1_000);
    await settle();
    expect(stored().sort()).toEqual([key, `${key}:outbox`, `leadchat-form:${flowId}`].sort());
    page.close();
    const next = open();
    next.chat.start();
    await settle();
    expect(texts(next)).toContain('Meanwhile');
  });

  it('stores nothing without the visitor’s consent, when it may again', async () => {
    const { page, settle, stored } = await converse();
    page.chat.setStorage('none');
    page.chat.setStorageConsent('denied');
    page.chat.setStorage('local');
    page.chat.sendMessage('Hm');
    await settle();
    expect(stored()).toEqual([]);
  });

  it('leaves to the leading tab what that stores for its own page', async () => {
    const { area, clock, pages, settle, stored } = await converse(2);
    const [leader, follower] = pages;
    follower?.chat.setTypedText('Mine');
    clock.advance(1_000);
    await settle();
    expect(stored(follower)).toContain(`${key}:outbox`);
    follower?.chat.setStorage('none');
    await settle();
    expect([...area.entries.keys()]).toEqual([key]);
    expect(follower?.tabStorage.entries.size).toBe(0);
    expect(leader?.tabStorage.entries.size).toBe(2);
  });
});
