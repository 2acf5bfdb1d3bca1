import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import {
  type ChatownerFrame,
  encodeClientMessage,
  type MessageFrame,
  type ServerFrame,
  type SessionFrame,
} from '../../protocol/index.ts';
import type { ConnectionPath, ConnectionStatus, CreateConnection, Disconnect } from '../connection/connection.ts';
import type { ConversationSignals } from './conversation-signals.ts';
import type { ConversationState, LeadReference, LeadSession } from './conversation-state.ts';
import type { Emitter } from './emitter.ts';
import type { ChatEvents } from './events.ts';
import { createFrameReader } from './frame-reader.ts';
import { type LeadSessionDeps, requestLeadSession } from './lead-session.ts';
import type { ChatMessage } from './message.ts';
import { createMessageSender } from './message-sender.ts';
import { fromLeadSession, noSession, type SessionFacts, toConnectionPath } from './session-facts.ts';
import { createSessionRecovery } from './session-recovery.ts';
import { createThrottle } from './throttle.ts';
import { createTranscript, withOutbox } from './transcript.ts';

export type ConversationDeps = LeadSessionDeps & {
  flowId: string;
  createConnection: CreateConnection;
  clock: Clock;
  encodeMessage: ((text: string) => string) | undefined;
  signals: ConversationSignals;
  emitter: Emitter<ChatEvents>;
  /** Called after each change that is worth storing. */
  onChange(): void;
  isVisible(): boolean;
};

type EndReason = ChatEvents['session:end']['reason'];

/**
 * One conversation over one connection: its session, its messages, and those still to be sent. It stores nothing and knows
 * nothing of other tabs.
 */
export function createConversation(deps: ConversationDeps) {
  const { clock, signals, emitter } = deps;
  const transcript = createTranscript();
  const recovery = createSessionRecovery(clock.now);
  const showMessages = createThrottle(clock, () => {
    signals.messages.value = transcript.messages;
  });
  const encode = deps.encodeMessage ?? encodeClientMessage;
  const sender = createMessageSender({
    clock,
    transcript,
    signals,
    transmit: (text) => connection.send(encode(text)),
    onChange: changed,
  });
  const readFrame = createFrameReader({
    now: clock.now,
    onFrame,
    onUnknown: sender.onOtherFrame,
    onDropped: (message) => emitter.emit('error', { code: 'frame-dropped', message }),
  });
  let facts = noSession;
  /** This tab has the socket. */
  let isActive = false;
  /** session:start or session:resume was emitted for this session. */
  let isAnnounced = false;
  let cancelSessionRequest = () => {};

  const connection = deps.createConnection(
    { path, isUrgent, isAnswerDue: () => sender.isAnswerDue() && deps.isVisible() },
    { onStatus, onOpen, onFrame: (data) => batch(() => readFrame(data)), onDrop: (drop) => batch(() => onDrop(drop)) },
  );

  function path(): ConnectionPath {
    return toConnectionPath(recovery.isProbing ? noSession : facts, deps.flowId);
  }

  function isUrgent(): boolean {
    const isWaitedFor = sender.entries.length > 0 || signals.awaitingAnswer.peek();
    return !facts.isEstablished || deps.isVisible() || isWaitedFor;
  }

  function onStatus(status: ConnectionStatus): void {
    if (!isActive) return;
    signals.connection.value = status;
    deps.onChange();
  }

  function onOpen(): void {
    transcript.startReplay();
    if (recovery.opened()) connection.replace();
    else sender.onOpen(facts.session !== null);
  }

  function onFrame(frame: ServerFrame): void {
    sender.onHandshakeFrame();
    if (frame.type === 'session') onSession(frame);
    else if (frame.type === 'chatowner') signals.owner.value = { id: frame.id, ...readAuthor(frame) };
    else onMessage(frame);
    showMessages.schedule();
    deps.onChange();
  }

  function onSession({ session_id: session }: SessionFrame): void {
    const isResuming = facts.isEstablished;
    if (isResuming && session !== facts.session) {
      startOver('replaced', { session, target: facts.target, isEstablished: true });
      signals.notice.value = 'session-replaced';
    }
    facts = { ...facts, session, isEstablished: true };
    if (isAnnounced) return;
    isAnnounced = true;
    if (isResuming) emitter.emit('session:resume', {});
    else emitter.emit('session:start', { anonymous: facts.isAnonymous });
  }

  function onMessage(frame: MessageFrame): void {
    const author = readAuthor(frame);
    const message: ChatMessage = { id: frame.id, from: 'agent', text: frame.content, at: clock.now(), author };
    const receipt = transcript.receive(message);
    // A replayed message is older than the visitor's, and confirms nothing.
    if (receipt === 'known') return;
    sender.onMessage(receipt === 'latest');
    if (!deps.isVisible()) signals.unread.value++;
    emitter.emit('message:received', { message });
  }

  function onDrop(disconnect: Disconnect): void {
    sender.onDrop(disconnect.isDelivered);
    const { session, isEstablished, lead } = facts;
    switch (recovery.dropped(disconnect, session, isEstablished)) {
      case 'reconnect':
        break;
      case 'new-session':
        startOver('replaced');
        signals.notice.value = 'session-replaced';
        connect(lead);
        break;
      case 'anonymous':
        signals.notice.value = 'anonymous-fallback';
        facts = { ...facts, session: null, target: {}, isAnonymous: true };
        connection.open();
        break;
      case 'give-up': {
        end('refused');
        const message = 'the service takes no conversation from here; check flowId and wssUrl';
        emitter.emit('error', { code: 'session-refused', message });
      }
    }
    changed();
  }

  /** Forgets the session and its messages, but not the lead, and not what can be sent again by a click. */
  function startOver(reason: EndReason, next: Partial<SessionFacts> = {}): void {
    const hadSession = facts.session !== null;
    cancelSessionRequest();
    sender.abandon();
    transcript.replace(transcript.messages.filter(({ delivery }) => delivery === 'not-delivered'));
    facts = { ...noSession, lead: facts.lead, ...next };
    isAnnounced = false;
    signals.owner.value = null;
    signals.unread.value = 0;
    if (hadSession) emitter.emit('session:end', { reason });
  }

  /** Connects without a session; for a known lead one is requested first. */
  function connect(lead: LeadReference | null): void {
    signals.phase.value = 'chatting';
    if (lead === null) {
      openConnection();
      return;
    }
    cancelSessionRequest();
    cancelSessionRequest = requestLeadSession(deps, lead, (session) => {
      batch(() => {
        if (session === null) signals.notice.value ??= 'anonymous-fallback';
        facts = { ...facts, ...fromLeadSession(session) };
        openConnection();
        changed();
      });
    });
  }

  function openConnection(): void {
    if (isActive) connection.open();
  }

  function end(reason: EndReason): void {
    connection.close();
    startOver(reason);
    if (reason === 'forgotten') {
      transcript.replace([]);
      facts = noSession;
    }
    signals.phase.value = 'ended';
    changed();
  }

  function changed(): void {
    showMessages.now();
    deps.onChange();
  }

  function wakeUnlessReady(): void {
    if (!sender.isReady && isActive) connection.wake();
  }

  function applyState({ messages, outbox, owner, unread, ...nextFacts }: ConversationState): void {
    facts = nextFacts;
    sender.restore(outbox);
    transcript.replace(messages);
    signals.owner.value = owner;
    signals.unread.value = unread;
  }

  return {
    get session() {
      return facts.session;
    },
    get lead() {
      return facts.lead;
    },
    /** Everything there is to store, and to send to other tabs. */
    get state(): ConversationState {
      return {
        ...facts,
        owner: signals.owner.peek(),
        unread: signals.unread.peek(),
        messages: transcript.messages,
        outbox: sender.entries,
      };
    },
    /** Takes over what was stored. */
    restore(state: ConversationState): void {
      applyState(state);
      transcript.replace(withOutbox(state.messages, sender.entries));
      showMessages.now();
    },
    /** Shows the state of the tab with the socket. */
    applyRemoteState(state: ConversationState): void {
      applyState(state);
      changed();
    },
    /** From now on this tab has the socket. */
    activate(): void {
      isActive = true;
      showMessages.now();
      if (signals.phase.peek() === 'chatting') connection.open();
    },
    /** Another tab has the socket now. */
    deactivate(): void {
      connection.close();
      isActive = false;
      recovery.reset();
      sender.stop();
      showMessages.cancel();
      cancelSessionRequest();
    },
    /** Starts with a session that carries lead data, or null: anonymously. Messages typed before go into it. */
    begin(session: LeadSession | null, lead: LeadReference | null): void {
      cancelSessionRequest();
      if (facts.session !== null) {
        connection.close();
        startOver('new-conversation');
      }
      facts = { ...fromLeadSession(session), isEstablished: false, lead };
      signals.phase.value = 'chatting';
      openConnection();
      changed();
    },
    setLead(lead: LeadReference | null): void {
      facts = { ...facts, lead };
      changed();
    },
    /** Ends the visit with a lead, without a chat. */
    thank(lead: LeadReference | null): void {
      facts = { ...noSession, lead };
      signals.phase.value = 'thanks';
      changed();
    },
    /** Leaves this conversation for another one. */
    startNewConversation(asksForLead: boolean): void {
      const { lead } = facts;
      connection.close();
      startOver('new-conversation');
      transcript.replace([]);
      if (asksForLead) signals.phase.value = 'asking-lead';
      else connect(lead);
      changed();
    },
    /** Returns to a conversation that was left for this one. */
    resume(state: ConversationState): void {
      connection.close();
      startOver('new-conversation');
      applyState(state);
      signals.phase.value = 'chatting';
      openConnection();
      changed();
    },
    end,
    send(message: ChatMessage): void {
      sender.send(message);
      wakeUnlessReady();
    },
    /** Shows a message that must not be sent here. */
    reject(message: ChatMessage): void {
      if (transcript.has(message.id)) return;
      transcript.append({ ...message, delivery: 'not-delivered' });
      changed();
    },
    retry(id: string): void {
      sender.retry(id);
      wakeUnlessReady();
    },
    wake: () => connection.wake(),
  };
}
export type Conversation = ReturnType<typeof createConversation>;

function readAuthor({ name, profilepic }: MessageFrame | ChatownerFrame): { name?: string; avatarUrl?: string } {
  return { ...(name ? { name } : {}), ...(profilepic ? { avatarUrl: profilepic } : {}) };
}
