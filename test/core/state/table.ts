import { reduceCall } from '../../../src/core/leads/reduce-call.ts';
import { type ChatState, initialState } from '../../../src/core/state/chat-state.ts';
import type { Conversation } from '../../../src/core/state/conversation.ts';
import type { StateEvent } from '../../../src/core/state/event.ts';
import { askedConsent, type LeadState, toLeadState } from '../../../src/core/state/lead.ts';
import type { ChatMessage } from '../../../src/core/state/message.ts';
import { createReduce } from '../../../src/core/state/reduce.ts';

/** The time of every event, unless a test moves on. */
export const now = 1_700_000_000_000;

const reduce = createReduce(reduceCall);

/** What may be stored where, unless a page says something else. */
export const granted = { storage: 'local', storageConsent: 'granted' } as const;

/** Applies the events one after the other, all at the same time. */
export function applied(state: ChatState, ...events: StateEvent[]): ChatState {
  return events.reduce((current, event) => reduce(current, event, now), state);
}

/** Applies one event at another time. */
export function appliedAt(state: ChatState, time: number, event: StateEvent): ChatState {
  return reduce(state, event, time);
}

export const nothingStored = {
  conversation: undefined,
  thanks: undefined,
  call: undefined,
  form: undefined,
  typedText: undefined,
};

/** A tab that has just been opened: nothing is stored, and it has no form. */
export function started(overrides: Partial<ChatState> = {}, tabId = 'tab'): ChatState {
  const state = { ...initialState(tabId, granted), ...overrides };
  return applied(state, { type: 'started', stored: nothingStored, formOrder: 'none', hasQueuedLead: false });
}

/** The tab with the socket, in a conversation that the service has confirmed. */
export function leading(changes: Partial<Conversation> = {}): ChatState {
  const state = applied(
    started({}, 'leader'),
    { type: 'became-leader' },
    { type: 'socket-opened' },
    { type: 'frames-received', frames: [{ type: 'session', id: 's', session_id: 'webchat-session.one' }] },
  );
  const ready = reduce(state, { type: 'time-passed', deadline: now + 50 }, now + 50);
  return { ...ready, conversation: { ...ready.conversation, ...changes } };
}

/** A tab that follows another one. */
export function following(changes: Partial<Conversation> = {}): ChatState {
  const { conversation } = leading(changes);
  return applied(started(), { type: 'leader-state-received', isNew: true, conversation });
}

/** What the visitor sees of the form in the conversation, with what was typed. */
export function formOf({ conversation: { form, draft } }: ChatState): string {
  return [form.status, ...Object.values(draft.values)].join(' ');
}

export function written(id: string, session: string | null = null): Extract<StateEvent, { type: 'message-written' }> {
  return { type: 'message-written', message: visitorMessage(id), session };
}

export function visitorMessage(id: string, delivery: ChatMessage['delivery'] = 'queued'): ChatMessage {
  return { id, from: 'visitor', text: id, at: now, delivery };
}

export function frame(id: string): StateEvent {
  return { type: 'frames-received', frames: [{ type: 'message', id, content: id }] };
}

/** The lead as the visitor sees it. */
export function shownLead({ leadProgress, conversation, outdatedLeads }: ChatState): LeadState {
  return toLeadState(leadProgress, conversation.lead?.id ?? null, askedConsent(outdatedLeads)?.consent);
}

/** What the visitor sees of the messages: their text, and how far the visitor's own are. */
export function shown({ conversation }: ChatState): string {
  return [...conversation.messages, ...conversation.outbox]
    .map(({ text, delivery }) => (delivery ? `${text}:${delivery}` : text))
    .join(' ');
}
