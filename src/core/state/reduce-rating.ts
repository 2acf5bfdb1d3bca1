import { type ChatState, withConversation } from './chat-state.ts';
import type { Conversation, RatingQuestion } from './conversation.ts';
import type { RatingEvent } from './event.ts';
import { countAnswers } from './transcript.ts';

/** A visitor who has had fewer answers has nothing to rate. */
const minAnswers = 2;

/** The question how the conversation was. */
export function reduceRating(state: ChatState, event: RatingEvent): ChatState {
  const { rating } = state.conversation;
  switch (event.type) {
    case 'rating-asked':
      return canRate(state.conversation)
        ? withConversation(state, { rating: { key: event.key, status: 'asked', isAboutPrevious: false } })
        : state;
    case 'rating-answered':
      if (rating === null || (event.key ?? rating.key) !== rating.key) return state;
      // This conversation can be rated, too.
      return withConversation(state, { rating: rating.isAboutPrevious ? null : { ...rating, status: 'done' } });
    default:
      return event satisfies never;
  }
}

/** Whether the visitor can be asked how this conversation was: once, after some answers. */
export function canRate({ phase, rating, messages }: Conversation): boolean {
  // A question about the conversation before gives way.
  const isAsked = rating !== null && !rating.isAboutPrevious;
  return phase === 'chatting' && !isAsked && countAnswers(messages) >= minAnswers;
}

/** What a new conversation asks about the one before. */
export function questionAboutPrevious(key: string | undefined): RatingQuestion | null {
  return key === undefined ? null : { key, status: 'asked', isAboutPrevious: true };
}

/** What a conversation asks that the visitor has ended. */
export function endedRating(rating: RatingQuestion | null, key: string | undefined): RatingQuestion | null {
  return key === undefined ? rating : { key, status: 'asked', isAboutPrevious: false };
}

/** Of a conversation that the visitor returns to: the question about it was asked in the new one, or at its end. */
export function returnedRating({ phase, rating }: Conversation, earlier: Conversation): RatingQuestion | null {
  return rating !== null && (rating.isAboutPrevious || phase === 'ended')
    ? { ...rating, status: 'done', isAboutPrevious: false }
    : earlier.rating;
}
