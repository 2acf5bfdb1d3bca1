import { describe, expect, it } from 'vitest';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { createSite, flowId, type Page, type PageOptions, texts } from './site.ts';

const key = `leadchat:${flowId}`;
const lead = { id: 'd1000000-0000-4000-8000-000000000001', token: 'secret' };

/** A page with a chat, from which the visitor goes on to other pages in the same tab, and back. */
async function visit(options: PageOptions = {}) {
  const site = createSite();
  const { settle } = site;
  const open = (overrides: PageOptions = {}) => {
    const page = site.open({ ...options, ...overrides });
    page.chat.start();
    return page;
  };
  const first = open();
  await settle();
  /** What the visitor does on a page that the first one is left for. */
  const meanwhile = async (act: (page: Page) => void | Promise<void>, overrides: PageOptions = {}) => {
    first.pageLifecycle.emit('leave');
    await settle();
    const page = open({ tabStorage: first.tabStorage, ...overrides });
    await settle();
    await act(page);
    await settle();
    page.close();
    await settle();
    first.pageLifecycle.emit('return');
    await settle();
  };
  const stored = () => JSON.parse(site.area.getItem(key) ?? '{}');
  return { ...site, open, first, chat: first.chat, meanwhile, stored };
}

// Cause: the page took only the lead, the form and the text box of what later pages had stored, and stored its own over it.
describe('a page that comes back from the back/forward cache', () => {
  it('continues the conversation as the page after it has left it', async () => {
    const { first, chat, clock, meanwhile, service, settle, stored } = await visit();
    const [session = ''] = service.conversations.keys();
    service.answers = false;
    chat.sendMessage('Hello');
    await settle();
    await meanwhile(async (page) => {
      service.say(session, 'Hi!');
      await settle();
      page.chat.sendMessage('When do you open?');
      await settle();
      service.say(session, 'At nine');
    });
    const all = ['Hello', 'Hi!', 'When do you open?', 'At nine'];
    expect(texts(first)).toEqual(all);
    await clock.advance(30_000);
    await settle();
    expect(service.conversations.get(session)?.received).toEqual(['Hello', 'When do you open?']);
    expect(stored().messages).toMatchObject(all.map((text) => ({ text })));
    expect(service.live().map(({ path }) => path.session)).toEqual([session]);
  });

  it('has forgotten the visitor if that was asked for on the page after it', async () => {
    const { area, chat, first, meanwhile, service, settle } = await visit({
      leadForm: 'later',
      gateway: fakeGateway(),
    });
    chat.sendMessage('Hello');
    chat.showForm();
    chat.leadForm?.set('phone', '+1 415 555 2671');
    chat.leadForm?.setConsent(true);
    await settle();
    await meanwhile((page) => page.chat.forget());
    expect(chat.state.phase.value).toBe('ended');
    expect(texts(first)).toEqual([]);
    expect(chat.leadForm?.values.value.phone).toBe('');
    expect(chat.leadForm?.consentGiven.value).toBe(false);
    expect([...area.entries.keys(), ...first.tabStorage.entries.keys()]).toEqual([]);
    expect(service.live()).toHaveLength(0);
  });

  // Cause: only a conversation that was gone told of it, and before it there is a form.
  it('has forgotten what was typed into the form before the chat, too', async () => {
    const { chat, first, meanwhile } = await visit({ leadForm: 'required', gateway: fakeGateway() });
    chat.leadForm?.set('phone', '+1 415 555 2671');
    await meanwhile((page) => page.chat.reset());
    expect(chat.leadForm?.values.value.phone).toBe('');
    expect([...first.tabStorage.entries.keys()]).toEqual([]);
  });

  // Cause: a conversation that was gone counted as forgotten, with the call that was planned; beside a waiting lead it went on.
  it.each<[string, (gateway: ReturnType<typeof fakeGateway>, page: Page) => void | Promise<void>]>([
    [
      'beside a call that is under way',
      async (_, { chat }) => {
        chat.showForm();
        chat.leadForm?.set('phone', '+1 415 555 2671');
        await chat.leadForm?.submit({ callback: true });
      },
    ],
    [
      'beside a lead that waits',
      (gateway) => {
        gateway.queued = true;
      },
    ],
  ])('leaves ended what was ended on the page after it: %s', async (_, act) => {
    const gateway = fakeGateway();
    const { area, chat, first, meanwhile, service, settle } = await visit({ gateway, leadForm: 'later' });
    chat.sendMessage('Hello');
    await settle();
    let isForgotten = false;
    gateway.forget = () => {
      isForgotten = true;
    };
    await meanwhile(async (page) => {
      await act(gateway, page);
      await settle();
      page.chat.endConversation();
    });
    expect(chat.state.phase.value).toBe('ended');
    expect(texts(first)).toEqual(['Hello', 're: Hello']);
    expect(service.live()).toHaveLength(0);
    expect(isForgotten).toBe(false);
    expect(chat.state.callback.value.status).toBe(gateway.queued ? 'none' : 'requested');
    expect(area.getItem(key)).toBeNull();
    chat.destroy();
  });

  // Cause: an end that left nothing stored was taken for a visitor who is forgotten, with the token of whoever is signed in.
  it.each<[string, PageOptions, (page: Page) => void]>([
    ['ended', { gateway: fakeGateway(), leadForm: 'later' }, ({ chat }) => chat.endConversation()],
    ['ended, without a form,', {}, ({ chat }) => chat.endConversation({ asksRating: true })],
    [
      'left for a new one, which had not begun yet,',
      {},
      ({ chat, close }) => {
        chat.newConversation();
        close();
      },
    ],
  ])('knows the visitor still if the conversation was %s on the page after it', async (_, options, act) => {
    const { area, chat, first, meanwhile, settle } = await visit(options);
    chat.sendMessage('Do you take walk-ins?');
    await settle();
    let forgotten = 0;
    chat.onForgottenElsewhere(() => {
      forgotten += 1;
    });
    await meanwhile(act);
    expect(chat.state.phase.value).toBe('ended');
    expect(texts(first)).toEqual(['Do you take walk-ins?', 're: Do you take walk-ins?']);
    expect(area.getItem(key)).toBeNull();
    expect(forgotten).toBe(0);
    await meanwhile((page) => page.chat.forget());
    expect(texts(first)).toEqual([]);
    expect([...area.entries.keys(), ...first.tabStorage.entries.keys()]).toEqual([]);
    expect(forgotten).toBe(1);
  });

  it('has forgotten what it knows if the visitor has denied storing on the page after it', async () => {
    const { area, chat, first, meanwhile } = await visit({ leadForm: 'required', gateway: fakeGateway() });
    chat.leadForm?.set('phone', '+1 415 555 2671');
    await meanwhile((page) => page.chat.setStorageConsent('denied'));
    expect(chat.leadForm?.values.value.phone).toBe('');
    expect([...area.entries.keys(), ...first.tabStorage.entries.keys()]).toEqual([]);
  });

  it('keeps to itself that it has forgotten the visitor: other tabs may have begun another conversation', async () => {
    const { first, meanwhile, open, settle } = await visit();
    first.chat.sendMessage('Hello');
    await settle();
    const other: Page[] = [];
    await meanwhile(async (page) => {
      page.chat.forget();
      await settle();
      other.push(open({ storageConsent: 'required' }));
      other[0]?.chat.sendMessage('Somebody else');
    });
    expect(other.map(texts)).toEqual([['Somebody else', 're: Somebody else']]);
    expect(texts(first)).toEqual(['Somebody else', 're: Somebody else']);
  });

  it('continues the conversation that another page has begun, and stores no other over it', async () => {
    const { chat, first, meanwhile, service, settle, stored } = await visit();
    chat.sendMessage('Hello');
    await settle();
    const events: unknown[] = [];
    for (const name of ['session:end', 'session:resume', 'message:received'] as const) {
      chat.on(name, (detail) => events.push([name, detail]));
    }
    await meanwhile(async (page) => {
      page.chat.newConversation();
      await settle();
      page.chat.sendMessage('Something else');
    });
    expect(texts(first)).toEqual(['Something else', 're: Something else']);
    expect(chat.state.canUndo.value).toBe(false);
    const session = [...service.conversations.keys()][1];
    expect(stored()).toMatchObject({ session_id: session, messages: [{ text: 'Something else' }, {}] });
    expect(service.live().map(({ path }) => path)).toEqual([{ flowId, session, reconnect: true }]);
    expect(events).toEqual([
      ['session:end', { reason: 'new-conversation' }],
      ['session:resume', {}],
    ]);
  });

  it('thanks for the lead that another page has left instead of asking for it', async () => {
    const gateway = fakeGateway();
    gateway.outcome = { status: 'accepted', lead, session: null };
    const { chat, meanwhile } = await visit({ gateway, leadForm: 'required', afterLead: () => 'thanks' });
    expect(chat.state.phase.value).toBe('asking-lead');
    await meanwhile(async (page) => {
      page.chat.leadForm?.set('phone', '+1 415 555 2671');
      await page.chat.leadForm?.submit();
    });
    expect(chat.state.phase.value).toBe('thanks');
    expect(chat.state.lead.value).toEqual({ status: 'accepted', lead: lead.id });
    expect(chat.leadForm?.values.value.phone).toBe('');
  });

  it('follows the call that another page has requested', async () => {
    const gateway = fakeGateway();
    const { chat, meanwhile } = await visit({ gateway, leadForm: 'later' });
    await meanwhile(async (page) => {
      page.chat.showForm();
      page.chat.leadForm?.set('phone', '+1 415 555 2671');
      await page.chat.leadForm?.submit({ callback: true });
    });
    expect(chat.state.callback.value).toEqual({ status: 'requested', state: 'ringing' });
    chat.destroy();
  });

  it('sends the lead that another page could not send', async () => {
    const gateway = fakeGateway();
    const flushes: string[] = [];
    gateway.flush = () => flushes.push('first');
    const { meanwhile } = await visit({ gateway, leadForm: 'later' });
    flushes.length = 0;
    await meanwhile(() => {}, { gateway: fakeGateway() });
    expect(flushes).toEqual(['first']);
  });

  it.each<[string, PageOptions, (area: ReturnType<typeof createSite>['area']) => void]>([
    ['where nothing may be stored', { storageConsent: 'required' }, () => {}],
    [
      'where the storage is blocked',
      {},
      (area) => {
        area.blocked = true;
      },
    ],
    [
      'where the storage has no room for the messages',
      {},
      (area) => {
        area.capacity = 300;
      },
    ],
  ])('keeps its conversation %s', async (_, options, prepare) => {
    const { area, chat, first, settle } = await visit(options);
    prepare(area);
    chat.sendMessage('x'.repeat(1_000));
    await settle();
    const before = texts(first);
    expect(before).toHaveLength(2);
    first.pageLifecycle.emit('leave');
    await settle();
    first.pageLifecycle.emit('return');
    await settle();
    expect(texts(first)).toEqual(before);
    expect(chat.state.phase.value).toBe('chatting');
  });

  it('counts no message as unread while the chat is open', async () => {
    const { chat, meanwhile, service } = await visit();
    const [session = ''] = service.conversations.keys();
    chat.setVisible(true);
    await meanwhile(() => void service.say(session, 'News'));
    expect(chat.state.unread.value).toBe(0);
  });
});
