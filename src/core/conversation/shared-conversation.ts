import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import { tabsChannel } from '../../options/index.ts';
import type { Conversation } from './conversation.ts';
import type { ChatMessage } from './message.ts';
import type { ChatSignals } from './signals.ts';
import { type Command, type SendCommand, type TabMessage, type TabState, tabMessage } from './tab-message.ts';
import { createTabs, type TabsDeps } from './tabs.ts';
import { createThrottle } from './throttle.ts';

export type SharedConversationDeps = Omit<TabsDeps, 'name'> & {
  flowId: string;
  clock: Clock;
  signals: ChatSignals;
  conversation: Conversation;
  isVisible(): boolean;
  /** Writes down what there is to keep: afterwards this tab may be gone. */
  keepNow(): void;
  /** A message from the service, heard of by way of another tab. */
  onReceived(message: ChatMessage): void;
};

/** So long the leading tab may take to answer before it is taken for frozen. */
const answerMs = 3_000;

/**
 * One conversation for all tabs of a site: the leading tab has the socket and the truth, the others show what it tells
 * and hand it their commands. A message that is typed in a following tab is kept there too until the leader has it, and
 * whoever leads next goes on with all that is on its way.
 */
export function createSharedConversation(parts: SharedConversationDeps) {
  const { clock, conversation, signals } = parts;
  /** `unknown`: no leader has been heard of yet. */
  let role: 'unknown' | 'leader' | 'follower' = 'unknown';
  /** Typed here, and not yet seen in the leader's state. */
  let unseen: SendCommand[] = [];
  /** Handed to the leader, which has not answered yet. */
  let unanswered: Command[] = [];
  let lastNotice = signals.notice.peek();
  /** Somebody listens. */
  let hasFollowers = false;
  let isTelling = false;
  const telling = createThrottle(clock, tellNow);
  let stopWaiting = () => {};

  const tabs = createTabs(
    { name: tabsChannel(parts.flowId), locks: parts.locks, openChannel: parts.openChannel },
    {
      onLead() {
        role = 'leader';
        stopWaiting();
        unseen = [];
        batch(() => {
          conversation.activate();
          for (const command of unanswered.splice(0)) execute(command);
        });
        tellNow(true);
      },
      onFollow() {
        role = 'follower';
        unseen = unsent();
        conversation.deactivate();
        tabs.post({ type: 'hello' } satisfies TabMessage);
      },
      onMessage(data) {
        const message = tabMessage.safeParse(data).data;
        if (message !== undefined) batch(() => onMessage(message));
      },
    },
  );

  function onMessage(message: TabMessage): void {
    if (message.type === 'open') {
      signals.open.value = message.isOpen;
    } else if (message.type === 'state') {
      if (role !== 'leader') follow(message);
    } else if (role === 'leader') {
      hasFollowers = true;
      if (message.type === 'command') execute(message.command);
      tell();
    }
  }

  function follow(state: TabState): void {
    role = 'follower';
    stopWaiting();
    unanswered = [];
    if (state.isNew) tabs.post({ type: 'hello' } satisfies TabMessage);
    // A tab that was not started, or asks for the lead on its own, goes on with that.
    if (state.phase === 'idle' || (state.phase === 'asking-lead' && signals.phase.peek() !== 'chatting')) return;
    const known = new Set(signals.messages.peek().map(({ id }) => id));
    const wasEmpty = signals.phase.peek() !== 'chatting';
    conversation.mirror(state.conversation);
    signals.phase.value = state.phase;
    signals.connection.value = state.connection;
    signals.awaitingAnswer.value = state.awaitingAnswer;
    if (state.notice !== lastNotice) signals.notice.value = state.notice;
    lastNotice = state.notice;
    unseen = unseen.filter(({ message }) => !state.conversation.messages.some(({ id }) => id === message.id));
    for (const command of unseen) {
      execute(command);
      post(command);
    }
    if (parts.isVisible() && state.conversation.unread > 0) run({ name: 'seen' });
    if (wasEmpty) return;
    for (const message of state.conversation.messages) {
      if (message.from === 'agent' && !known.has(message.id)) parts.onReceived(message);
    }
  }

  function execute(command: Command): void {
    switch (command.name) {
      case 'send':
        // What was written in another conversation stays out of this one.
        if (command.session === null || command.session === conversation.session) conversation.send(command.message);
        else conversation.reject(command.message);
        return;
      case 'retry':
        conversation.retry(command.id);
        return;
      case 'begin':
        conversation.begin(command.session, command.lead);
        return;
      case 'lead':
        conversation.noteLead(command.lead);
        return;
      case 'renew':
        conversation.renew(command.asks);
        return;
      case 'end':
        conversation.end('forgotten');
        return;
      case 'seen':
        signals.unread.value = 0;
        return;
      default:
        command satisfies never;
    }
  }

  function post(command: Command): void {
    tabs.post({ type: 'command', command } satisfies TabMessage);
    if (role !== 'follower') return;
    unanswered.push(command);
    stopWaiting();
    stopWaiting = clock.after(answerMs, tabs.steal);
  }

  /** Once for all changes of a moment. */
  function tell(): void {
    if (isTelling || role !== 'leader' || !hasFollowers) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      if (role === 'leader') telling.soon();
    });
  }

  function tellNow(isNew = false): void {
    if (role !== 'leader') return;
    tabs.post({
      type: 'state',
      isNew,
      phase: signals.phase.peek(),
      connection: signals.connection.peek(),
      awaitingAnswer: signals.awaitingAnswer.peek(),
      notice: signals.notice.peek(),
      conversation: conversation.state,
    } satisfies TabMessage);
  }

  /** Does it here, or has it done by the tab that leads. */
  function run(command: Command): void {
    if (command.name === 'send' && role !== 'leader') unseen.push(command);
    // What is typed is shown at once; with no leader heard of yet, this tab may be it.
    if (role !== 'follower' || command.name === 'send' || command.name === 'seen') execute(command);
    if (role === 'leader') tell();
    else post(command);
  }

  function unsent(): SendCommand[] {
    const { messages, outbox, session } = conversation.state;
    const onTheirWay = new Set(outbox.map(({ id }) => id));
    const found = messages.filter(({ id }) => onTheirWay.has(id));
    return found.map((message) => ({ name: 'send', message, session }));
  }

  return {
    get leads() {
      return role === 'leader';
    },
    join() {
      unseen = unsent();
      tabs.join();
      if (role !== 'unknown') return;
      tabs.post({ type: 'hello' } satisfies TabMessage);
      stopWaiting = clock.after(answerMs, tabs.steal);
    },
    /** For now or for ever; join() comes back. */
    leave() {
      stopWaiting();
      telling.stop();
      tellNow();
      parts.keepNow();
      // Should the others not have heard of something, they are told on coming back.
      unseen = unsent();
      role = 'unknown';
      conversation.deactivate();
      tabs.leave();
    },
    run,
    tell,
    /** Opens or closes the chat in the other tabs too. */
    tellOpen(isOpen: boolean) {
      tabs.post({ type: 'open', isOpen } satisfies TabMessage);
    },
  };
}
