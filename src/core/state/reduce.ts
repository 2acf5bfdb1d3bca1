import { type ChatState, isOpenHere, withConversation } from './chat-state.ts';
import type { StorageConsent } from './conversation.ts';
import { isPast } from './deadline.ts';
import type { CallEvent, SharedCallEvent, SharedEvent, StateEvent, TimePassed } from './event.ts';
import { markFailed } from './outbox.ts';
import { changePresence } from './presence.ts';
import { reduceConversation } from './reduce-conversation.ts';
import { reduceLead } from './reduce-lead.ts';
import { receiveSession } from './reduce-session.ts';
import {
  beginHandshake,
  dropSocket,
  markMessageSent,
  passSocketTime,
  receiveFrames,
  receiveUnknownFrame,
} from './reduce-socket.ts';
import { applyOwnEvent, applyTabEvent, becomeLeader, follow, leaveSocket, waitAgain } from './reduce-tabs.ts';
import { comeBack, resumeEarlier, start } from './start.ts';

export type Reduce = (state: ChatState, event: StateEvent, now: number) => ChatState;

/** The events of call-backs. Only a chat with leads has call-backs, so their reducer is loaded with the leads. */
export type ReduceCall = (state: ChatState, event: CallEvent | SharedCallEvent | TimePassed, now: number) => ChatState;

/** The state after an event. It is a pure function: the same state, event and time give the same result. */
export function createReduce(reduceCall: ReduceCall = (state) => state): Reduce {
  function reduceShared(state: ChatState, event: SharedEvent, now: number): ChatState {
    switch (event.type) {
      case 'visibility-changed':
        return state.isOpen === event.isOpen ? state : { ...state, isOpen: event.isOpen };
      case 'storage-consent-changed':
        return changeStorageConsent(state, event.storageConsent, now);
      case 'call-accepted':
      case 'call-cancelled':
        return reduceCall(state, event, now);
      case 'forgotten': {
        const forgotten = reduceConversation(state, event, now);
        return event.isReset && !isOpenHere(state) ? waitAgain(forgotten) : forgotten;
      }
      default:
        return reduceConversation(state, event, now);
    }
  }

  /** Clears the deadlines that have passed (deadline.ts), and does what follows. */
  function passTime(state: ChatState, event: TimePassed, now: number): ChatState {
    const { tab } = state;
    const isLeaderFrozen = isPast(tab.responseDueAt, now);
    const next = isLeaderFrozen ? { ...state, tab: { ...tab, responseDueAt: null } } : state;
    const passed = tab.role === 'follower' ? next : passSocketTime(next, now);
    return reduceCall(passed, event, now);
  }

  return (state, event, now) => {
    switch (event.type) {
      case 'started':
        return start(state, event, now);
      case 'storage-failed':
        return withConversation(state, { notice: state.conversation.notice ?? 'storage-unavailable' });
      case 'storage-switched':
        return { ...state, storage: event.storage };
      case 'storage-consent-heard':
        return changeStorageConsent(state, event.storageConsent, now);
      case 'text-typed':
        return { ...state, typedText: event.text };
      case 'page-left':
        return leaveSocket(state, 'away');
      case 'page-returned':
        return comeBack(state, event, now);
      case 'earlier-visit-found':
        return resumeEarlier(state, event, now);
      case 'time-passed':
        return passTime(state, event, Math.max(now, event.deadline));
      case 'became-leader':
        return becomeLeader(state, event.stored, now);
      case 'became-follower':
        return leaveSocket(state, 'follower');
      case 'presence-changed':
        return changePresence(state, event);
      case 'leader-state-received':
        return follow(state, event, now, reduceShared);
      case 'tab-event-received':
        return applyTabEvent(state, event.tabEvent, now, reduceShared);
      case 'connection-changed':
        return withConversation(state, { connection: event.status });
      case 'socket-opened':
        return beginHandshake(state, now);
      case 'frames-received':
        return receiveFrames(state, event.frames, now);
      case 'unknown-frame-received':
        return receiveUnknownFrame(state);
      case 'message-sent':
        return markMessageSent(state, event.id, now);
      case 'message-failed':
        return { ...state, conversation: markFailed(state.conversation, event.id) };
      case 'socket-dropped':
        return dropSocket(state, event.disconnect, now);
      case 'session-received':
        return receiveSession(state, event.request, event.session);
      case 'lead-submitted':
      case 'form-refused':
      case 'queued-lead-moved':
      case 'consent-outdated':
      case 'consent-loaded':
        return reduceLead(state, event, now);
      case 'call-requested':
      case 'call-failed':
      case 'call-polled':
      case 'call-cancelling':
      case 'call-cancel-failed':
        return reduceCall(state, event, now);
      default:
        return applyOwnEvent(state, event, now, reduceShared);
    }
  };
}

/** An answer of this tab that changes nothing here may be news to the others. */
function changeStorageConsent(state: ChatState, storageConsent: StorageConsent, now: number): ChatState {
  return state.storageConsent === storageConsent && state.storageConsentAnsweredAt !== null
    ? state
    : { ...state, storageConsent, storageConsentAnsweredAt: now };
}
