import { tabsChannel } from '../../options/index.ts';
import { isOpenHere } from '../state/chat-state.ts';
import { isAboutVisitor, isShared, type TabEvent, type TabSnapshot } from '../state/event.ts';
import { lastEventId, ownPending, toSnapshot, visitorOf } from '../state/reduce-tabs.ts';
import type { Change } from '../state/store.ts';
import type { ChatContext } from './chat-context.ts';
import { followPlace } from './say-visible.ts';
import { createTabLock } from './tab-lock.ts';
import { createTabPresence, type PresenceMessage } from './tab-presence.ts';
import { createThrottle } from './throttle.ts';
import type { VisitStorage } from './visit-storage.ts';

/** A message between tabs. */
type TabMessage =
  /** A tab joined and asks for the state. */
  | { type: 'hello' }
  /** From the leading tab, after each change. `isNew`: its first one. Followers respond, so the leader knows of them. */
  | ({ type: 'state'; isNew: boolean } & TabSnapshot)
  | ({ type: 'event' } & TabEvent)
  /** Tabs of earlier builds do not read it. */
  | PresenceMessage;

/** How often the state is posted in a burst of changes: a long conversation takes long to copy. */
const broadcastMs = 100;

/**
 * Exchanges events with the other tabs of the site. Each posts what happens in it; the leading one, which has the socket, also posts
 * the state that comes of it. Returns the function that stops it.
 */
export function exchangeTabMessages(context: ChatContext, storage: Pick<VisitStorage, 'load'>): () => void {
  const { store, options, clock, locks, openChannel } = context;
  const { state, dispatch } = store;
  let hasFollowers = false;
  const broadcasts = createThrottle(clock, broadcastMs, () => postState(false));
  let isBroadcastDue = false;
  const lockOptions = { name: tabsChannel(options.flowId), locks, openChannel };
  const tabs = createTabLock(lockOptions, {
    onBecomeLeader: takeTheLead,
    onBecomeFollower: () => dispatch({ type: 'became-follower' }),
    onMessage(data) {
      if (isTabMessage(data)) receive(data);
    },
  });

  const presence = createTabPresence(context, post);

  const isLeader = () => state.peek().tab.role === 'leader';

  /** The last leader may have been killed before it said which session the service had named: it had stored it. */
  function takeTheLead(): void {
    const { phase, session } = state.peek().conversation;
    const stored = phase === 'chatting' && session.id === null ? storage.load().conversation : undefined;
    dispatch({ type: 'became-leader', stored });
  }

  function post(message: TabMessage): void {
    tabs.post(message);
  }

  function postState(isNew: boolean, current = state.peek()): void {
    post({ type: 'state', isNew, ...toSnapshot(current) });
  }

  /** Once for all changes of the current task, after them. */
  function scheduleBroadcast(): void {
    if (isBroadcastDue) return;
    isBroadcastDue = true;
    queueMicrotask(() => {
      if (isBroadcastDue) broadcasts.schedule();
      isBroadcastDue = false;
    });
  }

  function cancelBroadcast(): void {
    isBroadcastDue = false;
    broadcasts.cancel();
  }

  function receive(message: TabMessage): void {
    if (message.type === 'state') {
      hearWhoIsGone(message);
      dispatch({ ...message, type: 'leader-state-received' });
      return;
    }
    if (message.type === 'presence') {
      presence.hear(message);
      return;
    }
    if (message.type === 'event') {
      followPlace(context);
      dispatch({ type: 'tab-event-received', tabEvent: message });
    }
    if (!isLeader()) return;
    hasFollowers = true;
    scheduleBroadcast();
  }

  function onChange({ before, after, event }: Change): void {
    // Before start(), and while the page is left, this tab does not take part, but the visitor is the same.
    const isPosted = isShared(event) && (after.tab.role !== 'away' || isAboutVisitor(event));
    if (isPosted && after.tab.eventCount > before.tab.eventCount) {
      post({ type: 'event', id: lastEventId(after.tab), event, visitor: visitorOf(before) });
    }
    switch (event.type) {
      case 'started':
      case 'page-returned':
        join();
        return;
      case 'page-left':
        cancelBroadcast();
        if (before.tab.role === 'leader') postState(false, before);
        leave();
        return;
      case 'forgotten':
        if (after.tab.role === 'away') {
          cancelBroadcast();
          leave();
        }
        return;
      case 'presence-changed':
        if (event.tab === after.tab.id && after !== before && after.tab.role !== 'away') presence.follow();
        return;
      case 'became-leader':
        postState(true, after);
        return;
      case 'became-follower':
        // Another tab took the lock while this one was frozen, so it knows nothing of what happened here.
        cancelBroadcast();
        post({ type: 'hello' });
        postPending();
        presence.unwatch();
        presence.follow();
        return;
      case 'leader-state-received':
        if (!isLeader()) greet(event.isNew, before.tab.role !== 'follower');
        return;
      case 'message-sent':
        // A tab that takes over must know how often it was sent, also at the end of a burst.
        broadcasts.cancel();
        break;
      case 'time-passed':
        // The leader has not responded: the browser has frozen it while it holds the lock.
        if (before.tab.responseDueAt !== null && after.tab.responseDueAt === null) tabs.steal();
    }
    if (isLeader() && hasFollowers && after.conversation !== before.conversation) scheduleBroadcast();
  }

  function join(): void {
    tabs.join();
    if (!isLeader()) post({ type: 'hello' });
  }

  /** The leading tab may have heard of it first, from the browser: what only this tab knows of the visitor goes, too. */
  function hearWhoIsGone({ conversation }: TabSnapshot): void {
    const { visitors = [] } = conversation;
    const [visitor, id] = [visitorOf(state.peek()), visitors.at(-1)];
    if (isLeader() || visitor === undefined || id === undefined || !visitors.slice(0, -1).includes(visitor)) return;
    // Who has heard of it first has deleted what all tabs share.
    const event = { type: 'forgotten', stamp: { id, at: 0 } } as const;
    dispatch({ type: 'tab-event-received', tabEvent: { id, event } });
  }

  function leave(): void {
    presence.leave();
    tabs.leave();
  }

  /** Responds to the leader. A new one may have missed what this tab has posted. */
  function greet(isNewLeader: boolean, isFirst: boolean): void {
    if (isNewLeader) post({ type: 'hello' });
    if (isNewLeader || isFirst) {
      postPending();
      presence.follow();
    }
    if (isOpenHere(state.peek()) && state.peek().conversation.unread > 0) dispatch({ type: 'messages-seen' });
  }

  function postPending(): void {
    for (const pending of ownPending(state.peek().tab)) post({ type: 'event', ...pending });
  }

  const unsubscribe = store.subscribe(onChange);
  return () => {
    unsubscribe();
    cancelBroadcast();
    leave();
  };
}

/** Looks no further: the name of the channel contains its version, so a tab of this version has posted it. */
function isTabMessage(data: unknown): data is TabMessage {
  return ['hello', 'state', 'event', 'presence'].includes(Object(data).type);
}
