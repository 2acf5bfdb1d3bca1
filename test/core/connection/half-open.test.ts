import { describe, expect, it } from 'vitest';
import { type Rig, resumed, soon, withRelay, withRig } from '../faults/fault.ts';

const path = () => resumed;
const dueAnswer = { path, isAnswerDue: () => true };

describe('a half-open socket', () => {
  it('G4: is replaced after a minute of silence while an answer is due, although a frame came after the message', () =>
    withRelay(async ({ connection, service, clock, log, opens, frames, within }, relay) => {
      connection.open();
      await soon(() => opens() === 1);
      connection.send('When do you open?');
      await soon(() => service.sockets[0]?.received.length === 1);
      service.sockets[0]?.socket.send('One moment');
      await soon(() => frames().length === 1);
      relay.dropFromService();
      service.sockets[0]?.socket.send('At nine');
      service.onSocket = ({ socket }) => socket.send('At nine');
      await clock.advance(59_000);
      expect(service.sockets).toHaveLength(1);
      await within(1_500, () => service.sockets.length === 2);
      await within(5_000, () => frames().includes('At nine'));
      expect(opens()).toBe(2);
      expect(log.filter((entry) => typeof entry === 'string' && entry !== 'on-open')).toEqual(['connecting', 'open']);
      await soon(() => service.live().length === 1);
    }, dueAnswer));

  it.each(['visible', 'online', 'network-change', 'wake'] as const)(
    'G4: is replaced at once after a pause: %s',
    (event) =>
      withRelay(
        async ({ connection, service, clock, pageLifecycle, opens, frames, within }, relay) => {
          connection.open();
          await soon(() => opens() === 1);
          pageLifecycle.emit('hidden');
          relay.dropFromService();
          await clock.advance(25_000);
          service.onSocket = ({ socket }) => socket.send('meanwhile');
          if (event === 'wake') connection.wake();
          else pageLifecycle.emit(event);
          await within(5_000, () => frames().includes('meanwhile'));
          expect(opens()).toBe(2);
        },
        { path },
      ),
  );

  it('does not lose messages that are sent while it is checked', () =>
    withRelay(
      async ({ connection, clock, pageLifecycle, opens, within }, relay) => {
        connection.open();
        await soon(() => opens() === 1);
        relay.dropFromService();
        await clock.advance(25_000);
        pageLifecycle.emit('visible');
        expect(connection.send('into the void')).toBe(false);
        await within(5_000, () => opens() === 2);
        expect(connection.send('over the new socket')).toBe(true);
      },
      { path },
    ));

  it('is closed when no second socket can be opened', () =>
    withRelay(
      async ({ connection, clock, pageLifecycle, opens, log, within }, relay) => {
        connection.open();
        await soon(() => opens() === 1);
        await clock.advance(25_000);
        relay.mode = 'swallow';
        pageLifecycle.emit('visible');
        await within(10_500, () => log.includes('waiting'));
        relay.mode = 'pass';
        await within(5_000, () => opens() === 2);
      },
      { path },
    ));
});

describe('a socket that is alive', () => {
  it('keeps its conversation when the service closes it in favor of the second one', () =>
    withRig(
      async ({ connection, service, clock, pageLifecycle, opens, log, drops, within }) => {
        connection.open();
        await soon(() => opens() === 1);
        service.onSocket = () => service.sockets[0]?.socket.close(4409);
        await clock.advance(25_000);
        pageLifecycle.emit('visible');
        await within(5_000, () => opens() === 2);
        expect(drops()).toMatchObject([{ wasOpen: true, isRefused: false }]);
        expect(log).not.toContain('closed');
      },
      { path },
    ));

  it('proves by its close handshake that a message without an answer has arrived', () =>
    withRig(
      async ({ connection, service, clock, opens, drops, within }) => {
        connection.open();
        await soon(() => opens() === 1);
        connection.send('Hello');
        await soon(() => service.sockets[0]?.received.length === 1);
        await clock.advance(20_100);
        await within(5_000, () => opens() === 2);
        expect(drops()).toMatchObject([{ wasOpen: true, isDelivered: true }]);
      },
      { path },
    ));

  it('is not checked when it was not silent, or when the page is hidden', async () => {
    let attempts = 0;
    const countingPath = () => {
      attempts++;
      return resumed;
    };
    const run = async ({ connection, service, clock, pageLifecycle, opens, frames }: Rig) => {
      connection.open();
      await soon(() => opens() === 1);
      service.sockets[0]?.socket.send('something');
      await soon(() => frames().length === 1);
      pageLifecycle.emit('hidden');
      await clock.advance(300_000);
      service.sockets[0]?.socket.send('something else');
      await soon(() => frames().length === 2);
      pageLifecycle.emit('visible');
      await clock.advance(5_000);
      expect(attempts).toBe(1);
    };
    await withRig(run, { path: countingPath, isAnswerDue: () => true });
  });

  it.each(['online', 'network-change'] as const)('is checked at once, although it was not silent: %s', (event) =>
    withRig(async ({ connection, service, pageLifecycle, opens, frames, within }) => {
      connection.open();
      await soon(() => opens() === 1);
      service.sockets[0]?.socket.send('something');
      await soon(() => frames().length === 1);
      pageLifecycle.emit(event);
      await within(5_000, () => opens() === 2);
    }, dueAnswer),
  );

  it('is checked at growing intervals while no answer comes', () =>
    withRig(async ({ connection, service, clock, opens, frames }) => {
      service.onSocket = ({ socket }) => socket.send('session');
      connection.open();
      for (const [index, minutes] of [1, 2, 4, 8].entries()) {
        await soon(() => opens() === index + 1 && frames().length === index + 1);
        await clock.advance(minutes * 60_000 - 1_000);
        expect(service.sockets).toHaveLength(index + 1);
        await clock.advance(1_000);
      }
      await soon(() => opens() === 5);
    }, dueAnswer));
});
