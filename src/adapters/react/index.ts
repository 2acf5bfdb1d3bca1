'use client';

export type { WidgetOptions } from '../../options/index.ts';
export type { Widget, WidgetEvents, WidgetState } from '../../widget/launcher/index.ts';
export type { LeadChatElementProps } from './jsx.ts';
export { LeadChat, type LeadChatProps } from './lead-chat.ts';
export { type LeadChatHook, useLeadChat } from './use-lead-chat.ts';
