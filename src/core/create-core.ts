import type { Chat } from './chat.ts';
import { createWebSocketConnection } from './connection/web-socket-connection.ts';
import { type CoreOptions, createCoreWith } from './create-core-with.ts';
import { createGateway, createLeads, reduceCall } from './leads/create-leads.ts';

/**
 * A chat without a user interface. It requests and stores nothing before start().
 *
 * @example
 * const chat = createCore({ flowId, wssUrl });
 * chat.on('message:received', ({ message }) => console.log(message.text));
 * chat.start();
 * chat.sendMessage('Hello');
 */
export function createCore(options: CoreOptions): Chat {
  return createCoreWith(options, { createGateway, createLeads, reduceCall }, createWebSocketConnection);
}
