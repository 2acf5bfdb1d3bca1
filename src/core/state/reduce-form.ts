import { type ChatState, withConversation } from './chat-state.ts';
import { type FormPlacement, noDraft } from './conversation.ts';
import type { FormEvent } from './event.ts';
import { startConversation } from './reduce-session.ts';

/** What the visitor does with the form: before the chat, and as a part of the conversation. */
export function reduceForm(state: ChatState, event: FormEvent): ChatState {
  const { form, draft } = state.conversation;
  switch (event.type) {
    case 'form-skipped':
      return startConversation(state, null, null);
    case 'form-shown': {
      if (form.status === 'shown' || !canShowForm(state)) return state;
      return withConversation(state, { form: { status: 'shown', afterId: event.afterId, wasShown: true } });
    }
    case 'form-dismissed':
      return form.status === 'shown' ? putFormAway(state) : state;
    case 'form-edited': {
      const { country = draft.country, step = draft.step } = event;
      const values = { ...draft.values, ...event.values };
      const chosen = { ...(country !== undefined && { country }), ...(step !== undefined && { step }) };
      return withConversation(state, { draft: { values, ...chosen } });
    }
  }
}

/** Whether the form can be a part of the conversation: a visitor whose lead is known is not asked again. */
export function canShowForm(state: ChatState): boolean {
  const { phase, session } = state.conversation;
  return phase === 'chatting' && hasNoLead(state) && session.isAnonymous;
}

/** Whether no lead of the visitor is sent, waits, or was accepted. */
export function hasNoLead({ leadProgress: { status }, outdatedLeads, conversation: { lead } }: ChatState): boolean {
  return (status === 'none' || status === 'refused') && outdatedLeads.length === 0 && lead === null;
}

/** The conversation without the form. What was typed stays. */
export function putFormAway(state: ChatState): ChatState {
  return withForm(state, 'hidden');
}

/** The form was sent, so it contains nothing that is not sent yet. */
export function withSentForm(state: ChatState): ChatState {
  const sent = state.conversation.form.status === 'shown' ? withForm(state, 'sent') : state;
  return withConversation(sent, { draft: noDraft });
}

/** The lead that the form was thanked for has failed after all. */
export function withoutThanks(state: ChatState): ChatState {
  return state.conversation.form.status === 'sent' ? withForm(state, 'hidden') : state;
}

function withForm(state: ChatState, status: FormPlacement['status']): ChatState {
  return withConversation(state, { form: { ...state.conversation.form, status } });
}
