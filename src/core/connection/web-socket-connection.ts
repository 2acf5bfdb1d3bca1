import type { Clock } from '../../clock.ts';
import { socketUrl } from '../../protocol/index.ts';
import { createBackoff } from './backoff.ts';
import { isRefusal } from './close-policy.ts';
import type {
  Connection,
  ConnectionEvents,
  ConnectionStatus,
  ConnectionTarget,
  CreateConnection,
} from './connection.ts';
import type { PageLifecycle, PageLifecycleEvent } from './page-lifecycle.ts';
import { BrowserSocket, type Socket, type SocketClosing, type WebSocketClass } from './socket.ts';

export type WebSocketConnectionDeps = {
  /** Where sockets go: `wss://host`, with or without a path (4.11). */
  wssUrl: string;
  webSocket: WebSocketClass;
  clock: Clock;
  random: () => number;
  pageLifecycle: PageLifecycle;
};

/** A handshake that takes longer is given up: proxies can accept and never answer. */
const handshakeMs = 10_000;
/** So long the service may stay silent after a message before the socket is doubted. */
const silenceMs = 20_000;
/** So long a socket gets to shake hands on its end. */
const closeTimeoutMs = 3_000;
/** Woken attempts are at least this far apart. */
const wakeGapMs = 2_000;
const wakeGapInRejectLoopMs = 10_000;
const tickMs = 10_000;
/** A tick this late means that the machine slept. Hidden pages are ticked once a minute at worst. */
const sleepMs = 30_000;
const hiddenSleepMs = 90_000;

type Attempt = {
  socket: Socket;
  opened: boolean;
  openedAt: number;
  sawFrame: boolean;
  /** We asked it to end; what still arrives is not reported. */
  leaving: boolean;
};

/** The connection over WebSocket: one attempt after the other, each with a socket of its own. */
export function webSocketConnection(parts: WebSocketConnectionDeps): CreateConnection {
  return (target, events) => connect(parts, target, events);
}

function connect(parts: WebSocketConnectionDeps, target: ConnectionTarget, events: ConnectionEvents): Connection {
  const { clock, pageLifecycle } = parts;
  const backoff = createBackoff(parts.random);
  let status: ConnectionStatus = 'idle';
  let wanted = false;
  /** The page is in the back/forward cache or on its way there. */
  let away = false;
  let current: Attempt | undefined;
  let lastAddress: string | undefined;
  let lastAttemptAt = Number.NEGATIVE_INFINITY;
  let retryAt = Number.POSITIVE_INFINITY;
  let stopListening: (() => void) | undefined;
  const timers = { retry: noop, handshake: noop, silence: noop, farewell: noop, tick: noop };

  function setStatus(next: ConnectionStatus): void {
    if (next === status) return;
    status = next;
    events.onStatus(next);
  }

  function stop(...names: (keyof typeof timers)[]): void {
    for (const name of names) {
      timers[name]();
      timers[name] = noop;
    }
  }

  function attempt(): void {
    stop('retry');
    retryAt = Number.POSITIVE_INFINITY;
    if (!wanted || away || current !== undefined) return;
    if (!pageLifecycle.online()) {
      setStatus('offline');
      return;
    }
    lastAttemptAt = clock.now();
    setStatus('connecting');
    lastAddress = addressOf(parts.wssUrl, target) ?? lastAddress;
    if (lastAddress === undefined) {
      lost({ code: undefined, clean: false }, undefined);
      return;
    }
    const one: Attempt = { socket: idleSocket, opened: false, openedAt: 0, sawFrame: false, leaving: false };
    current = one;
    timers.handshake = clock.after(handshakeMs, () => giveUp(one));
    one.socket = new BrowserSocket(lastAddress, parts.webSocket, {
      onOpen: () => onOpen(one),
      onFrame: (data) => onFrame(one, data),
      onClose: (closing) => one === current && lost(closing, one),
    });
  }

  function onOpen(one: Attempt): void {
    if (one !== current || one.leaving) return;
    stop('handshake');
    one.opened = true;
    one.openedAt = clock.now();
    tick(one.openedAt);
    setStatus('open');
    events.onOpen();
  }

  function onFrame(one: Attempt, data: unknown): void {
    if (one !== current || one.leaving) return;
    one.sawFrame = true;
    stop('silence');
    events.onFrame(data);
  }

  /** The socket is gone, for whatever reason; `one` is undefined when there never was one. */
  function lost(closing: SocketClosing, one: Attempt | undefined): void {
    stop('handshake', 'silence', 'farewell', 'tick');
    one?.socket.detach();
    current = undefined;
    const opened = one?.opened ?? false;
    if (one !== undefined && opened) backoff.dropped(clock.now() - one.openedAt, one.sawFrame);
    // Before a handshake there is no close frame, whatever code is reported.
    const code = opened ? closing.code : undefined;
    const refused = one?.leaving !== true && isRefusal(code);
    if (refused) wanted = false;
    events.onDrop({ opened, code, delivered: opened && one?.leaving === true && closing.clean, refused });
    // The listener may have closed the connection or opened it anew.
    if (current !== undefined || retryAt !== Number.POSITIVE_INFINITY) return;
    if (!wanted) setStatus('closed');
    else if (one?.leaving === true) retryIn(lastAttemptAt + wakeGapMs - clock.now());
    else retryIn(backoff.next(target.hurry()));
  }

  function retryIn(ms: number): void {
    stop('retry');
    if (away) return;
    if (!pageLifecycle.online()) {
      setStatus('offline');
      return;
    }
    const delay = Math.max(0, ms);
    retryAt = clock.now() + delay;
    setStatus('waiting');
    timers.retry = clock.after(delay, attempt);
  }

  /** Asks the socket to end and waits a little for the answer: it proves that what was sent has arrived. */
  function retire(one: Attempt): void {
    if (one.leaving) return;
    one.leaving = true;
    stop('silence');
    one.socket.close();
    if (one.opened) timers.farewell = clock.after(closeTimeoutMs, () => giveUp(one));
    else giveUp(one);
  }

  /** Leaves a socket that does not answer. */
  function giveUp(one: Attempt): void {
    if (one !== current) return;
    one.socket.close();
    lost({ code: undefined, clean: false }, one);
  }

  function tick(since: number): void {
    timers.tick = clock.after(tickMs, () => {
      if (!slept(since)) tick(clock.now());
    });
  }

  /** A socket that was open while the machine slept looks open and is dead: it is replaced. */
  function slept(since: number): boolean {
    const late = clock.now() - since - tickMs;
    if (late < (pageLifecycle.visible() ? sleepMs : hiddenSleepMs)) return false;
    connection.replace();
    return true;
  }

  function pause(): void {
    stop('retry');
    retryAt = Number.POSITIVE_INFINITY;
    if (current !== undefined) retire(current);
  }

  function onSurroundings(event: PageLifecycleEvent): void {
    switch (event) {
      case 'hidden':
        return;
      case 'online':
        // A handshake from before belongs to a network that is gone.
        if (current !== undefined && !current.opened) giveUp(current);
        connection.wake();
        return;
      case 'visible':
        connection.wake();
        return;
      case 'offline':
        pause();
        if (wanted) setStatus('offline');
        return;
      case 'leave':
        // An open socket would keep the page out of the back/forward cache.
        away = true;
        pause();
        return;
      case 'return':
        away = false;
        connection.wake();
        return;
      default:
        event satisfies never;
    }
  }

  const connection: Connection = {
    open() {
      if (wanted) return;
      wanted = true;
      away = false;
      stopListening ??= pageLifecycle.listen(onSurroundings);
      if (current === undefined) attempt();
    },
    send(data) {
      const one = current;
      if (one === undefined || !one.opened || one.leaving || !one.socket.send(data)) return false;
      if (timers.silence === noop) timers.silence = clock.after(silenceMs, () => retire(one));
      return true;
    },
    wake() {
      if (!wanted || away || current !== undefined || !pageLifecycle.online()) return;
      const gap = backoff.inRejectLoop() ? wakeGapInRejectLoopMs : wakeGapMs;
      const delay = Math.max(0, lastAttemptAt + gap - clock.now());
      if (clock.now() + delay < retryAt) retryIn(delay);
    },
    replace() {
      if (current !== undefined) retire(current);
    },
    close() {
      wanted = false;
      stopListening?.();
      stopListening = undefined;
      stop('retry', 'handshake', 'silence', 'farewell', 'tick');
      retryAt = Number.POSITIVE_INFINITY;
      current?.socket.detach();
      current?.socket.close();
      current = undefined;
      if (status !== 'idle') setStatus('closed');
    },
  };
  return connection;
}

/** The whole address, or undefined when there is none to be made of it: nothing that is asked here may throw. */
function addressOf(wssUrl: string, target: ConnectionTarget): string | undefined {
  try {
    const address = socketUrl(wssUrl, target.path());
    return /^wss?:$/.test(new URL(address).protocol) ? address : undefined;
  } catch {
    return undefined;
  }
}

function noop(): void {}

const idleSocket: Socket = { send: () => false, close: noop, detach: noop };
