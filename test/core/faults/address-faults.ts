import { expect } from 'vitest';
import { withCoreSite } from './core-site.ts';
import { anonymous, type Fault, type Rig, soon, withRig } from './fault.ts';

async function opened(rig: Rig): Promise<void> {
  rig.connection.open();
  await soon(() => rig.opens() === 1);
}

/** One good connection, a drop, one attempt with the fault, and then a healthy network. */
async function oneBadAddress(bad: () => typeof anonymous): Promise<void> {
  let calls = 0;
  await withRig(
    async (rig) => {
      await opened(rig);
      rig.service.sockets[0]?.socket.terminate();
      await rig.within(5_000, () => rig.opens() === 2);
      expect(rig.service.sockets[1]?.path).toBe(rig.service.sockets[0]?.path);
    },
    { path: () => (++calls === 2 ? bad() : anonymous) },
  );
}

/** A new conversation for an accepted lead, for which the proxy opens no session. */
async function withoutSession(openSession: () => Promise<Response>): Promise<void> {
  const proxyUrl = 'https://proxy.example/';
  const accepted = { status: 'accepted', lead: 'd1000000-0000-4000-8000-000000000001', token: 'secret', session: null };
  const fetch: typeof globalThis.fetch = async (address) =>
    String(address) === `${proxyUrl}leads` ? Response.json(accepted, { status: 202 }) : openSession();
  await withCoreSite(async ({ open, service, until }) => {
    const { chat } = open({ proxyUrl, environment: { fetch } });
    chat.start();
    chat.leadForm?.set('phone', '+14155552671');
    await chat.leadForm?.submit();
    await until(() => chat.state.connection.value === 'open');
    chat.dismissNotice();
    chat.newConversation();
    await until(() => service.network.sockets.length === 2 && chat.state.connection.value === 'open');
    expect(service.last()?.path.session).toBeNull();
    expect(chat.state.notice.value).toBe('anonymous-fallback');
  });
}

export const addressFaults: Fault[] = [
  {
    id: 'F1',
    isInternal: true,
    fault: 'the function that provides the address throws',
    promise: 'uses the last good address; reconnects within 5 s',
    run: () =>
      oneBadAddress(() => {
        throw new Error('no address');
      }),
  },
  {
    id: 'F2',
    fault: 'the session of the address cannot be loaded',
    promise: 'the chat starts anonymously and says so',
    run: () => withoutSession(async () => Response.json({ session: null })),
  },
  {
    id: 'F3',
    fault: 'the session of the address never arrives',
    promise: 'after 12 s the chat starts anonymously and says so',
    run: () => withoutSession(() => new Promise(() => {})),
  },
  {
    id: 'F4',
    isInternal: true,
    fault: 'the address is invalid',
    promise: 'never connects to it; connects within 5 s of a valid one',
    async run() {
      await oneBadAddress(() => ({ ...anonymous, flowId: '\ud800' }));
    },
  },
  {
    id: 'F5',
    isInternal: true,
    fault: 'close() while waiting to retry, open() later',
    promise: 'connects at once',
    run: () =>
      withRig(async (rig) => {
        await opened(rig);
        await rig.service.down();
        await soon(() => rig.log.at(-1) === 'waiting');
        rig.connection.close();
        await rig.service.up();
        rig.connection.open();
        await rig.within(500, () => rig.opens() === 2);
        expect(rig.service.live()).toHaveLength(1);
      }),
  },
  {
    id: 'F6',
    isInternal: true,
    fault: 'close() while connecting, open() at once',
    promise: 'connects, with one socket',
    run: () =>
      withRig(async (rig) => {
        rig.connection.open();
        rig.connection.close();
        rig.connection.open();
        await rig.within(500, () => rig.opens() === 1);
        await soon(() => rig.service.live().length === 1);
      }),
  },
  {
    id: 'F7',
    isInternal: true,
    fault: 'wake() during the back-off',
    promise: 'tries within 500 ms',
    run: () =>
      withRig(async (rig) => {
        await opened(rig);
        await rig.clock.advance(60_000);
        await rig.service.down();
        await soon(() => rig.log.at(-1) === 'waiting');
        await rig.service.up();
        rig.connection.wake();
        expect(await rig.within(500, () => rig.opens() === 2)).toBeLessThanOrEqual(500);
      }),
  },
];
