import type { ChatEvents, Consent, Phase } from '../../core/index.ts';
import type { WidgetEventName, WidgetOptions } from '../../options/index.ts';

/** The payload of each event. A name that `widgetEventNames` has and this type lacks does not compile. */
export type WidgetEvents = { [Name in WidgetEventName]: Payloads[Name] };

type Payloads = Omit<ChatEvents, 'error'> & {
  /** The bubble is there. */
  ready: Record<string, never>;
  open: Record<string, never>;
  close: Record<string, never>;
  /** Where the chat is: nothing yet, the form, the conversation, its end. */
  phase: { phase: Phase };
  consent: { consent: Consent };
  destroy: Record<string, never>;
  error: { code: string; message: string };
};

export type PanelState = { unread: number; connection: ChatEvents['connection']['status']; phase: Phase };

export type WidgetState = Partial<PanelState> & { unread: number; open: boolean; hidden: boolean; loaded: boolean };

/** One chat on a page. All methods may be called at any time; before the panel is loaded they wait for it. */
export type Widget = {
  open(): void;
  close(): void;
  toggle(): void;
  /** Shows the bubble again after hide(). */
  show(): void;
  /** Takes bubble and panel away; the conversation goes on. */
  hide(): void;
  /** Says something for the visitor. */
  sendMessage(text: string): void;
  /** Fills fields of the form that the visitor has not touched. */
  prefill(values: Readonly<Record<string, string | boolean>>): void;
  /** What the page knows about the visitor: fields of the form, by name. */
  identify(values: Readonly<Record<string, string | boolean>>): void;
  /** Further values of the form, hidden fields among them. */
  setAttributes(values: Readonly<Record<string, string | boolean>>): void;
  setLocale(locale: string): void;
  setTheme(theme: 'auto' | 'light' | 'dark'): void;
  /** Whether anything may be kept in the browser. `denied` deletes what was kept. */
  setConsent(consent: Consent): void;
  /** Changes options. */
  update(options: WidgetOptions): void;
  /** Deletes everything kept in this browser and starts afresh: for the next person at a shared computer. */
  reset(): void;
  /** Takes everything away: elements, listeners, the socket. */
  destroy(): void;
  getState(): WidgetState;
  on<Name extends keyof WidgetEvents>(name: Name, listener: Listener<Name>): () => void;
  once<Name extends keyof WidgetEvents>(name: Name, listener: Listener<Name>): () => void;
  off<Name extends keyof WidgetEvents>(name: Name, listener: Listener<Name>): void;
};

export type Listener<Name extends keyof WidgetEvents> = (detail: WidgetEvents[Name]) => void;
