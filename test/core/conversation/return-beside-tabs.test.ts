import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, type Page, type PageOptions, texts } from './site.ts';

/** Two tabs of one browser: the first one leads, and the second one follows. */
async function openTwo(options: PageOptions = {}) {
  const site = createSite();
  const open = async (overrides: PageOptions = {}) => {
    const page = site.open({ ...options, ...overrides });
    page.chat.start();
    await site.settle();
    return page;
  };
  return { ...site, open, leader: await open(), follower: await open() };
}

/** Whatever is in flight between tabs and service arrives, and no timer runs. */
async function deliver(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}

const leave = ({ pageLifecycle }: Page) => pageLifecycle.emit('leave');
const comeBack = ({ pageLifecycle }: Page) => pageLifecycle.emit('return');
const deliveries = ({ chat }: Page) => chat.state.messages.value.map(({ text, delivery }) => [text, delivery]);
const all = [
  ['Before', 'confirmed'],
  ['re: Before', undefined],
  ['Hello', 'confirmed'],
  ['re: Hello', undefined],
];

// Cause: the other tabs heard that a message had arrived before the leading one had stored it, and stored it themselves no longer.
describe('a message that has arrived, as the leading tab is killed in the same moment', () => {
  async function hearOfArrival() {
    const site = await openTwo();
    site.follower.chat.sendMessage('Before');
    await site.settle();
    site.follower.chat.sendMessage('Hello');
    await deliver();
    expect(deliveries(site.follower)).toEqual(all);
    site.service.replays = false;
    return site;
  }

  it('is shown by a page that comes back from the back/forward cache', async () => {
    const { leader, follower, service, settle } = await hearOfArrival();
    leave(follower);
    comeBack(follower);
    leader.crash();
    await settle();
    expect(deliveries(follower)).toEqual(all);
    expect([...service.conversations.values()].map(({ received }) => received)).toEqual([['Before', 'Hello']]);
  });

  it('is shown by the next page of another tab', async () => {
    const { leader, follower, open, service } = await hearOfArrival();
    follower.close();
    leader.crash();
    const next = await open({ tabStorage: follower.tabStorage });
    expect(deliveries(next)).toEqual(all);
    expect([...service.conversations.values()].map(({ received }) => received)).toEqual([['Before', 'Hello']]);
  });
});

describe('a page that comes back after another tab, which is closed now,', () => {
  /** The page of a tab, in the back/forward cache with a conversation, a text box and a form that is filled in. */
  async function leaveWithForm() {
    const site = await openTwo({ gateway: fakeGateway(), leadForm: 'later' });
    const { leader: other, follower: page, settle } = site;
    page.chat.sendMessage('Hello');
    page.chat.showForm();
    page.chat.leadForm?.set('phone', '+1 415 555 2671');
    page.chat.leadForm?.setConsent(true);
    page.chat.setTypedText('Another thi');
    await settle();
    leave(page);
    await settle();
    /** What the visitor does in the other tab until it is closed, and the page comes back. */
    const elsewhere = async (act: (other: Page) => void | Promise<void>) => {
      await act(other);
      await settle();
      other.close();
      await settle();
      comeBack(page);
      await settle();
    };
    const storedByTab = () => [...page.tabStorage.entries.values()].join();
    return { ...site, page, elsewhere, storedByTab };
  }

  // Cause: the form that the page itself had stored counted as what an end has left, and a deletion was taken for one.
  it.each<[string, (chat: Page['chat']) => void]>([
    ['has deleted the data', (chat) => chat.forget()],
    ['was reset', (chat) => chat.reset()],
    ['has denied storing', (chat) => chat.setStorageConsent('denied')],
  ])('%s, has forgotten the visitor too', async (_, act) => {
    const { area, elsewhere, page, service } = await leaveWithForm();
    await elsewhere(({ chat }) => act(chat));
    expect(page.chat.state.phase.value).toBe('ended');
    expect(texts(page)).toEqual([]);
    expect(page.chat.leadForm?.values.value.phone).toBe('');
    expect(page.chat.leadForm?.consentGiven.value).toBe(false);
    expect([...area.entries.keys(), ...page.tabStorage.entries.keys()]).toEqual([]);
    expect(service.live()).toHaveLength(0);
  });

  // Cause: what the page had stored of its form was laid over whatever conversation it came back to.
  it('has deleted the data and begun for the next visitor, shows them nothing of the one before', async () => {
    const { elsewhere, page, settle, storedByTab } = await leaveWithForm();
    await elsewhere(async (other) => {
      other.chat.reset();
      await settle();
      other.chat.sendMessage('Somebody else');
    });
    expect(texts(page)).toEqual(['Somebody else', 're: Somebody else']);
    expect(page.chat.leadForm?.values.value.phone).toBe('');
    expect(page.chat.state.form.value).toMatchObject({ status: 'hidden' });
    expect(page.chat.state.typedText.value).toBe('');
    expect(storedByTab()).not.toContain('415');
    expect(storedByTab()).not.toContain('Another');
  });

  it('has changed nothing, goes on as it was', async () => {
    const { elsewhere, page } = await leaveWithForm();
    await elsewhere(() => {});
    expect(texts(page)).toEqual(['Hello', 're: Hello']);
    expect(page.chat.leadForm?.values.value.phone).toBe('+1 415 555 2671');
    expect(page.chat.state.typedText.value).toBe('Another thi');
  });
});

describe('a page that comes back after the page after it has left its conversation', () => {
  it('keeps the form for the visitor, who is the same', async () => {
    const { leader, follower, open, settle } = await openTwo({ gateway: fakeGateway(), leadForm: 'later' });
    leader.close();
    follower.chat.sendMessage('Hello');
    follower.chat.showForm();
    follower.chat.leadForm?.set('phone', '+1 415 555 2671');
    await settle();
    leave(follower);
    const next = await open({ tabStorage: follower.tabStorage });
    next.chat.newConversation();
    await settle();
    next.chat.sendMessage('Something else');
    await settle();
    next.close();
    comeBack(follower);
    await settle();
    expect(texts(follower)).toEqual(['Something else', 're: Something else']);
    expect(follower.chat.leadForm?.values.value.phone).toBe('+1 415 555 2671');
  });

  it('leaves it ended although it has stored the form itself', async () => {
    const { leader, follower, open, settle } = await openTwo({ gateway: fakeGateway(), leadForm: 'later' });
    leader.close();
    follower.chat.sendMessage('Hello');
    follower.chat.showForm();
    follower.chat.leadForm?.set('phone', '+1 415 555 2671');
    follower.chat.dismissForm();
    await settle();
    leave(follower);
    const next = await open({ tabStorage: follower.tabStorage });
    next.chat.endConversation();
    await settle();
    next.close();
    comeBack(follower);
    await settle();
    expect(follower.chat.state.phase.value).toBe('ended');
    expect(texts(follower)).toEqual(['Hello', 're: Hello']);
  });
});
