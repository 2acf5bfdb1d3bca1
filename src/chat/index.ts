export type { CallbackState, Chat, ChatState, Consent, LeadState, Notice, Phase } from './chat.ts';
export { type ChatOptions, type ChatParts, createChat } from './create-chat.ts';
export { type ChatError, type ChatEvents, chatEventNames } from './events.ts';
export type {
  CaptchaProof,
  FieldProblem,
  FieldValue,
  LeadForm,
  LeadSubmission,
  ReadPhone,
  SubmissionExtra,
} from './lead-form.ts';
export type { CreateLeadSide, LeadFormOptions, LeadSide, LeadSideParts } from './lead-side.ts';
export { type Author, type ChatMessage, type Delivery, maxMessageLength, type Owner } from './message.ts';
export type { StorageArea } from './session-store.ts';
export type { Channel, Locks } from './tabs.ts';
