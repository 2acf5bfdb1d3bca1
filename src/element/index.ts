export { LeadChatElement } from './lead-chat-element.ts';
