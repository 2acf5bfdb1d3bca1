export { LeadChatElement, type LeadChatElementOptions } from './lead-chat-element.ts';
