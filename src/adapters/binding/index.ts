export { type Binding, bindWidget } from './bind-widget.ts';
export { callbackName, type EventCallbacks } from './event-callbacks.ts';
export {
  idleState,
  type LeadChatCalls,
  type LeadChatState,
  pageWidget,
  type RegisteredWidget,
} from './widget-registry.ts';
