import { describe, expect, it } from 'vitest';
import { createSite, type PageOptions } from '../conversation/site.ts';
import { fakeGateway } from './fake-gateway.ts';

/** A chat without its form in front. The agent sends only what the test sends. */
async function openChat(options: PageOptions = {}) {
  const site = createSite();
  site.service.answers = false;
  const gateway = fakeGateway();
  const { chat, close } = site.open({ gateway, leadForm: 'later', askAfter: { answers: 2 }, ...options });
  chat.start();
  await site.settle();
  let count = 0;
  const agentSays = async (...texts: string[]) => {
    for (const content of texts) {
      count += 1;
      site.service
        .last()
        ?.send(JSON.stringify({ type: 'message', id: `m${count}`, name: 'Ada', content, profilepic: null }));
    }
    await site.settle();
  };
  const visitorSays = async (text: string) => {
    chat.sendMessage(text);
    await site.settle();
  };
  const status = () => chat.state.form.value.status;
  return { ...site, chat, close, gateway, agentSays, visitorSays, status };
}

describe('askAfter', () => {
  it('offers the form some time after the answer, below its last message', async () => {
    const { clock, chat, agentSays, visitorSays, status } = await openChat();
    await agentSays('Hello', 'How can I help?');
    await visitorSays('One');
    await agentSays('First');
    clock.advanceNow(2_000);
    await visitorSays('Two');
    await agentSays('Second');
    clock.advanceNow(700);
    await agentSays('and more');
    clock.advanceNow(700);
    expect(status()).toBe('hidden');
    clock.advanceNow(300);
    expect(chat.state.form.value).toEqual({ status: 'shown', afterId: 'm5', wasShown: true });
  });

  it('waits for the next answer if the visitor writes meanwhile', async () => {
    const { clock, agentSays, visitorSays, status } = await openChat({ askAfter: { answers: 1 } });
    await visitorSays('One');
    await agentSays('First');
    await visitorSays('Two');
    clock.advanceNow(2_000);
    expect(status()).toBe('hidden');
    await agentSays('Second');
    clock.advanceNow(2_000);
    expect(status()).toBe('shown');
  });

  it('offers nothing after the visitor has put the form away', async () => {
    const { clock, chat, agentSays, visitorSays, status } = await openChat({ askAfter: { answers: 1 } });
    chat.showForm();
    chat.dismissForm();
    await visitorSays('One');
    await agentSays('First');
    clock.advanceNow(2_000);
    expect(status()).toBe('hidden');
  });

  it('sends a lead of the conversation without a session of its own', async () => {
    const { chat, gateway, settle, visitorSays, status } = await openChat();
    await visitorSays('One');
    chat.showForm();
    chat.leadForm?.set('phone', '+14155552671');
    await chat.leadForm?.submit();
    await settle();
    expect(gateway.requests).toMatchObject([{ chat: false }]);
    expect([status(), chat.state.lead.value.status, chat.state.notice.value]).toEqual(['sent', 'accepted', null]);
    expect(chat.state.canShowForm.value).toBe(false);
  });

  it('asks before a new conversation where this one has ended', async () => {
    const { chat } = await openChat();
    chat.forget();
    chat.showForm();
    expect(chat.state.phase.value).toBe('asking-lead');
    chat.skipLead();
    expect(chat.state.phase.value).toBe('chatting');
  });

  it('tells the page what happens to the form, by the names of its fields', async () => {
    const { chat } = await openChat();
    const told: unknown[] = [];
    chat.on('form:problem', (detail) => told.push(detail));
    chat.on('form:skip', (detail) => told.push(detail));
    chat.showForm();
    chat.leadForm?.set('phone', '12');
    await chat.leadForm?.submit();
    chat.dismissForm();
    chat.dismissForm();
    expect(told).toEqual([{ form: 'default', fields: ['phone'] }, { form: 'default' }]);
  });
});
