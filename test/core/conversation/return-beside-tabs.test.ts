import { describe, expect, it } from 'vitest';
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
