import type { WidgetOptions } from './options/index.ts';
import { createWidget, type Widget } from './widget/launcher/index.ts';
import { loadPanel } from './widget/load-panel.ts';

export type { ChatMessage, FormFieldInput } from './core/index.ts';
export type { ResolvedOptions, Trigger, WidgetOptions } from './options/index.ts';
export type { LeadChatGlobal, Widget, WidgetEvents, WidgetState } from './widget/launcher/index.ts';

/**
 * Puts a chat into the page: the bubble at once, everything else when somebody wants it.
 *
 * @example
 * const widget = init({ proxyUrl: 'https://chat.example.com' });
 * widget.on('lead:accepted', () => console.log('a lead'));
 */
export function init(options: WidgetOptions): Widget {
  return createWidget({ overrides: { ...options } }, { loadPanel });
}
