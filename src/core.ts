import { assembleChat, type CoreOptions } from './assemble-chat.ts';
import type { Chat } from './chat/index.ts';
import { webSocketConnection } from './connection/index.ts';
import { createLead } from './lead/index.ts';

export type { CoreOptions, Environment } from './assemble-chat.ts';
export type {
  CallbackState,
  Chat,
  ChatError,
  ChatEvents,
  ChatMessage,
  ChatState,
  Consent,
  Delivery,
  FieldProblem,
  LeadForm,
  LeadState,
  LeadSubmission,
  Notice,
  Owner,
  Phase,
} from './chat/index.ts';
export type { ConnectionStatus } from './connection/index.ts';

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
