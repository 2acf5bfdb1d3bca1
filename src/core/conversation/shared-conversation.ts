import { batch } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import { tabsChannel } from '../../options/index.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationSignals } from './conversation-signals.ts';
import {
  type CallReference,
  fromShared,
  type LeadReference,
  type LeadSession,
  type SessionTarget,
  toShared,
} from './conversation-state.ts';
import type { ChatMessage } from './message.ts';
import { createPendingCommands } from './pending-commands.ts';
import { type Command, type TabMessage, type TabState, tabMessage } from './tab-message.ts';
import { createTabs, type TabsDeps } from './tabs.ts';
import { createDeferredThrottle } from './throttle.ts';

export type SharedConversationDeps = Omit<TabsDeps, 'name'> & {
  flowId: string;
  clock: Clock;
  signals: ConversationSignals;
  conversation: Conversation;
  isVisible(): boolean;
  /** Stores the conversation now, because the tab may be gone afterwards. */
  persistNow(): void;
  /** Called for a message from the service that came through the leading tab. */
  onReceived(message: ChatMessage): void;
  /** Called when the visitor requested or cancelled a call in another tab. */
  onCall(call: CallReference): void;
};

/** `joining`: this tab does not know a leader yet. */
type Role = 'joining' | 'leader' | 'follower';

/**
 * One conversation for all tabs of a site. The leading tab has the socket; the others show its state and post their
 * commands to it. A message that is written in a follower stays pending there until the leader has it. The next leader
 * continues with all messages that are not confirmed.
 */
export function createSharedConversation(deps: SharedConversationDeps) {
  const { clock, conversation, signals } = deps;
  let role: Role = 'joining';
  let hasFollowers = false;
  let lastNotice = signals.notice.peek();
  const pending = createPendingCommands(clock, () => tabs.steal());
  const broadcasts = createDeferredThrottle(clock, broadcastNow);
  const tabs = createTabs(
    { name: tabsChannel(deps.flowId), locks: deps.locks, openChannel: deps.openChannel },
    {
      onBecomeLeader,
      onBecomeFollower() {
        role = 'follower';
        pending.keepUnsent(conversation.state);
        conversation.deactivate();
        post({ type: 'hello' });
      },
      onMessage(data) {
        const message = tabMessage.safeParse(data).data;
        if (message !== undefined) batch(() => onMessage(message));
      },
    },
  );

  function post(message: TabMessage): void {
    tabs.post(message);
  }

  function onBecomeLeader(): void {
    role = 'leader';
    batch(() => {
      conversation.activate();
      for (const command of pending.takeUnanswered()) execute(command);
    });
    broadcastNow(true);
  }

  function onMessage(message: TabMessage): void {
    if (message.type === 'open') {
      signals.open.value = message.isOpen;
    } else if (message.type === 'call') {
      deps.onCall({ id: message.id, token: message.token });
    } else if (message.type === 'state') {
      if (role !== 'leader') follow(message);
    } else if (role === 'leader') {
      hasFollowers = true;
      if (message.type === 'command') execute(message.command);
      broadcast();
    }
  }

  function follow(tabState: TabState): void {
    role = 'follower';
    pending.onLeaderResponse();
    if (tabState.isNew) post({ type: 'hello' });
    const wasChatting = signals.phase.peek() === 'chatting';
    // A leader that is idle, or that asks for the lead while this tab has no chat, has nothing for this tab to show.
    if (tabState.phase === 'idle' || (tabState.phase === 'asking-lead' && !wasChatting)) return;
    const state = fromShared(tabState.conversation);
    const known = new Set(signals.messages.peek().map(({ id }) => id));
    signals.phase.value = tabState.phase;
    conversation.applyRemoteState(state);
    signals.connection.value = tabState.connection;
    signals.awaitingAnswer.value = tabState.awaitingAnswer;
    if (tabState.notice !== lastNotice) signals.notice.value = tabState.notice;
    lastNotice = tabState.notice;
    for (const command of pending.takeUnseen(state)) {
      execute(command);
      postCommand(command);
    }
    if (deps.isVisible() && state.unread > 0) run({ name: 'seen' });
    if (!wasChatting) return;
    for (const message of state.messages) {
      if (message.from === 'agent' && !known.has(message.id)) deps.onReceived(message);
    }
  }

  function execute(command: Command): void {
    switch (command.name) {
      case 'send':
        // A message that was written in another conversation must not be sent in this one.
        if (command.session === null || command.session === conversation.session) conversation.send(command.message);
        else conversation.reject(command.message);
        return;
      case 'retry':
        conversation.retry(command.id);
        return;
      case 'begin':
        conversation.begin(readSession(command), readLead(command));
        return;
      case 'lead':
        conversation.setLead(readLead(command));
        return;
      case 'thank':
        conversation.thank(readLead(command));
        return;
      case 'renew':
        conversation.startNewConversation(command.asks);
        return;
      case 'resume':
        conversation.resume(fromShared(command.conversation));
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

  function postCommand(command: Command): void {
    post({ type: 'command', command });
    if (role === 'follower') pending.posted(command);
  }

  /** Sends the state to the other tabs, once for all changes of the current task. */
  function broadcast(): void {
    if (role === 'leader' && hasFollowers) broadcasts.schedule();
  }

  function broadcastNow(isNew = false): void {
    if (role !== 'leader') return;
    post({
      type: 'state',
      isNew,
      phase: signals.phase.peek(),
      connection: signals.connection.peek(),
      awaitingAnswer: signals.awaitingAnswer.peek(),
      notice: signals.notice.peek(),
      conversation: toShared(conversation.state),
    });
  }

  /** Executes the command here, or has the leading tab execute it. */
  function run(command: Command): void {
    if (command.name === 'send' && role !== 'leader') pending.written(command);
    // A follower shows a typed message at once. Without a leader, this tab executes everything: it may become the leader.
    if (role !== 'follower' || command.name === 'send' || command.name === 'seen') execute(command);
    if (role === 'leader') broadcast();
    else postCommand(command);
  }

  return {
    get isLeader() {
      return role === 'leader';
    },
    join() {
      pending.keepUnsent(conversation.state);
      tabs.join();
      if (role !== 'joining') return;
      post({ type: 'hello' });
      pending.waitForLeader();
    },
    /** Leaves the other tabs, possibly for good. join() comes back. */
    leave() {
      pending.stop();
      broadcasts.cancel();
      broadcastNow();
      deps.persistNow();
      // After the next join(), messages that the others may have missed are posted again.
      pending.keepUnsent(conversation.state);
      role = 'joining';
      conversation.deactivate();
      tabs.leave();
    },
    run,
    broadcast,
    /** Opens or closes the chat in the other tabs too. */
    broadcastOpen: (isOpen: boolean) => post({ type: 'open', isOpen }),
    broadcastCall: ({ id, token }: CallReference) => post({ type: 'call', id, token }),
  };
}
export type SharedConversation = ReturnType<typeof createSharedConversation>;

function readSession({ session, target }: { session: string | null; target: SessionTarget }): LeadSession | null {
  return session === null ? null : { id: session, target };
}

function readLead({ lead, leadToken }: { lead: string | null; leadToken: string | null }): LeadReference | null {
  return lead === null ? null : { id: lead, token: leadToken };
}
