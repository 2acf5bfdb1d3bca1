import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, type Page, type PageOptions, texts } from './site.ts';

const phone = '+1 415 555 2671';
const stamp = { id: 'deletion', at: 0 };

type Role = 'leading' | 'following' | 'joining' | 'returning';

// Cause: a tab that came later took over that nothing is left, and kept what it had stored, for the page after it.
/** Two tabs of a visitor who has typed into the form of one, and what the other one does about them. */
async function act(role: Role, leadForm: 'required' | 'later', does: (page: Page) => void) {
  const site = createSite();
  const open = async (options: PageOptions = {}) => {
    const page = site.open({ leadForm, gateway: fakeGateway(), ...options });
    page.chat.start();
    await site.settle();
    return page;
  };
  const first = await open();
  const second = await open();
  const [page, other] = role === 'leading' ? [first, second] : [second, first];
  if (leadForm === 'later') {
    page.chat.sendMessage('Hello');
    await site.settle();
    page.chat.showForm();
  }
  page.chat.leadForm?.set('phone', phone);
  await site.settle();
  if (role === 'joining') page.close();
  if (role === 'returning') page.pageLifecycle.emit('leave');
  await site.settle();
  does(other);
  await site.settle();
  if (role === 'returning') page.pageLifecycle.emit('return');
  const { tabStorage } = page;
  const current = role === 'joining' ? await open({ tabStorage }) : page;
  await site.settle();
  const value = () => current.chat.leadForm?.values.value.phone;
  const stored = () => [site.area, tabStorage, other.tabStorage].flatMap(({ entries }) => [...entries.values()]).join();
  return { ...site, page: current, other, value, stored };
}

const cases = (['leading', 'following', 'joining', 'returning'] as const).flatMap((role) =>
  (['required', 'later'] as const).map((leadForm) => [role, leadForm] as const),
);

describe.each(cases)('a %s tab beside one in which the visitor acts (lead form: %s)', (role, leadForm) => {
  it('has nothing of a visitor who is forgotten, on screen or stored', async () => {
    const { page, value, stored } = await act(role, leadForm, ({ chat }) => chat.forget());
    expect([page.chat.state.phase.value, value()]).toEqual(['ended', '']);
    expect(stored()).not.toContain(phone);
  });

  it('has nothing of the person before a reset, on screen or stored', async () => {
    const { page, value, stored, settle } = await act(role, leadForm, ({ chat }) => {
      chat.setVisible(true);
      chat.reset();
    });
    expect(value()).toBe('');
    expect(stored()).not.toContain(phone);
    page.chat.showForm();
    page.chat.leadForm?.set('first_name', 'Next');
    await settle();
    expect([value(), page.chat.leadForm?.values.value.first_name]).toEqual(['', 'Next']);
    expect(stored()).toContain('Next');
  });

  it('stores nothing of a visitor who denies it, and goes on', async () => {
    const { page, value, stored, settle } = await act(role, leadForm, ({ chat }) => chat.setStorageConsent('denied'));
    expect(stored()).not.toContain(phone);
    if (role === 'leading' || role === 'following') expect(value()).toBe(phone);
    page.chat.showForm();
    page.chat.leadForm?.set('first_name', 'Ada');
    page.chat.setTypedText('Hm');
    await settle();
    page.pageLifecycle.emit('leave');
    expect(stored()).toBe('');
  });
});

// Cause: a chat that had begun was left to the tabs of its flow, and the deletion was made by a chat of another one.
describe.each(['leading', 'following', 'alone'] as const)('a %s chat of another flow', (role) => {
  async function deleteBeside(isReset: boolean) {
    const site = createSite();
    const flow = { flowId: 'f1000000-0000-4000-8000-000000000002', leadForm: 'later', gateway: fakeGateway() } as const;
    const pages = [site.open(flow), ...(role === 'alone' ? [] : [site.open(flow)])];
    for (const { chat } of pages) {
      chat.start();
      await site.settle();
    }
    const page = role === 'following' ? pages[1] : pages[0];
    if (page === undefined) throw new Error('no page');
    const told: boolean[] = [];
    page.chat.onForgottenElsewhere((value) => told.push(value));
    page.chat.sendMessage('I am Ada');
    page.chat.setTypedText('My number is');
    page.chat.showForm();
    page.chat.leadForm?.set('phone', phone);
    await site.settle();
    for (const { chat } of pages) chat.followDeletion(isReset, stamp);
    await site.settle();
    const stored = [site.area, ...pages.map(({ tabStorage }) => tabStorage)].flatMap(({ entries }) => [
      ...entries.values(),
    ]);
    return { ...site, page, pages, stored: stored.join(), told };
  }

  it('has nothing of a visitor who is forgotten, on screen or stored', async () => {
    const { page, stored, told, settle, clock } = await deleteBeside(false);
    expect(told).toEqual([false]);
    expect(stored).toBe('');
    expect(texts(page)).toEqual([]);
    expect([page.chat.state.phase.value, page.chat.leadForm?.values.value.phone]).toEqual(['ended', '']);
    expect(page.chat.state.typedText.value).toBe('');
    page.chat.newConversation();
    page.chat.sendMessage('I am Grace');
    await settle();
    await clock.advance(10_000);
    await settle();
    expect(texts(page)[0]).toBe('I am Grace');
  });

  it('begins again for the next person after a reset, if it is open', async () => {
    const site = createSite();
    const page = site.open({ leadForm: 'required', gateway: fakeGateway() });
    page.chat.setVisible(true);
    page.chat.start();
    await site.settle();
    page.chat.leadForm?.set('phone', phone);
    page.chat.followDeletion(true, stamp);
    await site.settle();
    expect([page.chat.state.phase.value, page.chat.leadForm?.values.value.phone]).toEqual(['asking-lead', '']);
  });

  it('is there for the next person after a reset', async () => {
    const { page, stored, told, settle } = await deleteBeside(true);
    expect(told).toEqual([true]);
    expect(stored).toBe('');
    page.chat.start();
    page.chat.sendMessage('I am Grace');
    await settle();
    expect(texts(page)[0]).toBe('I am Grace');
    expect(page.chat.state.messages.value.some(({ text }) => /Ada/.test(text))).toBe(false);
  });
});

// Cause: the state of the leading tab showed that the visitor is forgotten, and what only the other one knew of them stayed there.
it.each([true, false])(
  'forgets what only this tab knows, if the leading one says first who is gone (reset: %s)',
  async (isReset) => {
    const site = createSite();
    const pages = [0, 1].map(() => site.open({ leadForm: 'later', gateway: fakeGateway() }));
    const [leading, page] = pages;
    if (leading === undefined || page === undefined) throw new Error('no page');
    for (const { chat } of pages) {
      chat.setVisible(true);
      chat.start();
      await site.settle();
    }
    let toldCount = 0;
    page.chat.onForgottenElsewhere(() => {
      toldCount++;
    });
    page.chat.leadForm?.prefill({ first_name: 'Ada' });
    page.chat.sendMessage('I am Ada');
    page.chat.setTypedText('My number is');
    await site.settle();
    leading.chat.followDeletion(isReset, stamp);
    await site.settle();
    leading.chat.newConversation();
    leading.chat.sendMessage('I am Grace');
    await site.settle();
    page.chat.followDeletion(isReset, stamp);
    await site.settle();
    expect(toldCount).toBe(1);
    expect([page.chat.state.typedText.value, page.chat.leadForm?.values.value.first_name]).toEqual(['', '']);
    for (const each of pages) expect(texts(each).filter((text) => /^I am/.test(text))).toEqual(['I am Grace']);
    expect([...page.tabStorage.entries.values()].join()).not.toContain('My number');
  },
);

describe.each(['leading', 'following'] as const)('a %s tab that hears of a deletion in two ways', (role) => {
  it.each(['tabs', 'browser'] as const)(
    'forgets once, though the next person has begun meanwhile (first: %s)',
    async (first) => {
      const site = createSite();
      const pages = [site.open(), site.open()] as const;
      for (const { chat } of pages) {
        chat.setVisible(true);
        chat.start();
        await site.settle();
      }
      const [page, other] = role === 'leading' ? pages : [pages[1], pages[0]];
      page.chat.sendMessage('I am Ada');
      await site.settle();
      const told: boolean[] = [];
      page.chat.onForgottenElsewhere((isReset) => told.push(isReset));
      if (first === 'browser') page.chat.followDeletion(true, stamp);
      other.chat.reset(stamp);
      await site.settle();
      other.chat.sendMessage('I am Grace');
      await site.settle();
      if (first === 'tabs') page.chat.followDeletion(true, stamp);
      await site.settle();
      await site.clock.advance(10_000);
      await site.settle();
      expect(told).toEqual([true]);
      for (const each of pages) expect(texts(each).filter((text) => /^I am/.test(text))).toEqual(['I am Grace']);
      expect(site.service.conversations.size).toBe(2);
    },
  );
});

// Cause: a tab that heard late of a deletion, or of a denial, also deleted what all tabs share, which had been stored since then.
describe.each(['following', 'idle'] as const)('a %s tab that hears late what another one has deleted', (role) => {
  async function besideNext() {
    const site = createSite();
    const next = site.open();
    next.chat.setVisible(true);
    next.chat.start();
    await site.settle();
    const late = site.open();
    if (role === 'following') late.chat.start();
    next.chat.sendMessage('I am Ada');
    late.chat.setTypedText('My number is');
    await site.settle();
    site.channels.freeze(late.id);
    return { ...site, next, late, stored: () => [...site.area.entries.values()].join() };
  }

  it('leaves the conversation that the next person has begun', async () => {
    const { next, late, stored, settle, clock } = await besideNext();
    next.chat.reset(stamp);
    next.chat.sendMessage('I am Grace');
    await settle();
    await clock.advance(1_000);
    late.chat.followDeletion(true, stamp);
    expect(stored()).toContain('I am Grace');
    await settle();
    expect([...late.tabStorage.entries.values()].join()).not.toContain('My number is');
  });

  it('leaves what the visitor has agreed to after a denial', async () => {
    const { next, late, stored, settle } = await besideNext();
    for (const answer of ['denied', 'granted'] as const) next.chat.setStorageConsent(answer);
    await settle();
    late.chat.setStorageConsent('denied', true);
    await settle();
    expect(stored()).toContain('I am Ada');
    expect([...late.tabStorage.entries.values()].join()).toBe('');
  });
});
