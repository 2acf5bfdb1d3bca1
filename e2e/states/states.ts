import { chatStates } from './chat-states.ts';
import { conversationFormStates } from './conversation-form-states.ts';
import type { DesignedState } from './designed-state.ts';
import { environmentStates } from './environment-states.ts';
import { formStates } from './form-states.ts';
import { troubleStates } from './trouble-states.ts';

/** All designed states of the widget, for pictures and for checks that go through every state. */
export const states: readonly DesignedState[] = [
  ...formStates,
  ...chatStates,
  ...conversationFormStates,
  ...troubleStates,
  ...environmentStates,
];
