import type { StorageConsent } from '../../core/index.ts';
import type { RawOptions, Variants } from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/index.ts';
import type { EventBus } from './event-bus.ts';
import type { PageViews } from './page-views.ts';
import type { PanelState, Widget } from './widget-api.ts';

/** Loads the panel. `hasForm`: the chat probably asks for a lead, whose code can be loaded beside the panel. */
export type LoadPanel = (hasForm: boolean) => Promise<{
  createPanel(deps: PanelDeps): Panel | Promise<Panel>;
}>;

/** What the launcher provides to the panel. */
export interface PanelDeps {
  /** The host of the shadow root. */
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** The layer above the page. The panel renders into it, beside the launcher. */
  readonly layer: HTMLElement;
  readonly launcher: HTMLButtonElement;
  readonly pageViews: PageViews;
  readonly emit: EventBus['emit'];
  /** The language of the launcher. */
  locale(): string;
  optionLayers(): OptionLayers & Place;
  /**
   * Loads the configuration for the page's options into the layers, unless it is there. Calls share one request; after a
   * failure, the next call requests it again. Rejects on failure.
   */
  loadConfig(): Promise<void>;
  /** Removes a configuration that is none from the layers, so that the next call requests it again. */
  discardConfig(): void;
  /** Deletes everything that is stored. The next visitor gets variants of their own. */
  forget(): void;
  /** The visitor has answered in another tab what may be stored. */
  followConsent(consent: StorageConsent): void;
  /** The visitor has chosen a language. */
  chooseLocale(locale: string): void;
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Sets what the launcher shows. */
  setLook(look: Look): void;
}

/** What the launcher shows: the options for it, and its words and names in the visitor's language. */
export type Look = {
  options: RawOptions;
  locale: string;
  text?: string | undefined;
  openLabel: string;
  closeLabel: string;
};

/** The panel as the launcher uses it once it is loaded. */
export interface Panel
  extends Pick<Widget, 'sendMessage' | 'prefill' | 'setAttributes' | 'showForm' | 'reset' | 'destroy'> {
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Requests a call for the visitor, who has clicked: the lead or a time may be needed first. */
  requestCall(): void;
  /** Whether a chat is possible, as far as it is known. */
  isAvailable(): boolean;
  /** Reads the options again, and applies them. */
  update(): void;
  state(): PanelState;
}

/** The sources of options. Later ones win. */
export type OptionLayers = {
  /** The proxy's public configuration, if the script contains it or it was loaded. Loaded ones are not validated. */
  readonly config?: InlinedConfig | undefined;
  /** By option name, values as text. */
  readonly attributes?: RawOptions;
  readonly overrides?: RawOptions;
};

/** Where the widget is, what the visitor sees and has chosen, and whether the options hide it there. */
export type Place = {
  readonly path: string;
  readonly variants: Variants;
  readonly isHidden: boolean;
  /** The language that the visitor has chosen. */
  readonly chosenLocale: string | undefined;
  /** The visitor has answered what may be stored: the option `consent` is the answer. */
  readonly isConsentAnswered: boolean;
};

/**
 * Who opens or closes the panel. The focus moves only for the visitor. A call of the page (`api`) counts as the visitor's
 * while a click or key press is handled. `tab`: another tab of this site, which has already reported it to analytics.
 * `place`: the options hide the widget in this tab, or show it again; the visitor's other tabs keep it open.
 */
export type OpenOrigin = 'visitor' | 'api' | 'trigger' | 'tab' | 'place';
