/** Every event of a chat. The core's `ChatEvents` gives each its payload. */
export const chatEventNames = [
  'message:sent',
  'message:received',
  'unread',
  'lead:submit',
  'lead:accepted',
  'lead:queued',
  'lead:failed',
  'callback:requested',
  'session:start',
  'session:resume',
  'session:end',
  'connection',
  'error',
] as const;
export type ChatEventName = (typeof chatEventNames)[number];

/** Every event of the widget: its chat's, and those of bubble and panel. `WidgetEvents` gives each its payload. */
export const widgetEventNames = ['ready', 'open', 'close', ...chatEventNames, 'phase', 'consent', 'destroy'] as const;
export type WidgetEventName = (typeof widgetEventNames)[number];
