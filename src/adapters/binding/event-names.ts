import type { WidgetEvents } from '../../widget/launcher/index.ts';

/** Every event of the widget; a type test holds the list to the type. */
export const eventNames = [
  'ready',
  'open',
  'close',
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
  'phase',
  'error',
  'consent',
  'destroy',
] as const satisfies (keyof WidgetEvents)[];

type Pascal<Name extends string> = Name extends `${infer Head}:${infer Rest}`
  ? `${Capitalize<Head>}${Pascal<Rest>}`
  : Capitalize<Name>;

/** One callback per event: `onLeadAccepted` for `lead:accepted`. */
export type EventCallbacks = {
  [Name in keyof WidgetEvents as `on${Pascal<Name>}`]?: ((detail: WidgetEvents[Name]) => void) | undefined;
};

/** The name of an event's callback: `onLeadAccepted` for `lead:accepted`. */
export function callbackName(event: string): string {
  return `on${event.replace(/(?:^|:)./g, (start) => start.slice(-1).toUpperCase())}`;
}
