import { webSocketConnection } from './connection/web-socket-connection.ts';
import type { Chat } from './conversation/chat.ts';
import { assembleChat, type CoreOptions } from './create-core.ts';
import { createLead } from './leads/lead-endpoint.ts';

export type { ConnectionStatus } from './connection/connection.ts';
export { deferConnection } from './connection/defer-connection.ts';
export { type WebSocketConnectionDeps, webSocketConnection } from './connection/web-socket-connection.ts';
export type { CallbackState, Chat, ChatState, Consent, LeadState, Notice, Phase } from './conversation/chat.ts';
export { type ChatError, type ChatEvents, chatEventNames } from './conversation/events.ts';
export type {
  CaptchaProof,
  FieldProblem,
  FieldValue,
  LeadForm,
  LeadSubmission,
  SubmissionExtra,
} from './conversation/lead-form-model.ts';
export { type ChatMessage, type Delivery, maxMessageLength, type Owner } from './conversation/message.ts';
export { assembleChat, type ChatModules, type CoreOptions, type Environment } from './create-core.ts';
export { type Attribution, landingUrl, readAttribution } from './leads/attribution.ts';
export { createLead } from './leads/lead-endpoint.ts';
export { leadsWait } from './leads/pending-leads.ts';

/**
 * A chat with everything but a user interface. Nothing is requested or stored before its start().
 *
 * @example
 * const chat = createCore({ flowId, wssUrl });
 * chat.on('message:received', ({ message }) => console.log(message.text));
 * chat.start();
 * chat.sendMessage('Hello');
 */
export function createCore(options: CoreOptions): Chat {
  return assembleChat(options, { connect: webSocketConnection, createLead });
}
