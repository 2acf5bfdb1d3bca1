import type { WidgetOptions } from './options/index.ts';
import { createWidget, type Widget } from './shell/index.ts';

export type { ChatMessage } from './chat/index.ts';
export type { ResolvedOptions, Trigger, WidgetOptions } from './options/index.ts';
export type { Widget, WidgetEvents, WidgetState } from './shell/index.ts';

/**
 * Puts a chat into the page: the bubble at once, everything else when somebody wants it.
 *
 * @example
 * const widget = init({ proxyUrl: 'https://chat.example.com' });
 * widget.on('lead:accepted', () => console.log('a lead'));
 */
export function init(options: WidgetOptions): Widget {
  return createWidget({ given: { ...options } }, { loadPanel: () => import('./panel.ts') });
}
