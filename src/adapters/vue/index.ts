export type { WidgetOptions } from '../../options/index.ts';
export type { Widget, WidgetEvents, WidgetState } from '../../widget/launcher/index.ts';
export { LeadChat, type LeadChatComponent, type LeadChatProps } from './lead-chat.ts';
export { leadChat } from './plugin.ts';
export { type LeadChatComposable, useLeadChat } from './use-lead-chat.ts';
