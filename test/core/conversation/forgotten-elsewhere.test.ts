import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, type Page, type PageOptions } from './site.ts';

const phone = '+1 415 555 2671';

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
