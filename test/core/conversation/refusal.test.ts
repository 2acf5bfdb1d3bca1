import { describe, expect, it } from 'vitest';
import { createSite, texts } from './site.ts';

describe('a session that the service no longer accepts', () => {
  it('is recognized when the service refuses it by failing the handshake', async () => {
    const { open, service, settle, clock } = createSite();
    const page = open();
    page.chat.sendMessage('Hello');
    await settle();
    const [old = ''] = service.conversations.keys();
    // From now on every handshake for that session fails, and any other succeeds.
    service.network.refusesHandshake = ({ session }) => session === old;
    service.last()?.cut();
    for (let count = 0; count < 8; count++) {
      page.chat.setVisible(true);
      await clock.advance(3_000);
      await settle();
    }
    expect(page.chat.state.notice.value).toBe('session-replaced');
    expect(service.last()?.path.session).toBeNull();
    page.chat.sendMessage('Anybody?');
    await settle();
    expect(texts(page)).toEqual(['Anybody?', 're: Anybody?']);
    expect(service.live()).toHaveLength(1);
  });

  // Cause: the event followed from the session before the frame, which the service had just replaced.
  it.each(['while the page is open', 'on the next page'])(
    'ends, and another one starts in its place, %s',
    async (when) => {
      const { open, service, settle } = createSite();
      service.refusesWith = undefined;
      const first = open();
      first.chat.sendMessage('Hello');
      await settle();
      if (when === 'on the next page') first.close();
      const { chat } = when === 'on the next page' ? open() : first;
      const events: unknown[] = [];
      for (const name of ['session:start', 'session:resume', 'session:end'] as const) {
        chat.on(name, (detail) => events.push([name, detail]));
      }
      for (const session of [...service.conversations.keys()]) service.forget(session);
      if (when === 'on the next page') chat.start();
      else service.last()?.cut();
      await settle();
      expect(events).toEqual([
        ['session:end', { reason: 'replaced' }],
        ['session:start', { anonymous: true }],
      ]);
    },
  );

  // Cause: reading those frames opened the refused connection again, to the session that was gone. That was the second refusal.
  it.each([4401, 4403, 4404])(
    'is replaced when it is refused (%i) while frames of the service wait to be read',
    async (code) => {
      const { open, service, settle } = createSite();
      const page = open();
      page.chat.sendMessage('Hello');
      await settle();
      const [old = ''] = service.conversations.keys();
      // The first frames of a burst are read at once, the others wait for the next turn.
      for (let count = 0; count < 9; count++) service.say(old, `said ${count}`);
      service.forget(old);
      service.last()?.close(code);
      await settle();
      expect(service.network.sockets.map(({ path }) => path.session)).toEqual([null, null]);
      expect(page.chat.state.notice.value).toBe('session-replaced');
      page.chat.sendMessage('Anybody?');
      await settle();
      expect(texts(page)).toEqual(['Anybody?', 're: Anybody?']);
      expect(service.live()).toHaveLength(1);
    },
  );

  it('is kept during an outage, however long', async () => {
    const { open, service, settle, clock } = createSite();
    const page = open();
    page.chat.sendMessage('Hello');
    await settle();
    const [session = ''] = service.conversations.keys();
    service.network.setUp(false);
    for (let count = 0; count < 20; count++) {
      page.chat.setVisible(true);
      await clock.advance(3_000);
    }
    service.network.setUp(true);
    await settle();
    page.chat.sendMessage('Back');
    await settle();
    expect(service.conversations.get(session)?.received).toEqual(['Hello', 'Back']);
    expect(page.chat.state.notice.value).toBeNull();
  });

  it('ends the conversation when the service refuses new ones too, until the visitor writes again', async () => {
    const { open, service, settle } = createSite();
    const page = open();
    const errors: unknown[] = [];
    page.chat.on('error', ({ code }) => errors.push(code));
    const greet = service.network.onSocket;
    service.network.onSocket = (socket) => socket.close(4403);
    page.chat.start();
    await settle();
    expect(page.chat.state.phase.value).toBe('ended');
    expect(errors).toEqual(['session-refused']);
    expect(service.network.sockets).toHaveLength(1);
    service.network.onSocket = greet;
    page.chat.sendMessage('Hello');
    await settle();
    expect(texts(page)).toEqual(['Hello', 're: Hello']);
  });

  it('begins another one when the visitor retries a message of the ended one', async () => {
    const { open, service, settle } = createSite();
    const page = open();
    const greet = service.network.onSocket;
    service.network.onSocket = (socket) => socket.close(4403);
    const id = page.chat.sendMessage('Hello') ?? '';
    page.chat.sendMessage('Anybody?');
    await settle();
    expect(page.chat.state.phase.value).toBe('ended');
    service.network.onSocket = greet;
    page.chat.retry(id);
    await settle();
    expect(texts(page)).toEqual(['Anybody?', 'Hello', 're: Hello']);
  });
});
