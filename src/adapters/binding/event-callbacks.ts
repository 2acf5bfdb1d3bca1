import type { WidgetEvents } from '../../widget/launcher/index.ts';

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
