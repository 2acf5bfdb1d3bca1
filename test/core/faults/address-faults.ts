import { expect } from 'vitest';
import { createSite } from '../conversation/site.ts';
import { fakeGateway } from '../leads/fake-gateway.ts';
import { anonymous, type Fault, type Rig, soon, withRig } from './fault.ts';

async function opened(rig: Rig): Promise<void> {
  rig.connection.open();
  await soon(() => rig.opens() === 1);
}

/** One good connection, a drop, one attempt with the fault, and from then on all is well. */
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

export const addressFaults: Fault[] = [
  {
    id: 'F1',
    fault: 'the provider of the address throws',
    promise: 'takes the last good address, back within 5 s',
    run: () =>
      oneBadAddress(() => {
        throw new Error('no address');
      }),
  },
  {
    id: 'F2',
    fault: 'the provider rejects: what it needs cannot be had',
    promise: 'takes the last good address, back within 5 s',
    run: () =>
      oneBadAddress(() => ({
        ...anonymous,
        get session(): string {
          throw new Error('no session');
        },
      })),
  },
  {
    id: 'F3',
    fault: 'the provider never settles',
    promise: 'a session that nobody answers for is waited for 12 s, then the chat is anonymous and says so',
    async run() {
      const { open, clock, service, settle } = createSite();
      const gateway = { ...fakeGateway(), openSession: () => new Promise<null>(() => {}) };
      const { chat } = open({ gateway, leadForm: 'off' });
      gateway.settle({ status: 'accepted', lead: { id: 'lead-1', token: null }, session: null });
      chat.start();
      await settle();
      gateway.settle({ status: 'accepted', lead: { id: 'lead-1', token: null }, session: null });
      chat.newConversation();
      await clock.advance(12_000);
      await settle();
      expect(service.last()?.path.session).toBeNull();
      expect(chat.state.connection.value).toBe('open');
      expect(chat.state.notice.value).toBe('anonymous-fallback');
    },
  },
  {
    id: 'F4',
    fault: 'the address is invalid',
    promise: 'is never dialled; back within 5 s of a good one',
    async run() {
      await oneBadAddress(() => ({ ...anonymous, flowId: '\ud800' }));
    },
  },
  {
    id: 'F5',
    fault: 'closed while it waits, opened later',
    promise: 'opens at once',
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
    fault: 'closed while it connects, opened at once',
    promise: 'opens, one socket',
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
    fault: 'told to reconnect during the back-off',
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
