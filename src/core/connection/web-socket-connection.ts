import type { Clock } from '../../clock.ts';
import { socketUrl } from '../../protocol/index.ts';
import {
  type Connection,
  type ConnectionEvents,
  type ConnectionStatus,
  type ConnectionTarget,
  type CreateConnection,
  isRefusal,
} from './connection.ts';
import { createLiveness, type Liveness } from './liveness.ts';
import type { PageLifecycle, PageLifecycleEvent } from './page-lifecycle.ts';
import { createRetryTiming } from './retry-timing.ts';
import type { WebSocketClass } from './socket.ts';
import { type AttemptEnd, SocketAttempt } from './socket-attempt.ts';

export type WebSocketConnectionDeps = {
  /** Where sockets go: `wss://host`, with or without a path. */
  wssUrl: string;
  webSocket: WebSocketClass;
  clock: Clock;
  random: () => number;
  pageLifecycle: PageLifecycle;
};

/** Attempts that something other than the back-off asks for are at least this far apart. */
const wakeGapMs = 2_000;
const wakeGapInRejectLoopMs = 10_000;

/** A second socket to the same session, which takes over when it opens. Its frames wait until the first one has ended. */
type Successor = { attempt: SocketAttempt; frames: unknown[] };

type State =
  | { name: 'idle' | 'offline' | 'closed' }
  /** The page is in the back/forward cache, or on its way there. */
  | { name: 'suspended' }
  /** A socket has ended, and its listeners are being told. */
  | { name: 'lost' }
  | { name: 'waiting'; until: number; cancel(): void }
  | { name: 'connecting'; attempt: SocketAttempt }
  | { name: 'open'; attempt: SocketAttempt; successor: Successor | undefined; stopWatching(): void }
  /** The close handshake runs. */
  | { name: 'closing'; attempt: SocketAttempt };

/** The connection over WebSocket: it reconnects, and replaces sockets that may be dead. */
export function createWebSocketConnection(deps: WebSocketConnectionDeps): CreateConnection {
  return (target, events) => new WebSocketConnection(deps, target, events);
}

class WebSocketConnection implements Connection {
  #state: State = { name: 'idle' };
  #status: ConnectionStatus = 'idle';
  /** Also while a socket is still closing. */
  #isSuspended = false;
  #lastAddress: string | undefined;
  #lastAttemptAt = Number.NEGATIVE_INFINITY;
  #stopListening: (() => void) | undefined;
  readonly #deps: WebSocketConnectionDeps;
  readonly #target: ConnectionTarget;
  readonly #events: ConnectionEvents;
  readonly #timing: ReturnType<typeof createRetryTiming>;
  readonly #liveness: Liveness;

  constructor(deps: WebSocketConnectionDeps, target: ConnectionTarget, events: ConnectionEvents) {
    const { clock, pageLifecycle } = deps;
    this.#deps = deps;
    this.#target = target;
    this.#events = events;
    this.#timing = createRetryTiming(deps.random, clock.now);
    this.#liveness = createLiveness({
      clock,
      isVisible: () => pageLifecycle.isVisible(),
      isAnswerDue: () => pageLifecycle.isVisible() && target.isAnswerDue(),
      onDoubt: () => this.#check(),
    });
  }

  open(): void {
    if (this.#state.name !== 'idle' && this.#state.name !== 'closed') return;
    this.#isSuspended = false;
    this.#stopListening ??= this.#deps.pageLifecycle.listen((event) => this.#onPageEvent(event));
    this.#connect();
  }

  send(data: string): boolean {
    const state = this.#state;
    // While a successor connects, nobody knows whether the open socket is alive.
    if (state.name !== 'open' || state.successor !== undefined || !state.attempt.send(data)) return false;
    this.#liveness.sent();
    return true;
  }

  wake(): void {
    const state = this.#state;
    if (state.name === 'open') {
      if (this.#liveness.isStale()) this.#check();
      return;
    }
    if (state.name !== 'waiting' && state.name !== 'offline') return;
    const gapMs = this.#timing.isInRejectLoop() ? wakeGapInRejectLoopMs : wakeGapMs;
    const at = Math.max(this.#deps.clock.now(), this.#lastAttemptAt + gapMs);
    if (at < (state.name === 'waiting' ? state.until : Number.POSITIVE_INFINITY)) this.#retryAt(at);
  }

  replace(): void {
    const state = this.#state;
    if (state.name === 'connecting') {
      this.#state = { name: 'closing', attempt: state.attempt };
      state.attempt.abort();
    }
    if (state.name === 'open') this.#startClosing(state);
  }

  close(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#release();
    if (this.#status === 'idle') return;
    this.#state = { name: 'closed' };
    this.#setStatus('closed');
  }

  #connect(): void {
    if (!this.#deps.pageLifecycle.isOnline()) {
      this.#goOffline();
      return;
    }
    this.#setStatus('connecting');
    const attempt = this.#startAttempt();
    this.#state = attempt === undefined ? { name: 'lost' } : { name: 'connecting', attempt };
    if (attempt === undefined) {
      this.#onLost({ code: undefined, isDelivered: false, openMs: undefined, hasReceived: false });
    }
  }

  /** Undefined when there is no valid address, and never was one. */
  #startAttempt(): SocketAttempt | undefined {
    const { clock, webSocket, wssUrl } = this.#deps;
    this.#lastAttemptAt = clock.now();
    this.#lastAddress = readAddress(wssUrl, this.#target) ?? this.#lastAddress;
    if (this.#lastAddress === undefined) return undefined;
    const handshakeTimeoutMs = this.#timing.handshakeTimeoutMs();
    const attempt: SocketAttempt = new SocketAttempt(
      { address: this.#lastAddress, webSocket, clock, handshakeTimeoutMs },
      {
        onOpen: () => this.#onAttemptOpen(attempt),
        onFrame: (data) => this.#onAttemptFrame(attempt, data),
        onEnd: (end) => this.#onAttemptEnd(attempt, end),
      },
    );
    return attempt;
  }

  #onAttemptOpen(attempt: SocketAttempt): void {
    const state = this.#state;
    this.#timing.opened(this.#deps.clock.now() - attempt.startedAt);
    if (state.name === 'connecting') this.#use(attempt);
    // The end of the first socket tells whether what was sent over it has arrived.
    else if (state.name === 'open') state.attempt.close();
  }

  #onAttemptFrame(attempt: SocketAttempt, data: unknown): void {
    const state = this.#state;
    if (state.name !== 'open') return;
    if (state.successor?.attempt === attempt) state.successor.frames.push(data);
    else this.#receive(data);
  }

  #onAttemptEnd(attempt: SocketAttempt, end: AttemptEnd): void {
    const state = this.#state;
    if (state.name !== 'open') {
      this.#onLost(end);
      return;
    }
    const { successor } = state;
    if (successor?.attempt === attempt) {
      // Where no second socket can be had, the first one is not trusted either.
      state.successor = undefined;
      state.attempt.abort();
      return;
    }
    state.stopWatching();
    if (successor === undefined) this.#onLost(end);
    else this.#replaceBy(successor, end);
  }

  #use(attempt: SocketAttempt): void {
    this.#state = { name: 'open', attempt, successor: undefined, stopWatching: this.#liveness.start() };
    this.#setStatus('open');
    this.#events.onOpen();
  }

  #receive(data: unknown): void {
    this.#liveness.received();
    this.#events.onFrame(data);
  }

  /** Opens a second socket to the same session, which takes over. */
  #check(): void {
    const state = this.#state;
    if (state.name !== 'open' || state.successor !== undefined) return;
    if (!this.#hasSession()) {
      this.replace();
      return;
    }
    const attempt = this.#startAttempt();
    if (attempt !== undefined) state.successor = { attempt, frames: [] };
  }

  /** The open socket has ended. What its code means for the session, the successor will learn. */
  #replaceBy({ attempt, frames }: Successor, end: AttemptEnd): void {
    const lost: State = { name: 'lost' };
    this.#state = lost;
    this.#reportDrop(end, false);
    if (this.#state !== lost) {
      attempt.discard();
      return;
    }
    if (!attempt.isOpen) {
      this.#state = { name: 'connecting', attempt };
      this.#setStatus('connecting');
      return;
    }
    this.#use(attempt);
    for (const data of frames) if (this.#isUsing(attempt)) this.#receive(data);
  }

  #onLost(end: AttemptEnd): void {
    const wasReplaced = this.#state.name === 'closing';
    if (end.openMs === undefined) this.#timing.handshakeFailed();
    else this.#timing.dropped(end.openMs, end.hasReceived);
    const isRefused = !wasReplaced && isRefusal(end.code);
    const next: State = { name: isRefused ? 'closed' : 'lost' };
    this.#state = next;
    this.#reportDrop(end, isRefused);
    // The listener may have opened or closed the connection.
    if (this.#state !== next) return;
    if (isRefused) this.close();
    else if (wasReplaced) this.#retryAt(this.#lastAttemptAt + wakeGapMs);
    else this.#retryAt(this.#nextAttemptAt(end.openMs !== undefined));
  }

  #reportDrop({ openMs, code, isDelivered }: AttemptEnd, isRefused: boolean): void {
    this.#events.onDrop({ wasOpen: openMs !== undefined, code, isDelivered, isRefused });
  }

  /** After a failed handshake, the delay counts from its start. */
  #nextAttemptAt(wasOpen: boolean): number {
    const since = wasOpen ? this.#deps.clock.now() : this.#lastAttemptAt;
    return since + this.#timing.nextDelayMs(this.#target.isUrgent());
  }

  #retryAt(time: number): void {
    const { clock, pageLifecycle } = this.#deps;
    if (this.#isSuspended) this.#suspend();
    else if (!pageLifecycle.isOnline()) this.#goOffline();
    else {
      this.#release();
      const until = Math.max(clock.now(), time);
      const cancel = clock.after(until - clock.now(), () => this.#connect());
      this.#state = { name: 'waiting', until, cancel };
      this.#setStatus('waiting');
    }
  }

  #onPageEvent(event: PageLifecycleEvent): void {
    switch (event) {
      case 'hidden':
        return;
      case 'visible':
        this.wake();
        return;
      case 'online':
      case 'network-change':
        this.#onNetworkChange();
        return;
      case 'offline':
        this.#goOffline();
        return;
      case 'leave':
        // An open socket would keep the page out of the back/forward cache.
        this.#isSuspended = true;
        this.#suspend();
        return;
      case 'return':
        this.#isSuspended = false;
        if (this.#state.name === 'suspended' || this.#state.name === 'offline')
          this.#retryAt(this.#lastAttemptAt + wakeGapMs);
        return;
      default:
        event satisfies never;
    }
  }

  #onNetworkChange(): void {
    const state = this.#state;
    // A handshake from before belongs to a network that is gone.
    if (state.name === 'connecting') state.attempt.abort();
    if (state.name === 'open') this.#check();
    else this.wake();
  }

  #goOffline(): void {
    if (!this.#letGo()) this.#state = { name: 'offline' };
    this.#setStatus('offline');
  }

  #suspend(): void {
    if (!this.#letGo()) this.#state = { name: 'suspended' };
  }

  /** Ends whatever runs. True when a socket still completes its close handshake. */
  #letGo(): boolean {
    const state = this.#state;
    if (state.name === 'waiting') state.cancel();
    if (state.name === 'connecting') state.attempt.abort();
    if (state.name === 'open') this.#startClosing(state);
    return this.#state.name === 'closing';
  }

  #startClosing({ attempt, successor, stopWatching }: Extract<State, { name: 'open' }>): void {
    stopWatching();
    successor?.attempt.discard();
    this.#state = { name: 'closing', attempt };
    attempt.close();
  }

  /** Ends whatever runs, without events. */
  #release(): void {
    const state = this.#state;
    if (state.name === 'waiting') state.cancel();
    if (state.name === 'connecting' || state.name === 'closing') state.attempt.discard();
    if (state.name === 'open') {
      state.stopWatching();
      state.attempt.discard();
      state.successor?.attempt.discard();
    }
  }

  #isUsing(attempt: SocketAttempt): boolean {
    return this.#state.name === 'open' && this.#state.attempt === attempt;
  }

  #hasSession(): boolean {
    try {
      return this.#target.path().reconnect;
    } catch {
      return false;
    }
  }

  #setStatus(status: ConnectionStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#events.onStatus(status);
  }
}

/** The whole address; undefined when none can be built. It never throws: the attempt would be lost. */
function readAddress(wssUrl: string, target: ConnectionTarget): string | undefined {
  try {
    const path = target.path();
    const address = socketUrl(path.wssUrl ?? wssUrl, path);
    return /^wss?:$/.test(new URL(address).protocol) ? address : undefined;
  } catch {
    return undefined;
  }
}
