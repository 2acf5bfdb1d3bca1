import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import {
  type ChatownerFrame,
  encodeClientMessage,
  type MessageFrame,
  type ServerFrame,
  type SessionFrame,
  type SocketPath,
} from '../../protocol/index.ts';
import type { CreateConnection, Disconnect } from '../connection/connection.ts';
import type { Emitter } from './emitter.ts';
import type { ChatEvents } from './events.ts';
import { createFrameReader } from './frame-reader.ts';
import type { ChatMessage } from './message.ts';
import { createMessageSender } from './message-sender.ts';
import { type ConversationState, emptyConversation, withUnsent } from './persisted-conversation.ts';
import { createSessionProbe } from './session-probe.ts';
import type { ChatSignals } from './signals.ts';
import { createThrottle } from './throttle.ts';
import { createTranscript } from './transcript.ts';

export type ConversationDeps = {
  flowId: string;
  createConnection: CreateConnection;
  clock: Clock;
  encodeMessage: ((text: string) => string) | undefined;
  signals: ChatSignals;
  emitter: Emitter<ChatEvents>;
  /** Another session for a lead that is known; null when there is none to be had. */
  openSession(lead: string): Promise<string | null>;
  /** Called after each change that is worth keeping, with everything. */
  onChange(): void;
  isVisible(): boolean;
};

/** So long a new session is waited for before the conversation begins without one. */
const sessionMs = 12_000;
/** Sessions that are refused faster than this one after the other are no use replacing. */
const replaceGapMs = 60_000;

/**
 * One conversation over one connection: which session it has, what was said, and what is still to be sent. It keeps
 * nothing in the browser and knows nothing of other tabs.
 */
export function createConversation(parts: ConversationDeps) {
  const { clock, signals, emitter } = parts;
  const transcript = createTranscript();
  const probe = createSessionProbe();
  const show = createThrottle(clock, () => {
    signals.messages.value = transcript.messages;
  });
  const encode = parts.encodeMessage ?? encodeClientMessage;
  const dispatch = createMessageSender({
    clock,
    transcript,
    signals,
    transmit: (text) => connection.send(encode(text)),
    onChange: changed,
  });
  const read = createFrameReader({
    now: clock.now,
    onFrame,
    onUnknown: dispatch.confirm,
    onDropped: (message) => emitter.emit('error', { code: 'frame-dropped', message }),
  });
  let facts: Omit<ConversationState, 'messages' | 'outbox' | 'unread' | 'owner'> = emptyConversation;
  let active = false;
  let resumed = false;
  let replacedAt = Number.NEGATIVE_INFINITY;
  /** Changes with each conversation, so that a late answer to the last one is known for what it is. */
  let generation = 0;
  let stopWaitingForSession = () => {};

  const connection = parts.createConnection(
    { path, hurry: isWaitedFor },
    {
      onStatus: (status) => {
        if (!active) return;
        signals.connection.value = status;
        parts.onChange();
      },
      onOpen,
      onFrame: (data) => batch(() => read(data)),
      onDrop: (drop) => batch(() => onDrop(drop)),
    },
  );

  function isWaitedFor(): boolean {
    return !facts.begun || parts.isVisible() || dispatch.entries.length > 0 || signals.awaitingAnswer.peek();
  }

  function path(): SocketPath {
    const session = probe.isProbing ? null : facts.session;
    return { flowId: parts.flowId, session, reconnect: session !== null && facts.begun };
  }

  function onOpen(): void {
    transcript.beginReplay();
    if (probe.opened()) connection.replace();
    else dispatch.opened(facts.session !== null);
  }

  function onFrame(frame: ServerFrame): void {
    if (frame.type === 'session') onSession(frame);
    else if (frame.type === 'chatowner') onOwner(frame);
    else onMessage(frame);
    show.soon();
    parts.onChange();
  }

  function onSession({ session_id: session }: SessionFrame): void {
    const { begun } = facts;
    if (begun && session !== facts.session) {
      restart({ session, begun: true }, 'replaced');
      signals.notice.value = 'session-replaced';
    }
    facts = { ...facts, session, begun: true };
    if (!resumed) {
      resumed = true;
      if (begun) emitter.emit('session:resume', {});
      else emitter.emit('session:start', { anonymous: facts.anonymous });
    }
    dispatch.heard();
  }

  function onOwner(frame: ChatownerFrame): void {
    // It comes with each connection, and confirms nothing.
    signals.owner.value = { id: frame.id, ...authorOf(frame) };
    dispatch.heard();
  }

  function onMessage(frame: MessageFrame): void {
    const author = authorOf(frame);
    const message: ChatMessage = { id: frame.id, from: 'agent', text: frame.content, at: clock.now(), author };
    dispatch.heard();
    // A replayed message was said before ours, and confirms nothing.
    if (!transcript.receive(message)) return;
    dispatch.answered();
    if (!parts.isVisible()) signals.unread.value++;
    emitter.emit('message:received', { message });
  }

  function onDrop(drop: Disconnect): void {
    dispatch.dropped(drop.delivered);
    if (drop.refused || (!drop.opened && probe.failed(facts.begun))) onRefusal();
    changed();
  }

  function onRefusal(): void {
    const { session, lead, begun } = facts;
    probe.reset();
    const inALoop = clock.now() - replacedAt < replaceGapMs;
    if (session === null || (begun && inALoop)) {
      end('refused');
      const message = 'the service takes no conversation from here; check flowId and wssUrl';
      emitter.emit('error', { code: 'session-refused', message });
    } else if (!begun) {
      signals.notice.value = 'anonymous-fallback';
      facts = { ...facts, session: null, anonymous: true };
      connection.open();
    } else {
      replacedAt = clock.now();
      restart({}, 'replaced');
      signals.notice.value = 'session-replaced';
      begin(lead);
    }
  }

  /** Empties the conversation but for what was not delivered: that text is the visitor's, and can be sent again by a click. */
  function restart(next: Partial<ConversationState>, reason: ChatEvents['session:end']['reason']): void {
    const hadSession = facts.session !== null;
    generation++;
    dispatch.abandon();
    transcript.replace(transcript.messages.filter(({ delivery }) => delivery === 'not-delivered'));
    facts = { ...emptyConversation, lead: facts.lead, ...next };
    resumed = false;
    signals.owner.value = null;
    signals.unread.value = 0;
    if (hadSession) emitter.emit('session:end', { reason });
  }

  /** Opens a conversation with no session yet; for a known lead one is asked for first. */
  function begin(lead: string | null): void {
    signals.phase.value = 'chatting';
    if (lead === null) {
      open();
      return;
    }
    const own = generation;
    const go = (session: string | null) => {
      stopWaitingForSession();
      if (own !== generation) return;
      generation++;
      batch(() => {
        if (session === null) signals.notice.value ??= 'anonymous-fallback';
        facts = { ...facts, session, anonymous: session === null };
        open();
        changed();
      });
    };
    stopWaitingForSession();
    stopWaitingForSession = clock.after(sessionMs, () => go(null));
    void parts.openSession(lead).then(go);
  }

  function open(): void {
    if (active) connection.open();
  }

  function end(reason: ChatEvents['session:end']['reason']): void {
    connection.close();
    restart({}, reason);
    if (reason === 'forgotten') {
      transcript.replace([]);
      facts = emptyConversation;
    }
    signals.phase.value = 'ended';
    changed();
  }

  function changed(): void {
    show.now();
    parts.onChange();
  }

  return {
    get session() {
      return facts.session;
    },
    /** Everything there is to keep and to tell other tabs. */
    get state(): ConversationState {
      return {
        ...facts,
        owner: signals.owner.peek(),
        unread: signals.unread.peek(),
        messages: [...transcript.messages],
        outbox: [...dispatch.entries],
      };
    },
    /** Takes over what was kept, or what another tab knows. */
    restore(state: ConversationState): void {
      const { messages, outbox: entries, owner, unread, ...rest } = state;
      facts = rest;
      dispatch.restore(entries);
      dispatch.dropped(false);
      transcript.replace(withUnsent(messages, dispatch.entries));
      signals.owner.value = owner;
      signals.unread.value = unread;
      show.now();
    },
    /** Shows what the tab with the socket knows. */
    mirror(state: ConversationState): void {
      const { messages, outbox: entries, owner, unread, ...rest } = state;
      facts = rest;
      dispatch.restore(entries);
      transcript.replace(messages);
      signals.owner.value = owner;
      signals.unread.value = unread;
      show.now();
    },
    /** From now on this tab is the one with the socket. */
    activate(): void {
      active = true;
      dispatch.dropped(false);
      show.now();
      if (signals.phase.peek() === 'chatting') connection.open();
    },
    /** The socket is another tab's now. */
    deactivate(): void {
      connection.close();
      active = false;
      probe.reset();
      dispatch.dropped(false);
      dispatch.stop();
      show.stop();
      stopWaitingForSession();
    },
    /** Begins with a session from initialization, or null: anonymously. What was typed before goes into it. */
    begin(session: string | null, lead: string | null): void {
      if (facts.session !== null) {
        connection.close();
        restart({}, 'new-conversation');
      }
      facts = { ...facts, session, begun: false, anonymous: session === null, lead };
      signals.phase.value = 'chatting';
      open();
      changed();
    },
    noteLead(lead: string | null): void {
      facts = { ...facts, lead };
      changed();
    },
    /** Leaves this conversation for another one; `asks`: the lead is asked for before it begins. */
    renew(asks: boolean): void {
      const { lead } = facts;
      connection.close();
      restart({}, 'new-conversation');
      transcript.replace([]);
      if (asks) signals.phase.value = 'asking-lead';
      else begin(lead);
      changed();
    },
    end,
    send(message: ChatMessage): void {
      dispatch.send(message);
      if (!dispatch.isReady && active) connection.wake();
    },
    /** Shows a message that must not be sent here. */
    reject(message: ChatMessage): void {
      if (transcript.messages.some(({ id }) => id === message.id)) return;
      transcript.add({ ...message, delivery: 'not-delivered' });
      changed();
    },
    retry(id: string): void {
      dispatch.retry(id);
      if (!dispatch.isReady && active) connection.wake();
    },
    wake: () => connection.wake(),
  };
}
export type Conversation = ReturnType<typeof createConversation>;

function authorOf({ name, profilepic }: MessageFrame | ChatownerFrame): { name?: string; avatarUrl?: string } {
  return { ...(name ? { name } : {}), ...(profilepic ? { avatarUrl: profilepic } : {}) };
}
