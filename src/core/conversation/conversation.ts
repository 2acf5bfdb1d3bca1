import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import { encodeClientMessage, type SessionFrame } from '../../protocol/index.ts';
import type { ConnectionStatus, CreateConnection, Disconnect } from '../connection/connection.ts';
import type { ConversationSignals } from './conversation-signals.ts';
import {
  type ConversationState,
  type LeadReference,
  type LeadSession,
  noSession,
  type SessionFacts,
} from './conversation-state.ts';
import type { Emitter } from './emitter.ts';
import type { ChatEvents } from './events.ts';
import { createFrameHandler } from './frame-handler.ts';
import { type LeadSessionDeps, requestLeadSession } from './lead-session.ts';
import type { ChatMessage } from './message.ts';
import { createMessageSender } from './message-sender.ts';
import { createSession, type EndReason, fromLeadSession } from './session.ts';
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

/**
 * One conversation over one connection: its session, its transcript and its outbox. It does not store anything, and does not
 * know about other tabs.
 */
export function createConversation(deps: ConversationDeps) {
  const { clock, signals, emitter } = deps;
  const transcript = createTranscript();
  const session = createSession({ flowId: deps.flowId, now: clock.now, emitter });
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
  const handleFrame = createFrameHandler({
    ...deps,
    transcript,
    sender,
    onSession,
    onFrame() {
      showMessages.schedule();
      deps.onChange();
    },
  });
  /** Whether this tab has the socket. */
  let isActive = false;
  let cancelSessionRequest = () => {};

  const connection = deps.createConnection(
    { path: session.path, isUrgent, isAnswerDue: () => sender.isAnswerDue() && deps.isVisible() },
    { onStatus, onOpen, onFrame: handleFrame, onDrop: (drop) => batch(() => onDrop(drop)) },
  );

  function isUrgent(): boolean {
    const isWaitedFor = sender.entries.length > 0 || signals.awaitingAnswer.peek();
    return !session.facts.isEstablished || deps.isVisible() || isWaitedFor;
  }

  function onStatus(status: ConnectionStatus): void {
    if (!isActive) return;
    signals.connection.value = status;
    deps.onChange();
  }

  function onOpen(): void {
    transcript.startReplay();
    if (session.onOpen()) connection.replace();
    else sender.onOpen(session.facts.session !== null);
  }

  function onSession({ session_id: id }: SessionFrame): void {
    const { facts } = session;
    if (facts.isEstablished && id !== facts.session) {
      startOver('replaced', { session: id, target: facts.target, isEstablished: true });
      signals.notice.value = 'session-replaced';
    }
    session.establish(id);
  }

  function onDrop(disconnect: Disconnect): void {
    sender.onDrop(disconnect.isDelivered);
    const { lead } = session.facts;
    switch (session.onDrop(disconnect)) {
      case 'reconnect':
        break;
      case 'new-session':
        startOver('replaced');
        signals.notice.value = 'session-replaced';
        connect(lead);
        break;
      case 'anonymous':
        signals.notice.value = 'anonymous-fallback';
        session.update(fromLeadSession(null));
        connection.open();
        break;
      case 'give-up': {
        end('refused');
        const message = 'the service refuses every conversation; check flowId and wssUrl';
        emitter.emit('error', { code: 'session-refused', message });
      }
    }
    changed();
  }

  /** Forgets the session and its messages. Keeps the lead, and the messages that the visitor can send again by a click. */
  function startOver(reason: EndReason, next?: Partial<SessionFacts>): void {
    cancelSessionRequest();
    sender.abandon();
    transcript.replace(transcript.messages.filter(({ delivery }) => delivery === 'not-delivered'));
    signals.owner.value = null;
    signals.unread.value = 0;
    session.end(reason, next);
  }

  /** Connects with a new session: one that is requested for the lead, or an anonymous one. */
  function connect(lead: LeadReference | null): void {
    signals.phase.value = 'chatting';
    if (lead === null) {
      openConnection();
      return;
    }
    cancelSessionRequest();
    cancelSessionRequest = requestLeadSession(deps, lead, (leadSession) => {
      batch(() => {
        if (leadSession === null) signals.notice.value ??= 'anonymous-fallback';
        session.update(fromLeadSession(leadSession));
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
      session.update(noSession);
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
    session.update(nextFacts);
    sender.restore(outbox);
    transcript.replace(messages);
    signals.owner.value = owner;
    signals.unread.value = unread;
  }

  return {
    get session() {
      return session.facts.session;
    },
    get lead() {
      return session.facts.lead;
    },
    /** What is stored, and sent to other tabs. */
    get state(): ConversationState {
      return {
        ...session.facts,
        owner: signals.owner.peek(),
        unread: signals.unread.peek(),
        messages: transcript.messages,
        outbox: sender.entries,
      };
    },
    /** Restores a stored conversation. */
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
      session.stopRecovery();
      sender.stop();
      showMessages.cancel();
      cancelSessionRequest();
    },
    /** Starts with a session that carries lead data, or anonymously with null. Sends what was typed before it. */
    begin(leadSession: LeadSession | null, lead: LeadReference | null): void {
      cancelSessionRequest();
      if (session.facts.session !== null) {
        connection.close();
        startOver('new-conversation');
      }
      session.update({ ...fromLeadSession(leadSession), isEstablished: false, lead });
      signals.phase.value = 'chatting';
      openConnection();
      changed();
    },
    setLead(lead: LeadReference | null): void {
      session.update({ lead });
      changed();
    },
    /** Ends with thanks for the lead instead of a chat. */
    thank(lead: LeadReference | null): void {
      session.update({ ...noSession, lead });
      signals.phase.value = 'thanks';
      changed();
    },
    /** Replaces this conversation by a new one. */
    startNewConversation(asksForLead: boolean): void {
      const { lead } = session.facts;
      connection.close();
      startOver('new-conversation');
      transcript.replace([]);
      if (asksForLead) signals.phase.value = 'asking-lead';
      else connect(lead);
      changed();
    },
    /** Replaces this conversation by an earlier one: the undo of startNewConversation(). */
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
    /** Shows a message of another conversation as not delivered. */
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
