export { chatEventNames } from '../options/index.ts';
export type { ConnectionStatus } from './connection/connection.ts';
export type { CallbackState, Chat, ChatState, Consent, LeadState, Notice, Phase } from './conversation/chat.ts';
export type { ChatError, ChatEvents } from './conversation/events.ts';
export type {
  CaptchaProof,
  FieldProblem,
  FieldValue,
  LeadForm,
  LeadSubmission,
  SubmissionExtra,
} from './conversation/lead-form-model.ts';
export { type ChatMessage, type Delivery, maxMessageLength, type Owner } from './conversation/message.ts';
export { type CoreOptions, createCore } from './create-core.ts';
export type { Environment } from './environment.ts';
export { type Attribution, landingUrl, readAttribution } from './leads/attribution.ts';
