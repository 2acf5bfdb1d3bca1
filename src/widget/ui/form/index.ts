// Loaded in one chunk, for a chat with a form. Only a chat with leads has a call-back.
export { CallbackStatus } from '../callback/CallbackStatus.tsx';
export { ConsentAgain } from './ConsentAgain.tsx';
export { ConversationForm } from './ConversationForm.tsx';
export { LeadForm } from './LeadForm.tsx';
// Must be loaded when the lead is sent, even if the network is gone by then.
export { Thanks } from './Thanks.tsx';
