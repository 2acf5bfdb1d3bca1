// What a host page has: the widget's global, and those of the analytics tools that the docs name. Only for the examples.
import type { Widget, WidgetEvents, WidgetOptions } from '../../src/index.ts';

type PageMethods = Omit<Widget, 'on' | 'once' | 'off'> & { init(options: WidgetOptions): Widget };

type Call = <Name extends keyof PageMethods>(
  name: Name,
  ...args: Parameters<PageMethods[Name]>
) => ReturnType<PageMethods[Name]> | undefined;
type ListenCall = <Event extends keyof WidgetEvents>(
  name: 'on' | 'once' | 'off',
  event: Event,
  listener: (detail: WidgetEvents[Event]) => void,
) => void;

declare global {
  const LeadChat: Widget & PageMethods & ListenCall & Call & { q?: unknown[] };
  interface Window {
    /** Anything: the stub before the script arrives. */
    LeadChat: ReturnType<JSON['parse']>;
    dataLayer: unknown[];
  }
  function gtag(command: 'event' | 'consent', name: string, parameters?: Record<string, unknown>): void;
  function fbq(
    command: 'track' | 'trackCustom',
    event: string,
    parameters?: Record<string, unknown>,
    options?: { eventID?: string | undefined },
  ): void;
  const analytics: {
    track(event: string, properties?: Record<string, unknown>): void;
    identify(id: string, traits?: Record<string, unknown>): void;
  };
}
