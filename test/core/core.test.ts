import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createWebSocketConnection } from '../../src/core/connection/web-socket-connection.ts';
import { createCoreWith } from '../../src/core/create-core-with.ts';
import { createCore } from '../../src/core/index.ts';
import * as leadsModule from '../../src/core/leads/create-leads.ts';
import { waitFor } from '../support/wait-for.ts';
import { type SocketService, startSocketService } from './connection/socket-service.ts';
import { memoryStorage } from './conversation/memory-storage.ts';

const flowId = 'f1000000-0000-4000-8000-000000000001';
const session = 'webchat-session.b1000000-0000-4000-8000-000000000001';

it('fills in the defaults of fields and consent', () => {
  const { leadForm } = createCore({
    flowId,
    wssUrl: 'wss://service.example',
    proxyUrl: 'https://proxy.example',
    fields: [{ name: 'phone' }, { name: 'city', label: 'City' }],
    consent: { text: 'I agree.', version: '1' },
    environment: { WebSocket, localStorage: memoryStorage() },
  });
  expect(leadForm?.fields).toEqual([
    { name: 'phone', type: 'tel', required: true },
    { name: 'city', label: 'City', type: 'text', required: false },
  ]);
  expect(leadForm?.consent.value).toEqual({ text: 'I agree.', version: '1', required: true });
});

// Cause: `leadForm` was looked at before its default was known.
it.each([undefined, 'required', 'later', 'optional'] as const)(
  'offers the form in the conversation only where none comes before the chat (leadForm: %s)',
  (leadForm) => {
    const createLeads = vi.fn(leadsModule.createLeads);
    const { destroy } = createCoreWith(
      {
        flowId,
        wssUrl: 'wss://service.example',
        proxyUrl: 'https://proxy.example',
        leadForm,
        askAfter: { answers: 1 },
        environment: { WebSocket, localStorage: memoryStorage() },
      },
      { ...leadsModule, createLeads },
      createWebSocketConnection,
    );
    onTestFinished(destroy);
    const isFirst = leadForm === undefined || leadForm === 'required';
    expect(createLeads.mock.lastCall?.[0].options.askAfter).toEqual(isFirst ? undefined : { answers: 1 });
  },
);

// Cause: only the leads for the URL of this chat were removed, and none by a chat without leads.
it.each([
  ['without leads', undefined],
  ['with leads', 'https://proxy.example'],
])('deletes the leads that wait for another proxy when the visitor is forgotten by a chat %s', (_, proxyUrl) => {
  const request = { form: 'default', fields: { phone: '+14155552671' } };
  const lead = { key: 'k', to: 'https://other.example', at: Date.now(), claimedUntil: 0, request };
  const localStorage = memoryStorage({ 'leadchat:leads': JSON.stringify({ version: 1, leads: [lead] }) });
  const wssUrl = 'wss://service.example';
  const { forget, destroy } = createCore({ flowId, wssUrl, proxyUrl, environment: { WebSocket, localStorage } });
  onTestFinished(destroy);
  forget();
  expect([...localStorage.entries.keys()]).toEqual([]);
});

// Cause: the error ended the submission before the lead was saved.
it("sends the lead although the page's afterLead throws", async () => {
  const requests: unknown[] = [];
  const errors: unknown[] = [];
  const error = new Error('the page');
  const { leadForm, destroy } = createCore({
    flowId,
    wssUrl: 'wss://service.example',
    proxyUrl: 'https://proxy.example',
    afterLead() {
      throw error;
    },
    environment: {
      WebSocket,
      localStorage: memoryStorage(),
      reportError: (reported) => errors.push(reported),
      async fetch(_, request) {
        requests.push(JSON.parse(String(request?.body)));
        return Response.json({ status: 'failed', code: 'bad-request', message: 'no' }, { status: 400 });
      },
    },
  });
  onTestFinished(destroy);
  leadForm?.set('phone', '+1 415 555 2671');
  expect(await leadForm?.submit()).toEqual({ ok: false, firstProblem: '' });
  expect(requests).toMatchObject([{ fields: { phone: '+1 415 555 2671' }, chat: true }]);
  expect(errors).toContain(error);
});

describe('the core over a real socket', () => {
  let service: SocketService;
  const stops: (() => void)[] = [];

  beforeEach(async () => {
    service = await startSocketService();
    let message = 0;
    service.onSocket = ({ socket }) => {
      socket.send(JSON.stringify({ type: 'session', id: 's', session_id: session }));
      socket.send(JSON.stringify({ type: 'chatowner', id: 'o', name: 'Ada', profilepic: null }));
    };
    service.onMessage = ({ socket }, data) => {
      const { content } = JSON.parse(data);
      socket.send(
        JSON.stringify({ type: 'message', id: `m${++message}`, name: 'Ada', content: `You said ${content}` }),
      );
    };
  });

  afterEach(async () => {
    for (const stop of stops.splice(0)) stop();
    await service.stop();
  });

  function open(localStorage = memoryStorage()) {
    const chat = createCore({ flowId, wssUrl: service.url, environment: { WebSocket, localStorage } });
    stops.push(() => chat.destroy());
    chat.start();
    return chat;
  }

  it('chats anonymously, stores the session and resumes it', async () => {
    const area = memoryStorage();
    const chat = open(area);
    chat.sendMessage('Hello');
    await waitFor(() => expect(chat.state.messages.value.map(({ text }) => text)).toEqual(['Hello', 'You said Hello']));
    expect(chat.state.messages.value[0]?.delivery).toBe('confirmed');
    expect(service.sockets[0]?.path).toBe(`/webchat/flow/${flowId}/session/null/r/false`);
    expect(JSON.parse(area.getItem(`leadchat:${flowId}`) ?? '')).toMatchObject({ session_id: session });
    chat.destroy();

    const later = open(area);
    expect(later.state.messages.value.map(({ text }) => text)).toEqual(['Hello', 'You said Hello']);
    await waitFor(() => expect(later.state.connection.value).toBe('open'));
    expect(service.sockets[1]?.path).toBe(`/webchat/flow/${flowId}/session/${session}/r/true`);
  });

  it('stores an unsent lead in the storage of the conversation', async () => {
    const [localStorage, sessionStorage] = [memoryStorage(), memoryStorage()];
    const chat = createCore({
      flowId,
      wssUrl: service.url,
      proxyUrl: 'https://proxy.example',
      storage: 'session',
      environment: { WebSocket, localStorage, sessionStorage, fetch: () => Promise.reject(new TypeError('down')) },
    });
    stops.push(() => chat.destroy());
    chat.leadForm?.set('phone', '+1 415 555 2671');
    expect(await chat.leadForm?.submit()).toEqual({ ok: true, status: 'queued' });
    expect(localStorage.entries.size).toBe(0);
    expect(sessionStorage.getItem('leadchat:leads')).toContain('2671');
  });

  // The form and the signed visitor did not know that the chat was destroyed.
  it('sends nothing that is asked for after destroy()', async () => {
    const fetch = vi.fn(() => Promise.resolve(new Response('{}')));
    const getToken = vi.fn(() => 'token');
    const chat = createCore({
      flowId,
      wssUrl: service.url,
      proxyUrl: 'https://proxy.example',
      environment: { WebSocket, localStorage: memoryStorage(), fetch },
    });
    chat.leadForm?.set('phone', '+1 415 555 2671');
    chat.destroy();
    chat.setUserToken('token');
    chat.setUserToken(getToken);
    expect(await chat.leadForm?.submit()).toEqual({ ok: false, firstProblem: '' });
    expect(fetch).not.toHaveBeenCalled();
    expect(getToken).not.toHaveBeenCalled();
  });

  it('sends what the visitor is sending when the page destroys the chat', async () => {
    const fetch = vi.fn(() => Promise.resolve(new Response('{}', { status: 500 })));
    const localStorage = memoryStorage();
    const chat = createCore({
      flowId,
      wssUrl: service.url,
      proxyUrl: 'https://proxy.example',
      environment: { WebSocket, localStorage, fetch },
    });
    chat.leadForm?.set('phone', '+1 415 555 2671');
    const captcha = Promise.withResolvers<{ ok: true }>();
    const submission = chat.leadForm?.submit({}, () => captcha.promise);
    chat.destroy();
    captcha.resolve({ ok: true });
    expect(await submission).toEqual({ ok: true, status: 'queued' });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('leadchat:leads')).toContain('2671');
  });

  // Cause: each click dispatched an event that a destroyed chat ignores, so no call was ever under way.
  it('requests and cancels no call after destroy()', async () => {
    const requested: string[] = [];
    const lead = { status: 'accepted', lead: 'd1000000-0000-4000-8000-000000000001', token: 'secret', session: null };
    const chat = createCore({
      flowId,
      wssUrl: service.url,
      proxyUrl: 'https://proxy.example',
      afterLead: () => 'thanks',
      environment: {
        WebSocket,
        localStorage: memoryStorage(),
        async fetch(address) {
          requested.push(new URL(String(address)).pathname);
          return Response.json(lead, { status: 202 });
        },
      },
    });
    chat.leadForm?.set('phone', '+1 415 555 2671');
    expect(await chat.leadForm?.submit()).toEqual({ ok: true, status: 'accepted' });
    chat.destroy();
    chat.requestCall();
    chat.requestCall();
    chat.cancelCall();
    expect(requested).toEqual(['/leads']);
  });

  it('comes back after a drop and sends what was typed meanwhile', async () => {
    const chat = open();
    await waitFor(() => expect(chat.state.owner.value?.name).toBe('Ada'));
    await service.down();
    await waitFor(() => expect(chat.state.connection.value).not.toBe('open'));
    chat.sendMessage('Are you there?');
    expect(chat.state.messages.value.at(-1)?.delivery).toBe('queued');
    await service.up();
    await waitFor(() => expect(chat.state.messages.value.at(-1)?.text).toBe('You said Are you there?'));
    expect(service.sockets.at(-1)?.path).toBe(`/webchat/flow/${flowId}/session/${session}/r/true`);
  });
});
