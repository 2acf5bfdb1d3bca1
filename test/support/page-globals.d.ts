// Globals of a host page, for the examples in the docs: the widget's and those of analytics tools.
import type { LeadChatGlobal } from '../../src/index.ts';

declare global {
  const LeadChat: LeadChatGlobal & { q?: unknown[] };
  interface Window {
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
