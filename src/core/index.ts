export { chatEventNames } from '../options/index.ts';
export type { FieldValue, FormConsent, FormConsentInput, FormField, FormFieldInput } from '../protocol/form.ts';
export type { FormStep } from '../protocol/form-steps.ts';
export type { Chat } from './chat.ts';
export type { ConnectionStatus } from './connection/connection.ts';
export { type Attempts, keepTrying } from './connection/keep-trying.ts';
export { createWebSocketConnection } from './connection/web-socket-connection.ts';
export { createCore } from './create-core.ts';
export { type CoreOptions, connectLate, createCoreWith, type LeadsModule } from './create-core-with.ts';
export type { ChatError, ChatEvents } from './effects/chat-events.ts';
export type { Environment } from './environment.ts';
export { type Attribution, landingUrl, readAttribution, readEarlierPages } from './leads/attribution.ts';
export { createGateway, createLeads, reduceCall } from './leads/create-leads.ts';
export type {
  CaptchaProof,
  FieldProblem,
  LeadFormState,
  LeadFormStep,
  LeadSubmission,
  SignedVisitorState,
  SubmissionExtra,
} from './leads/lead-form-state.ts';
export type { ConsentAnswer } from './leads/lead-requests.ts';
export type { ChatSignals } from './signals.ts';
export type { CallbackState } from './state/call.ts';
export type { Notice, Phase, StorageConsent } from './state/conversation.ts';
export type { LeadState } from './state/lead.ts';
export { type ChatMessage, type Delivery, maxMessageLength, type Owner } from './state/message.ts';
