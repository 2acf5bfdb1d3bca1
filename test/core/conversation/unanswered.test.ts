import { describe, expect, it } from 'vitest';
import { createSite, texts } from './site.ts';

/** A page that is left while the service works on the answer to "Hello". */
async function leaveUnanswered() {
  const site = createSite();
  site.service.answers = false;
  const first = site.open();
  first.chat.start();
  await site.settle();
  const [session = ''] = site.service.conversations.keys();
  site.service.say(session, 'How can I help?');
  await site.settle();
  first.chat.sendMessage('Hello');
  await site.settle();
  first.close();
  const received = () => site.service.conversations.get(session)?.received;
  const reload = async () => {
    const page = site.open({ tabStorage: first.tabStorage });
    page.chat.start();
    await site.settle();
    return page;
  };
  return { ...site, session, received, reload };
}

describe('a message that was unanswered when its page was left', () => {
  it('is not sent again when the service has answered meanwhile and replays the answer', async () => {
    const { service, session, received, reload, clock, settle } = await leaveUnanswered();
    service.say(session, 'Hi!');
    const { chat } = await reload();
    await clock.advance(30_000);
    await settle();
    expect(received()).toEqual(['Hello']);
    expect(chat.state.messages.value[1]).toMatchObject({ text: 'Hello', delivery: 'confirmed' });
  });

  it('is not sent again when the answer comes after the reload', async () => {
    const { service, session, received, reload, clock, settle } = await leaveUnanswered();
    service.replays = false;
    const page = await reload();
    expect(page.chat.state.messages.value.at(-1)).toMatchObject({ text: 'Hello', delivery: 'sent' });
    expect(page.chat.state.awaitingAnswer.value).toBe(true);
    await clock.advance(8_000);
    service.say(session, 'Hi!');
    await settle();
    await clock.advance(30_000);
    expect(received()).toEqual(['Hello']);
    expect(texts(page)).toEqual(['How can I help?', 'Hello', 'Hi!']);
  });

  it('is sent again once when no answer comes within 10 s', async () => {
    const { received, reload, clock } = await leaveUnanswered();
    await reload();
    await clock.advance(9_000);
    expect(received()).toEqual(['Hello']);
    await clock.advance(60_000);
    expect(received()).toEqual(['Hello', 'Hello']);
  });

  it('is not sent again at once after a handshake that failed', async () => {
    const { service, session, received, reload, clock, settle } = await leaveUnanswered();
    service.replays = false;
    service.network.refusesHandshake = () => true;
    const { chat } = await reload();
    service.network.refusesHandshake = () => false;
    chat.setVisible(true);
    await clock.advance(8_000);
    service.say(session, 'Hi!');
    await settle();
    await clock.advance(30_000);
    expect(received()).toEqual(['Hello']);
    expect(texts({ chat })).toEqual(['How can I help?', 'Hello', 'Hi!']);
  });

  it('is not sent again together with a message that was written later', async () => {
    const { received, reload, clock, settle } = await leaveUnanswered();
    const { chat } = await reload();
    await clock.advance(8_000);
    chat.sendMessage('Anybody?');
    await settle();
    await clock.advance(30_000);
    expect(received()).toEqual(['Hello', 'Anybody?', 'Hello']);
  });

  it('is not confirmed by earlier messages', async () => {
    const { service, received, reload, clock, session } = await leaveUnanswered();
    // The first page has missed this one.
    service.conversations.get(session)?.said.unshift({ id: 'missed', content: 'Welcome' });
    const { chat } = await reload();
    expect(chat.state.messages.value.find(({ text }) => text === 'Hello')?.delivery).toBe('sent');
    await clock.advance(15_000);
    expect(received()).toEqual(['Hello', 'Hello']);
  });
});
