/** The events of a chat. The core's `ChatEvents` defines their payloads. */
export const chatEventNames = [
  'message:sent',
  'message:received',
  'unread',
  'lead:submit',
  'lead:accepted',
  'lead:queued',
  'lead:failed',
  'callback:requested',
  'form:problem',
  'form:skip',
  'session:start',
  'session:resume',
  'session:end',
  'connection',
  'error',
] as const;
export type ChatEventName = (typeof chatEventNames)[number];

/** The events of the widget: those of its chat, of the launcher and of the panel. `WidgetEvents` defines their payloads. */
export const widgetEventNames = [
  'ready',
  'open',
  'close',
  'teaser:show',
  'teaser:click',
  'form:start',
  'rating',
  ...chatEventNames,
  'phase',
  'consent',
  'destroy',
] as const;
export type WidgetEventName = (typeof widgetEventNames)[number];
