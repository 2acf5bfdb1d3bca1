import type { AgentScriptInput } from './script.ts';

const callButtons = '[Call me now](leadchat:call) [Choose a time](leadchat:call-later)';

/**
 * The agent of the demo. It uses each of the four buttons, `leadchat:…`, where people would: a choice to answer with, a number
 * to leave, a call now or later. A button that can do nothing, such as a call in a chat without a form, is not shown.
 */
export const defaultScript: AgentScriptInput = {
  name: 'Nora',
  greeting: {
    known: 'Hi {first_name}, good to have you here! What can we do for you?',
    unknown: 'Hi there, good to have you here! What can we do for you?',
  },
  questions: ['Thank you. When would suit you best?', 'And is there anything we should know beforehand?'],
  answers: [
    { when: ['price', 'prices', 'cost', 'costs', 'how much'], say: 'A first appointment is 60 dollars, all included.' },
    { when: ['open', 'opening hours', 'hours'], say: 'We are open Monday to Friday, 8 am to 6 pm.' },
    { when: ['where', 'address', 'parking'], say: 'You find us at 12 Harbour Street; parking is behind the house.' },
    {
      when: ['appointment', 'book', 'booking', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      say: 'Happy to find you a time, {first_name|of course}. Would a morning or an afternoon be better?\n\n[A morning](leadchat:say?text=A morning, please.) [An afternoon](leadchat:say?text=An afternoon, please.)',
    },
    {
      when: ['morning', 'afternoon', 'evening'],
      say: 'Noted. We will confirm the exact time at {phone|your number}.\n\n[Leave my number](leadchat:form)',
    },
    {
      when: ['call me', 'call you', 'a call', 'phone call'],
      say: `Gladly! When would you like us to call?\n\n${callButtons} [Not now](leadchat:say?text=Let us go on here.)`,
    },
    {
      when: ['human', 'person', 'somebody'],
      say: 'A colleague will read this and answer you here. If it cannot wait, let us talk.\n\n[Call me now](leadchat:call)',
    },
    { when: ['thanks', 'thank you'], say: 'You are welcome, {first_name|any time}!' },
    { when: ['bye', 'goodbye'], say: 'Goodbye {first_name|for now}, and see you soon!' },
    { when: ['hello', 'hi', 'hey'], say: 'Hello {first_name|there}! How can we help?' },
  ],
  call: {
    offer: 'Would you like us to call you back?',
    yes: ['yes', 'yes please', 'sure', 'please', 'ok', 'okay'],
    accepted: `Gladly! When shall we ring you at {phone|your number}?\n\n${callButtons}`,
    no: ['no', 'not now', 'rather not', 'no thanks'],
    declined: 'No problem, we go on right here.',
  },
  otherwise: ['Thank you, we have noted that down.', 'Understood. Is there anything else?'],
};
