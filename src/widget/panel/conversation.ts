/*
 * What follows behind the first screen, while the visitor types, in one request: what connects the chat, what shows its messages, and
 * what is in the menu.
 */
export { createWebSocketConnection } from '../../core/index.ts';
export { conversationStyles, Log, MenuContent, prepareTimes } from '../ui/index.ts';
