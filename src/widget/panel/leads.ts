/*
 * What a chat with leads needs, in one request: what shows the form, what sends it, and where a lead comes from.
 */
export { createGateway, createLeads, reduceCall } from '../../core/index.ts';
export { CallbackStatus, ConsentAgain, ConversationForm, LeadForm, Thanks } from '../ui/index.ts';
export { readLeadOrigin } from './lead-origin.ts';
