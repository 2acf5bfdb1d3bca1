import PartySocket from 'partysocket/ws';
import ReconnectingWebSocket from 'reconnecting-websocket';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { waitFor } from '../../support/wait-for.ts';
import { startSocketService } from './socket-service.ts';

type Report = { code: number; wasClean: boolean };

const options = { WebSocket, maxRetries: 0, maxEnqueuedMessages: 0 };
const libraries = {
  partysocket: (url: string) => new PartySocket(url, undefined, options),
  'reconnecting-websocket': (url: string) => new ReconnectingWebSocket(url, undefined, options),
};

/** Sends a message and closes. The service answers the close handshake, or reads nothing at all, like a dead network. */
async function closeAfterSending(library: keyof typeof libraries, { isDead }: { isDead: boolean }) {
  const service = await startSocketService();
  const wrapper = libraries[library](service.url);
  const reports: Report[] = [];
  onTestFinished(async () => {
    wrapper.close();
    await service.stop();
  });
  service.onSocket = ({ socket }) => {
    if (isDead) socket.pause();
  };
  wrapper.onclose = ({ code, wasClean }: Report) => {
    reports.push({ code, wasClean });
  };
  await waitFor(() => expect([wrapper.readyState, service.sockets.length]).toEqual([WebSocket.OPEN, 1]));
  wrapper.send('Hello');
  wrapper.close(1000);
  const atOnce = [...reports];
  const received = () => service.sockets[0]?.received;
  return { atOnce, reports, received };
}

/**
 * Whether messages that were sent have arrived, only the end of the close handshake says: an event of the socket, not of the
 * library. Without it, leadchat sends them again when it replaces a socket. partysocket removes its listeners before it closes
 * the socket, so it never reports that event.
 */
describe('close() of partysocket', () => {
  it('reports a clean close at once, before the service has received anything', async () => {
    const { atOnce, received } = await closeAfterSending('partysocket', { isDead: false });
    expect(atOnce).toEqual([{ code: 1000, wasClean: true }]);
    expect(received()).toEqual([]);
  });

  it('reports the same when the service has received everything and when it never receives anything', async () => {
    const alive = await closeAfterSending('partysocket', { isDead: false });
    const dead = await closeAfterSending('partysocket', { isDead: true });
    await waitFor(() => expect(alive.received()).toEqual(['Hello']));
    expect(dead.received()).toEqual([]);
    expect(alive.reports).toEqual(dead.reports);
  });
});

describe('close() of reconnecting-websocket', () => {
  it("reports the socket's close event when the close handshake is complete", async () => {
    const { atOnce, reports, received } = await closeAfterSending('reconnecting-websocket', { isDead: false });
    expect(atOnce).toEqual([]);
    await waitFor(() => expect(reports).toEqual([{ code: 1000, wasClean: true }]));
    expect(received()).toEqual(['Hello']);
  });

  it('reports nothing while the service does not answer', async () => {
    const { reports } = await closeAfterSending('reconnecting-websocket', { isDead: true });
    const other = await closeAfterSending('reconnecting-websocket', { isDead: false });
    await waitFor(() => expect(other.reports).toHaveLength(1));
    expect(reports).toEqual([]);
  });
});
