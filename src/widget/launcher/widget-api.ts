import type { ChatEvents, FieldValue, Phase, StorageConsent } from '../../core/index.ts';
import type { Variants, WidgetEventName, WidgetOptions } from '../../options/index.ts';
import type { Unavailable } from './unavailable.ts';

/** One chat on a page. Every method may be called at any time; calls that need the panel wait until it is loaded. */
export type Widget = {
  open(): void;
  close(): void;
  toggle(): void;
  /** Shows the widget again after `hide()`, with the panel open if `hide()` has closed it. Does not move the focus. */
  show(): void;
  /** Hides launcher and panel. The panel counts as closed, and the conversation continues. */
  hide(): void;
  /** Sends a message as the visitor. */
  sendMessage(text: string): void;
  /** Fills form fields that the visitor has not edited. A text fills the composer, unless the visitor has written there. */
  prefill(values: FieldValues | string): void;
  /** Sets what the page knows about the person: values of form fields by name. Keeps fields that the visitor has edited. */
  identify(values: FieldValues): void;
  /** Sets values that the proxy's form lists in `attributes`. They are sent with the next lead; others are reported. */
  setAttributes(values: Readonly<Record<string, string | number | boolean>>): void;
  setLocale(locale: string): void;
  setTheme(theme: 'auto' | 'light' | 'dark'): void;
  /**
   * Opens the chat and shows the lead form: in the conversation, or before it. Where the lead is known, or the chat has no form,
   * it only opens the chat.
   */
  showForm(): void;
  /** Sets whether the widget may store anything in the browser. `denied` deletes what it has stored. */
  setConsent(consent: StorageConsent): void;
  /** Changes options. */
  update(options: WidgetOptions): void;
  /** Deletes everything stored in this browser and starts again, for the next person on a shared computer. */
  reset(): void;
  /** Removes elements, listeners and the socket. */
  destroy(): void;
  getState(): WidgetState;
  /** Adds a listener and returns a function that removes it. */
  on<Name extends WidgetEventName>(name: Name, listener: Listener<Name>): () => void;
  once<Name extends WidgetEventName>(name: Name, listener: Listener<Name>): () => void;
  off<Name extends WidgetEventName>(name: Name, listener: Listener<Name>): void;
};

export type WidgetState = Partial<PanelState> & {
  unread: number;
  open: boolean;
  hidden: boolean;
  /** Why a visitor cannot chat here now, or null. */
  unavailable: Unavailable | null;
  loaded: boolean;
  /** The visitor's variant of each experiment on this page. */
  variants: Variants;
};

export type PanelState = { unread: number; connection: ChatEvents['connection']['status']; phase: Phase };

type FieldValues = Readonly<Record<string, FieldValue>>;

/**
 * The payload of each event, and the visitor's variants if the page has experiments. A name of `widgetEventNames` without a
 * payload here does not compile.
 */
export type WidgetEvents = { [Name in WidgetEventName]: Payloads[Name] & { variants?: Variants } };

type Nothing = Record<never, never>;

type Payloads = Omit<ChatEvents, 'error'> & {
  /** The options are read, and the launcher, if they show one, is in the page. */
  ready: Nothing;
  open: Nothing;
  close: Nothing;
  /** Once per teaser, when it is in sight. `source`: a trigger of the page, or a message of the agent. */
  'teaser:show': { source: TeaserSource };
  'teaser:click': { source: TeaserSource };
  /** The visitor has begun to fill in the form. Once per form and page view. */
  'form:start': { form: string };
  /** The visitor has rated the chat, from 1 to 5; of two thumbs, with 1 or 5. */
  rating: { rating: number };
  phase: { phase: Phase };
  consent: { consent: StorageConsent };
  destroy: Nothing;
  error: { code: string; message: string };
};

type TeaserSource = 'trigger' | 'message';

export type Listener<Name extends WidgetEventName> = (detail: WidgetEvents[Name]) => void;

/** The same events as DOM events. They bubble from the widget's element to the window. */
export type WidgetDomEvents = {
  [Name in WidgetEventName as `leadchat:${Name}`]: CustomEvent<WidgetEvents[Name]>;
};

type GlobalMethods = Omit<Widget, 'on' | 'once' | 'off'> & {
  /** Sets the options of the page's widget, or creates another one. */
  init(options?: WidgetOptions): Widget;
};

/**
 * `window.LeadChat` of a page with the script tag. Every method can also be called by its name: `LeadChat('open')`. That works
 * before the script has loaded, if the page has the stub that queues calls.
 */
export type LeadChatGlobal = Pick<Widget, 'on' | 'once' | 'off'> &
  GlobalMethods & {
    <Name extends keyof GlobalMethods>(
      name: Name,
      ...values: Parameters<GlobalMethods[Name]>
    ): ReturnType<GlobalMethods[Name]> | undefined;
    <Name extends WidgetEventName>(method: 'on' | 'once' | 'off', name: Name, listener: Listener<Name>): void;
  };

declare global {
  interface GlobalEventHandlersEventMap extends WidgetDomEvents {}
  interface Window {
    get LeadChat(): LeadChatGlobal;
    /** The page may set the stub that queues calls. */
    set LeadChat(stub: (...call: never[]) => unknown);
  }
}
