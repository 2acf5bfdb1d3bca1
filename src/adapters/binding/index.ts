export { type Binding, bindWidget } from './bind-widget.ts';
export { callbackName, type EventCallbacks, eventNames } from './event-names.ts';
export {
  idleState,
  type LeadChatCalls,
  type LeadChatState,
  pageWidget,
  type RegisteredWidget,
} from './widget-registry.ts';
