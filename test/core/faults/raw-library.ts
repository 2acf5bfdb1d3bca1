import ReconnectingWebSocket, { type Options, type UrlProvider } from 'reconnecting-websocket';
import { WebSocket } from 'ws';
import { startRelay } from '../connection/relay.ts';
import { startSocketService } from '../connection/socket-service.ts';

/*
 * Runs reconnecting-websocket 4.4.0 without leadchat under the faults F1-F25, fifty times as fast as its defaults. It needs a
 * separate process, because some faults cause uncaught errors. It prints one JSON object: verdict by fault.
 */

const quick: Options = {
  WebSocket,
  minReconnectionDelay: 40,
  maxReconnectionDelay: 200,
  connectionTimeout: 80,
  minUptime: 100,
};

let uncaught = 0;
process.on('uncaughtException', () => uncaught++);
process.on('unhandledRejection', () => uncaught++);

const faults: Record<string, () => Promise<string>> = {
  F1: () => afterFirst((address, isBad) => () => (isBad() ? fail('the provider throws') : address)),
  F2: () => afterFirst((address, isBad) => () => (isBad() ? Promise.reject(new Error()) : Promise.resolve(address))),
  F3: () => afterFirst((address, isBad) => () => (isBad() ? new Promise(() => {}) : Promise.resolve(address))),
  F4: () => afterFirst((address, isBad) => () => (isBad() ? 'http://' : address)),
  async F5() {
    return withService(async ({ url, down, up }) => {
      const socket = raw(url);
      await isOpen(socket);
      await down();
      await passes(() => socket.readyState !== WebSocket.OPEN);
      socket.close();
      await up();
      await pause(300);
      socket.reconnect();
      return (await isOpen(socket)) ? 'recovers' : 'dead for good';
    });
  },
  async F6() {
    return withService(async ({ url }) => {
      const socket = raw(url);
      await passes(() => socket.readyState === WebSocket.CONNECTING);
      socket.close();
      socket.reconnect();
      return (await isOpen(socket)) ? 'recovers' : 'dead for good';
    });
  },
  async F7() {
    return withService(async ({ url, down, up }) => {
      const socket = raw(url, { minReconnectionDelay: 2000, maxReconnectionDelay: 2000 });
      await isOpen(socket);
      await pause(150);
      await down();
      await pause(100);
      await up();
      const since = Date.now();
      socket.reconnect();
      await passes(() => socket.readyState === WebSocket.OPEN, 4000);
      return `waits for the end of its delay: ${Math.round((Date.now() - since) / 500) / 2} s`;
    });
  },
  F8: blackHole,
  async F9() {
    return withService(async ({ port }) => {
      const relay = await startRelay(port);
      relay.mode = 'swallow';
      const before = uncaught;
      const socket = raw(`ws://127.0.0.1:${relay.port}`);
      await pause(400);
      relay.mode = 'pass';
      const recovers = await isOpen(socket);
      socket.close();
      await relay.stop();
      return recovers ? `recovers, ${uncaught > before ? 'with uncaught errors' : 'silently'}` : 'dead for good';
    });
  },
  async F10() {
    return withService(async ({ port, sockets }) => {
      const relay = await startRelay(port);
      const socket = raw(`ws://127.0.0.1:${relay.port}`);
      await isOpen(socket);
      relay.resetAfter(20);
      sockets[0]?.socket.send('x'.repeat(1000));
      await passes(() => sockets.length === 2);
      const recovers = await isOpen(socket);
      socket.close();
      await relay.stop();
      return recovers ? 'recovers' : 'dead for good';
    });
  },
  async F11() {
    return withService(async (service) => {
      service.onSocket = ({ socket }) => socket.close(1008);
      const socket = raw(service.url);
      await pause(600);
      socket.close();
      return service.sockets.length > 1 ? 'reconnects again and again after a refusal (1008)' : 'stops';
    });
  },
  async F12() {
    return withService(async (service) => {
      service.onSocket = ({ socket }) => socket.close(1011);
      const socket = raw(service.url, { minReconnectionDelay: 60 });
      await pause(1200);
      socket.close();
      return `${service.sockets.length > 20 ? 'over' : 'at most'} 20 attempts in 60 s`;
    });
  },
  F13: herd,
  F14: () => ifDeaf('notices neither: an open socket stays, and it retries while offline'),
  F15: () => ifDeaf('keeps its socket'),
  F16: blackHole,
  F17: () => ifDeaf('does not notice: the socket keeps the page out of the cache'),
  async F18() {
    return withService(async (service) => {
      const tabs = [raw(service.url), raw(service.url)];
      await passes(() => service.live().length === 2);
      const count = service.live().length;
      for (const tab of tabs) tab.close();
      return `${count} sockets`;
    });
  },
  async F19() {
    return withService(async (service) => {
      service.onSocket = ({ socket }) => ['a', 'b', 'c'].forEach((id) => void socket.send(id));
      const socket = raw(service.url);
      let shown = 0;
      socket.addEventListener('message', () => void shown++);
      await passes(() => shown === 3);
      service.sockets[0]?.socket.close(1012);
      await passes(() => shown === 6);
      socket.close();
      return `${shown} shown of 3`;
    });
  },
  async F20() {
    return withService(async (service) => {
      const socket = raw(service.url);
      socket.send('connecting');
      await isOpen(socket);
      socket.send('open');
      socket.close();
      socket.send('closing');
      await passes(() => socket.readyState === WebSocket.CLOSED);
      socket.send('closed');
      await pause(100);
      return `${service.sockets[0]?.received.length ?? 0} of 4 sent; nothing says which`;
    });
  },
  async F21() {
    const socket = raw('ws://127.0.0.1:9');
    for (let count = 0; count < 10_000; count++) socket.send('x'.repeat(100));
    const { bufferedAmount } = socket;
    socket.close();
    return bufferedAmount >= 1_000_000 ? 'queues without limit' : 'has a limit';
  },
  async F22() {
    return withService(async (service) => {
      let session = 'old';
      const socket = raw(() => `${service.url}/${session}`, { minReconnectionDelay: 300, maxReconnectionDelay: 300 });
      await isOpen(socket);
      service.sockets[0]?.socket.close(4404);
      await passes(() => socket.readyState !== WebSocket.OPEN);
      socket.send('for the old conversation');
      session = 'new';
      await passes(() => service.sockets.length === 2 && service.sockets[1]?.received.length === 1);
      socket.close();
      return service.sockets[1]?.received.length === 1 ? 'sends the old queue into the new one' : 'does not mix';
    });
  },
  async F23() {
    return withService(async (service) => {
      const socket = raw(service.url);
      let passedOn = 0;
      socket.addEventListener('message', () => void passedOn++);
      await isOpen(socket);
      for (const data of ['{', 'x'.repeat(1_000_000), Buffer.from([1, 2, 3]), '['.repeat(5_000)]) {
        service.sockets[0]?.socket.send(data);
      }
      await passes(() => passedOn === 4);
      socket.close();
      return `passes ${passedOn} of 4 on without reading them`;
    });
  },
  async F24() {
    const sockets = Array.from({ length: 1000 }, () => {
      const socket = raw('ws://127.0.0.1:9');
      socket.close();
      return socket;
    });
    await pause(50);
    return sockets.every(({ readyState }) => readyState === 0)
      ? 'closed sockets report that they are connecting'
      : 'none left';
  },
  async F25() {
    return withService(async (service) => {
      const before = uncaught;
      const socket = raw(service.url);
      socket.addEventListener('message', () => fail('the page throws'));
      await isOpen(socket);
      service.sockets[0]?.socket.send('hello');
      await passes(() => uncaught > before);
      socket.close();
      return uncaught > before ? 'uncaught error in the page' : 'reported';
    });
  },
};

const verdicts: Record<string, string> = {};
for (const [fault, run] of Object.entries(faults)) verdicts[fault] = await run();
process.stdout.write(JSON.stringify(verdicts));
process.exit(0);

function raw(address: UrlProvider, options: Options = {}): ReconnectingWebSocket {
  return new ReconnectingWebSocket(address, undefined, { ...quick, ...options });
}

/** One good connection, a drop, the fault once, and then a healthy network. */
async function afterFirst(provider: (address: string, isBad: () => boolean) => UrlProvider): Promise<string> {
  return withService(async ({ url, sockets }) => {
    let calls = 0;
    const socket = raw(provider(url, () => ++calls === 2));
    await isOpen(socket);
    sockets[0]?.socket.terminate();
    const recovers = await passes(() => sockets.length === 2);
    socket.close();
    return recovers ? 'recovers' : 'dead for good';
  });
}

/** The verdict on page events, which the library ignores. */
async function ifDeaf(verdict: string): Promise<string> {
  return withService(async ({ url }) => {
    const listened: string[] = [];
    const page = { addEventListener: (name: string) => listened.push(name) };
    Object.assign(globalThis, page, { window: page, document: page });
    const socket = raw(url);
    await isOpen(socket);
    socket.close();
    return listened.length === 0 ? verdict : `listens to ${listened.join(', ')}`;
  });
}

async function blackHole(): Promise<string> {
  return withService(async (service) => {
    const relay = await startRelay(service.port);
    const socket = raw(`ws://127.0.0.1:${relay.port}`);
    await isOpen(socket);
    relay.mode = 'swallow';
    for (let count = 0; count < 5; count++) socket.send(`${count}`);
    await pause(1200);
    const stays = socket.readyState === WebSocket.OPEN;
    socket.close();
    await relay.stop();
    return stays ? `stays open, ${5 - (service.sockets[0]?.received.length ?? 0)} of 5 lost` : 'notices';
  });
}

/** 500 pages, each with the delay that the library draws once per page; a second is 20 ms. */
async function herd(): Promise<string> {
  const second = 20;
  const attempts: number[] = [];
  let up = true;
  class Fake extends EventTarget {
    static CLOSING = 2;
    readyState = 0;
    binaryType = 'blob';
    constructor() {
      super();
      if (!up) attempts.push(performance.now());
      setTimeout(() => {
        this.readyState = 1;
        this.dispatchEvent(new Event('open'));
      }, 1);
      sockets.push(this);
    }
    close() {
      this.readyState = 3;
    }
  }
  const sockets: Fake[] = [];
  const clients = Array.from({ length: 500 }, () =>
    raw('ws://herd', { WebSocket: Fake, minReconnectionDelay: second + Math.random() * 4 * second, minUptime: 0 }),
  );
  await pause(200);
  up = false;
  for (const socket of [...sockets]) {
    socket.readyState = 3;
    socket.dispatchEvent(Object.assign(new Event('close'), { code: 1012, reason: '', wasClean: true }));
  }
  await passes(() => attempts.length >= 500, 2000);
  for (const client of clients) client.close();
  const peak = Math.max(...attempts.map((at) => attempts.filter((time) => time >= at && time < at + second).length));
  return `all at once: up to ${peak > 100 ? 'a fifth and more' : 'less than a fifth'} of them in one second`;
}

async function withService(
  run: (service: Awaited<ReturnType<typeof startSocketService>>) => Promise<string>,
): Promise<string> {
  const service = await startSocketService();
  const verdict = await run(service);
  await service.stop();
  return verdict;
}

function isOpen(socket: ReconnectingWebSocket): Promise<boolean> {
  return passes(() => socket.readyState === WebSocket.OPEN);
}

async function passes(condition: () => boolean, ms = 800): Promise<boolean> {
  const until = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > until) return false;
    await pause(5);
  }
  return true;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function fail(message: string): never {
  throw new Error(message);
}
