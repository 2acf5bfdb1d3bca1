export { type Binding, bindWidget } from './bind-widget.ts';
export { callbackName, type EventCallbacks, eventNames } from './event-names.ts';
export { idleState, type LeadChatCalls, type LeadChatState, type PageWidget, pageWidget } from './widget-registry.ts';
