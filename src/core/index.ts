export { chatEventNames } from '../options/index.ts';
export type { FieldValue, FormConsent, FormConsentInput, FormField, FormFieldInput } from '../protocol/index.ts';
export type { Chat, ChatState } from './chat.ts';
export type { ConnectionStatus } from './connection/connection.ts';
export type { Notice, Phase } from './conversation/conversation-signals.ts';
export type { ChatError, ChatEvents } from './conversation/events.ts';
export { type ChatMessage, type Delivery, maxMessageLength, type Owner } from './conversation/message.ts';
export type { Consent } from './conversation/session-store.ts';
export { createCore } from './create-core.ts';
export { type CoreOptions, createCoreWith, loadLeadsModule } from './create-core-with.ts';
export type { Environment } from './environment.ts';
export { type Attribution, cleanUrl, landingUrl, readAttribution, readEarlierPages } from './leads/attribution.ts';
export type { CallbackState } from './leads/callback.ts';
export type {
  CaptchaProof,
  FieldProblem,
  LeadForm,
  LeadSubmission,
  SignedVisitorState,
  SubmissionExtra,
} from './leads/lead-form-model.ts';
export type { LeadState } from './leads/lead-signals.ts';
export type { ConsentAnswer } from './leads/outdated-leads.ts';
