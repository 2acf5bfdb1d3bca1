// Globals of a host page, for the examples in the docs: the widget's, those of analytics tools and consent platforms, and of Google Apps Script.
import type { LeadChatGlobal } from '../../src/index.ts';

declare global {
  const LeadChat: LeadChatGlobal & { q?: unknown[] };
  interface Window {
    dataLayer: unknown[];
  }
  function gtag(command: 'event' | 'consent', name: string, parameters?: Record<string, unknown>): void;
  function gtag(command: 'get', target: string, field: 'client_id', callback: (id: string) => void): void;
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
  const Cookiebot: { consent: { preferences: boolean; statistics: boolean; marketing: boolean } };
  interface WindowEventMap {
    OneTrustGroupsUpdated: CustomEvent<string[]>;
    ucEvent: CustomEvent<{ event: string; [service: string]: unknown }>;
  }
  const SpreadsheetApp: {
    getActiveSpreadsheet(): { getSheets(): [{ appendRow(cells: unknown[]): void }] };
  };
  const ContentService: { createTextOutput(text: string): unknown };
}
