export { type Binding, bindWidget, type PreviousWidget } from './bind-widget.ts';
export { serializeOptions } from './diff-options.ts';
export { callbackName, type EventCallbacks } from './event-callbacks.ts';
export { idleState, type LeadChatMethods, type LeadChatState, registryEntry } from './widget-registry.ts';
