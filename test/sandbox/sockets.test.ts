import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { startSandbox } from './support/harness.ts';
import { ManualClock } from './support/manual-clock.ts';
import { rawRequest } from './support/raw-request.ts';
import { Visitor } from './support/visitor.ts';

const phone = '14155552671';
const script = {
  name: 'Nora',
  greeting: { known: 'Hi {first_name}!', unknown: 'Hi there!' },
  otherwise: ['Noted.'],
};

describe('a sandbox with another message frame', () => {
  const messageFrame = { event: 'say', data: { body: '<{text}>', lang: 'en' } };

  it('takes messages in this frame only', async () => {
    const api = await startSandbox({ script, messageFrame });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    visitor.sendMessage('default frame');
    for (const frame of [{ event: 'say' }, { ...messageFrame, event: 'type' }, { ...messageFrame, more: 1 }, []]) {
      visitor.send(JSON.stringify(frame));
    }
    visitor.send(JSON.stringify({ event: 'say', data: { body: '<a "<b>">', lang: 'en' } }));
    await visitor.receivesText('Noted.');
    const [conversation] = (await api.state()).conversations;
    expect(conversation.messages.filter((message: { from: string }) => message.from === 'visitor')).toMatchObject([
      { content: 'a "<b>"' },
    ]);
  });

  it('takes messages that name the page they were written on', async () => {
    const template = { say: 'on {page}: {text}', context: { title: '{pageTitle}', at: '{page}' } };
    const api = await startSandbox({ script, messageFrame: template });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    const page = 'https://shop.example/prices (new)';
    visitor.send(JSON.stringify({ say: `on ${page}: How much?`, context: { title: 'Prices', at: 'elsewhere' } }));
    visitor.send(JSON.stringify({ say: `on ${page}: How much?`, context: { title: 'Prices', at: page } }));
    await visitor.receivesText('Noted.');
    const [conversation] = (await api.state()).conversations;
    expect(conversation.messages.filter((message: { from: string }) => message.from === 'visitor')).toMatchObject([
      { content: 'How much?' },
    ]);
  });

  // Cause: the demo's agent was silent on a page that set any frame but ours, as the page about messageFrame suggests.
  it.each([
    [{ type: 'message', content: 'How much?', page: 'https://shop.example/', title: 'Prices' }, 'How much?'],
    [{ event: 'say', data: { body: 'How much?', source: 'website' } }, 'How much?'],
    [{ on: 'https://shop.example/prices', title: 'Prices', say: ['How much?'] }, 'How much?'],
    [{ kind: 'chat', page: { url: 'https://shop.example/' }, q: 'https: is that safe?' }, 'https: is that safe?'],
    [{ event: 'typing', id: 'a' }, undefined],
    [{ text: '  ' }, undefined],
    [{ role: 'user', parts: ['How much?'] }, 'How much?'],
    [{ from: 'visitor', payload: { q: 'How much?' } }, 'How much?'],
    [{ content: '', text: 'How much?' }, 'How much?'],
    [['x', 1, null], 'x'],
  ])('finds the message in any frame if it is to: %j', async (frame, expected) => {
    const api = await startSandbox({ script, messageFrame: 'any' });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    visitor.send(JSON.stringify(frame));
    visitor.sendMessage('last');
    await visitor.receivesText('Noted.');
    const [conversation] = (await api.state()).conversations;
    const said = conversation.messages.filter((message: { from: string }) => message.from === 'visitor');
    expect(said.map(({ content }: { content: string }) => content)).toEqual([
      ...(expected === undefined ? [] : [expected]),
      'last',
    ]);
  });

  it('does not start with a frame that has no {text}', async () => {
    await expect(createSandbox({ messageFrame: { event: 'say' } })).rejects.toThrow('{text}');
  });
});

describe('the WebSocket', () => {
  it('Frames: sends session, chatowner and a greeting, in this order and with all their fields', async () => {
    const api = await startSandbox({ script });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    const profilepic = `${api.sandbox.url}/sandbox/page/agent.svg`;
    const session_id = expect.stringMatching(/^webchat-session\.[0-9a-f-]{36}$/);
    expect(visitor.frames).toEqual([
      { type: 'session', id: expect.any(String), session_id },
      { type: 'chatowner', id: api.sandbox.ids.agent, name: 'Nora', profilepic },
      { type: 'message', id: expect.any(String), name: 'Nora', profilepic, content: 'Hi there!' },
    ]);
    expect((await api.request('GET', '/sandbox/requests')).body.requests).toMatchObject([
      { method: 'SOCKET', status: 101 },
    ]);
  });

  it('Webchat connection, rule 1: starts a new conversation without a lead for every anonymous visitor', async () => {
    const api = await startSandbox({ script });
    const first = new Visitor(api.socketAddress(null, false));
    const second = new Visitor(api.socketAddress(null, true));
    expect(await first.sessionId()).not.toBe(await second.sessionId());
    expect((await api.state()).conversations).toMatchObject([{ lead_id: null }, { lead_id: null }]);
  });

  it('Webchat connection, rule 2: greets by name in a session with lead data', async () => {
    const api = await startSandbox({ script });
    const lead_id = await api.lead({ phone });
    const session_id = await api.session({ phone, first_name: 'Ada' });
    const visitor = new Visitor(api.socketAddress(session_id, false));
    expect(await visitor.sessionId()).toBe(session_id);
    expect(await visitor.receives(1)).toBe('Hi Ada!');
    expect((await api.state()).conversations).toMatchObject([{ session_id, lead_id, connections: 1 }]);
  });

  // The record on file belongs to the owner of the phone, who need not be the visitor.
  it('Webchat connection, rule 2: greets nobody by a name that only the lead on file has', async () => {
    const api = await startSandbox({ script });
    await api.lead({ phone, first_name: 'Grace' });
    const visitor = new Visitor(api.socketAddress(await api.session({ phone }), false));
    expect(await visitor.receives(1)).toBe('Hi there!');
  });

  it("Webchat connection, rule 3: continues a stored session without a second greeting, and replays the agent's messages with their ids", async () => {
    const api = await startSandbox({ script });
    const before = new Visitor(api.socketAddress(null, false));
    const session = await before.sessionId();
    before.sendMessage('Hello?');
    await before.receives(2);
    await before.close();

    const after = new Visitor(api.socketAddress(session, true));
    expect(await after.sessionId()).toBe(session);
    await after.receives(2);
    after.sendMessage('Again');
    await after.receives(3);
    const said = (visitor: Visitor) => visitor.frames.filter(({ type }) => type === 'message');
    expect(said(after).slice(0, 2)).toEqual(said(before));
    expect(said(after)[2]).toMatchObject({ content: 'Noted.' });
    const [conversation] = (await api.state()).conversations;
    expect(
      conversation.messages.map((message: { from: string; content: string }) => [message.from, message.content]),
    ).toEqual([
      ['agent', 'Hi there!'],
      ['visitor', 'Hello?'],
      ['agent', 'Noted.'],
      ['visitor', 'Again'],
      ['agent', 'Noted.'],
    ]);
  });

  it('Webchat connection, rule 3: replays nothing when replay is off', async () => {
    const api = await startSandbox({ script, replay: false });
    const before = new Visitor(api.socketAddress(null, false));
    const session = await before.sessionId();
    await before.receives(1);
    await before.close();
    const after = new Visitor(api.socketAddress(session, true));
    await after.frame('chatowner');
    after.sendMessage('Again');
    expect(await after.receives(1)).toBe('Noted.');
  });

  it('Webchat connection: accepts r/false for a conversation that has started', async () => {
    const api = await startSandbox({ script });
    const session = await api.session({ phone, first_name: 'Ada' });
    for (const reconnect of [false, false, true]) {
      const visitor = new Visitor(api.socketAddress(session, reconnect));
      expect(await visitor.receives(1)).toBe('Hi Ada!');
      await visitor.close();
    }
    expect((await api.state()).conversations[0].messages).toHaveLength(1);
  });

  it('Webchat connection: closes with 4404 on a session that it does not know, whatever its form', async () => {
    const api = await startSandbox();
    const unknown = ['webchat-session.00000000-0000-4000-8000-000000000000', 'anything', '%2Fetc%00', 'x'.repeat(2000)];
    for (const session of unknown) {
      for (const reconnect of [true, false]) {
        const visitor = new Visitor(api.socketAddress(session, reconnect));
        expect(await visitor.closed).toEqual({ code: 4404, reason: 'unknown session' });
        expect(visitor.frames).toEqual([]);
      }
    }
  });

  it('Webchat connection: keeps the sessions of two flows apart', async () => {
    const flow = 'f2000000-0000-4000-8000-000000000002';
    const api = await startSandbox({ flows: [flow] });
    const session = await api.session({ phone });
    expect(await new Visitor(api.socketAddress(session, true, flow)).closed).toMatchObject({ code: 4404 });
    expect(await new Visitor(api.socketAddress(null, false, flow)).sessionId()).toMatch(/^webchat-session/);
  });

  it('Webchat connection: refuses the handshake of an unknown flow and of every other path, with the error body', async () => {
    const api = await startSandbox();
    const base = api.sandbox.url.replace('http', 'ws');
    const wrong = [
      api.socketAddress(null, false, '00000000-0000-4000-8000-000000000000'),
      `${base}/`,
      `${base}/webchat/flow/${api.flow}/session/null/r/maybe`,
      `${base}/webchat/flow/${api.flow}/session/null`,
      `${base}/webchat/flow/%ff/session/null/r/true`,
    ];
    for (const address of wrong) {
      const { status, body } = await Visitor.refusal(address);
      expect([address, status]).toEqual([address, 404]);
      expect(JSON.parse(body)).toMatchObject({ status: 'failed' });
    }
  });

  it('begins no conversation for a handshake that breaks the protocol', async () => {
    const api = await startSandbox();
    const path = new URL(api.socketAddress(null, false)).pathname;
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect(await rawRequest(api.sandbox.port, head)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await api.state()).conversations).toEqual([]);
  });

  it('Frames: sends what the agent says to every socket of a conversation', async () => {
    const api = await startSandbox({ script });
    const first = new Visitor(api.socketAddress(null, false));
    const session = await first.sessionId();
    await first.receives(1);
    const second = new Visitor(api.socketAddress(session, true));
    await second.receives(1);
    expect((await api.state()).conversations).toMatchObject([{ connections: 2 }]);
    second.sendMessage('Hello');
    expect(await first.receives(2)).toBe('Noted.');
    expect(await second.receives(2)).toBe('Noted.');
  });

  it('ignores frames that it cannot read', async () => {
    const api = await startSandbox({ script });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    const deep = `{"type":"message","content":${'['.repeat(20_000)}`;
    const odd = ['', 'hello', '{', 'null', '[]', '5', '{"type":"typing"}', '{"type":"message"}', deep];
    for (const frame of odd) visitor.send(frame);
    visitor.send('{"type":"message","content":5}');
    visitor.send('{"type":"message","content":"  "}');
    visitor.send('{"type":"message","content":"x","__proto__":{"polluted":true}}');
    visitor.send(Buffer.from('{"type":"message","content":"binary"}'));
    visitor.sendMessage('Now');
    await visitor.receives(2);
    const [{ messages }] = (await api.state()).conversations;
    expect(messages.map((message: { content: string }) => message.content)).toEqual(['Hi there!', 'Now', 'Noted.']);
  });

  it('closes with 1009 on a frame of more than 256 KB, and serves the next visitor', async () => {
    const api = await startSandbox({ script });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    visitor.sendMessage('x'.repeat(300_000));
    expect(await visitor.closed).toMatchObject({ code: 1009 });
    expect(await new Visitor(api.socketAddress(null, false)).receives(1)).toBe('Hi there!');
  });

  it('replies to a repeated message each time', async () => {
    const api = await startSandbox({ script });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    for (const _ of [1, 2, 3]) visitor.sendMessage('Hello');
    await visitor.receives(4);
    expect(new Set(visitor.frames.map(({ id }) => id)).size).toBe(visitor.frames.length);
  });

  it('delays a reply by the time in the script', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock, script: { ...script, thinkMs: 500 } });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.frame('chatowner');
    expect(clock.timersWithin(500)).toBe(1);
    expect(visitor.frames).toHaveLength(2);
    clock.advance(500);
    expect(await visitor.receives(1)).toBe('Hi there!');
  });

  it('disconnects a client that sends and never reads, before replies fill the memory', async () => {
    const api = await startSandbox({ script: { ...script, otherwise: ['x'.repeat(2000)] } });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    visitor.pause();
    for (let number = 0; number < 10_000; number += 1) visitor.sendMessage('Hello');
    await expect.poll(async () => (await api.state()).conversations[0].connections).toBe(0);
  });

  it('ends sockets that do not respond to pings', async () => {
    const clock = new ManualClock();
    const api = await startSandbox({ clock, script });
    const visitor = new Visitor(api.socketAddress(null, false));
    await visitor.receives(1);
    visitor.pause();
    clock.advance(30_000);
    clock.advance(30_000);
    await expect.poll(async () => (await api.state()).conversations[0].connections).toBe(0);
  });
});
