import type { WidgetEvents } from './widget-api.ts';

/** The widget's events as the page hears them: on the element, on everything around it, and on the window. */
export type WidgetDomEvents = {
  [Name in keyof WidgetEvents as `leadchat:${Name}`]: CustomEvent<WidgetEvents[Name]>;
};

declare global {
  interface GlobalEventHandlersEventMap extends WidgetDomEvents {}
}
