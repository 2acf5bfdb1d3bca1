import type { Clock } from '../../clock.ts';
import { createAttemptAddress } from './attempt-address.ts';
import {
  type Connection,
  type ConnectionEvents,
  type ConnectionStatus,
  type ConnectionTarget,
  type CreateConnection,
  isRefusal,
} from './connection.ts';
import type { ConnectionState } from './connection-state.ts';
import type { WebSocketClass } from './early-socket.ts';
import { createLiveness } from './liveness.ts';
import { createOpenSocket, type OpenSocket, type Successor } from './open-socket.ts';
import type { PageLifecycle, PageLifecycleEvent } from './page-lifecycle.ts';
import { createRetryTiming } from './retry-timing.ts';
import { createSocket, type Socket, type SocketEnd } from './socket.ts';

export type WebSocketConnectionDeps = {
  /** The configured host: `wss://host`, with or without a path. */
  wssUrl: string;
  webSocket: WebSocketClass;
  clock: Clock;
  random: () => number;
  pageLifecycle: PageLifecycle;
};

/** A connection over WebSocket. It reconnects, and replaces sockets that may be dead. */
export function createWebSocketConnection(deps: WebSocketConnectionDeps): CreateConnection {
  return (target, events) => createConnection(deps, target, events);
}

function createConnection(
  { wssUrl, webSocket, clock, random, pageLifecycle }: WebSocketConnectionDeps,
  target: ConnectionTarget,
  events: ConnectionEvents,
): Connection {
  const addresses = createAttemptAddress(wssUrl, target);
  const timing = createRetryTiming(random, clock.now);
  const liveness = createLiveness({
    clock,
    isVisible: () => pageLifecycle.isVisible(),
    isAnswerDue: () => pageLifecycle.isVisible() && target.isAnswerDue(),
    onSuspect: check,
  });
  let state: ConnectionState = { name: 'idle' };
  let status: ConnectionStatus = 'idle';
  let stopListening: (() => void) | undefined;

  function open(): void {
    if (state.name !== 'idle' && state.name !== 'closed') return;
    stopListening ??= pageLifecycle.listen(onPageEvent);
    connect();
  }

  function send(data: string): boolean {
    return state.name === 'open' && state.socket.send(data);
  }

  function wake(): void {
    const current = state;
    if (current.name === 'open') {
      if (liveness.isStale()) check();
      return;
    }
    if (current.name !== 'waiting') return;
    const at = timing.wakeAt(pageLifecycle.isOnline());
    if (at < current.until) waitUntil(at);
  }

  function close(): void {
    stopListening?.();
    stopListening = undefined;
    release();
    if (status === 'idle') return;
    state = { name: 'closed' };
    setStatus('closed');
  }

  function connect(): void {
    setStatus(pageLifecycle.isOnline() ? 'connecting' : 'offline');
    const attempt = startAttempt();
    state = attempt === undefined ? { name: 'lost' } : { name: 'connecting', attempt };
    if (attempt === undefined) {
      onLost({ code: undefined, isDelivered: false, isAborted: false, openMs: undefined, hasReceived: false });
    }
  }

  /** Returns undefined if there is no valid address. */
  function startAttempt(): Socket | undefined {
    timing.attemptStarted();
    const address = addresses.next();
    if (address === undefined) return undefined;
    const handshakeTimeoutMs = timing.handshakeTimeoutMs();
    const attempt: Socket = createSocket(
      { address, webSocket, clock, handshakeTimeoutMs },
      {
        onOpen: () => onAttemptOpen(attempt),
        onFrame: (data) => onAttemptFrame(attempt, data),
        onEnd: (end) => onAttemptEnd(attempt, end),
      },
    );
    return attempt;
  }

  function onAttemptOpen(attempt: Socket): void {
    const current = state;
    timing.opened(clock.now() - attempt.startedAt);
    if (current.name === 'connecting') use(attempt);
    else if (current.name === 'open') current.socket.onSuccessorOpen();
  }

  function onAttemptFrame(attempt: Socket, data: unknown): void {
    if (state.name === 'open') state.socket.onAttemptFrame(attempt, data);
  }

  function onAttemptEnd(attempt: Socket, end: SocketEnd): void {
    if (state.name === 'open') state.socket.onAttemptEnd(attempt, end);
    else onLost(end);
  }

  function use(attempt: Socket): void {
    const socket = createOpenSocket(attempt, {
      liveness,
      onFrame: events.onFrame,
      onEnd: (end, successor) => (successor === undefined ? onLost(end) : replaceBy(successor, end)),
    });
    state = { name: 'open', socket };
    setStatus('open');
    events.onOpen();
  }

  /** The open socket may be dead: opens a second one, to the same session if it has one, which takes over. */
  function check(): void {
    const current = state;
    if (current.name !== 'open' || current.socket.hasSuccessor()) return;
    const attempt = startAttempt();
    if (attempt !== undefined) current.socket.connectSuccessor(attempt);
  }

  /** The open socket has ended. The successor finds out whether the service still takes the session. */
  function replaceBy({ attempt, frames }: Successor, end: SocketEnd): void {
    const lost: ConnectionState = { name: 'lost' };
    state = lost;
    reportDrop(end, false);
    if (state !== lost) {
      attempt.discard();
      return;
    }
    if (!attempt.isOpen) {
      state = { name: 'connecting', attempt };
      setStatus('connecting');
      return;
    }
    use(attempt);
    for (const data of frames) onAttemptFrame(attempt, data);
  }

  function onLost(end: SocketEnd): void {
    const wasClosing = state.name === 'closing';
    if (end.openMs === undefined) timing.handshakeFailed();
    else timing.dropped(end.openMs, end.hasReceived);
    const isRefused = !wasClosing && isRefusal(end.code);
    const next: ConnectionState = { name: isRefused ? 'closed' : 'lost' };
    state = next;
    reportDrop(end, isRefused);
    // The listener may have opened or closed the connection.
    if (state !== next) return;
    if (isRefused) close();
    else if (wasClosing) retryAt(timing.wakeAt(true));
    else retryAt(timing.nextAttemptAt(end.openMs !== undefined, target.isUrgent()));
  }

  function reportDrop({ openMs, isDelivered, isAborted }: SocketEnd, isRefused: boolean): void {
    events.onDrop({ wasOpen: openMs !== undefined, isDelivered, isRefused, isAborted });
  }

  function retryAt(time: number): void {
    waitUntil(pageLifecycle.isOnline() ? time : timing.offlineAttemptAt());
  }

  function waitUntil(time: number): void {
    release();
    const until = Math.max(clock.now(), time);
    const cancel = clock.after(until - clock.now(), connect);
    state = { name: 'waiting', until, cancel };
    setStatus(pageLifecycle.isOnline() ? 'waiting' : 'offline');
  }

  function onPageEvent(event: PageLifecycleEvent): void {
    switch (event) {
      case 'hidden':
      // The chat opens and closes its connection itself when the page is left and comes back.
      case 'leave':
      case 'return':
        return;
      case 'visible':
        wake();
        return;
      case 'online':
      case 'network-change':
        onNetworkChange();
        return;
      case 'offline':
        goOffline();
        return;
      default:
        event satisfies never;
    }
  }

  function onNetworkChange(): void {
    const current = state;
    // A handshake over the previous network cannot succeed.
    if (current.name === 'connecting') current.attempt.abort();
    if (current.name === 'open') check();
    else wake();
  }

  function goOffline(): void {
    const current = state;
    if (current.name === 'waiting') retryAt(current.until);
    if (current.name === 'connecting') current.attempt.abort();
    if (current.name === 'open') startClosing(current.socket);
    setStatus('offline');
  }

  function startClosing(socket: OpenSocket): void {
    const attempt = socket.release();
    state = { name: 'closing', attempt };
    attempt.close();
  }

  /** Ends the socket or attempt at once, without events. */
  function release(): void {
    const current = state;
    if (current.name === 'waiting') current.cancel();
    if (current.name === 'connecting' || current.name === 'closing') current.attempt.discard();
    if (current.name === 'open') current.socket.release().discard();
  }

  function setStatus(next: ConnectionStatus): void {
    if (next === status) return;
    status = next;
    events.onStatus(next);
  }

  return { open, send, wake, close };
}
