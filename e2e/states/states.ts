import { chatStates } from './chat-states.ts';
import type { DesignedState } from './designed-state.ts';
import { environmentStates } from './environment-states.ts';
import { formStates } from './form-states.ts';

/** Every state of the widget that was designed: for pictures, and for checks that hold in all of them. */
export const states: readonly DesignedState[] = [...formStates, ...chatStates, ...environmentStates];
