// Only a chat with leads has a call-back.
export { CallbackStatus } from '../callback/CallbackStatus.tsx';
export { ConsentAgain } from './ConsentAgain.tsx';
export { ConversationForm } from './ConversationForm.tsx';
export { LeadForm } from './LeadForm.tsx';
export { Thanks } from './Thanks.tsx';
