import type { StorageConsent } from '../../core/index.ts';
import type { DeletionStamp, RawOptions } from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/proxy/public-config.ts';
import type { EventBus } from './event-bus.ts';
import type { Frame } from './frame.ts';
import type { PageViews } from './page-views.ts';
import type { PanelState, Widget } from './widget-api.ts';
import type { FirstScreen, OpenOrigin, WidgetFacts, WidgetStore } from './widget-store.ts';

/** Loads the panel, and side by side with it what the first screen needs. */
export type LoadPanel = (firstScreen: FirstScreen) => Promise<{
  createPanel(deps: PanelDeps): Panel | Promise<Panel>;
}>;

/** What the launcher provides to the panel. */
export interface PanelDeps
  extends Pick<Frame, 'element' | 'root' | 'layer' | 'launcher'>,
    Pick<WidgetStore, 'get' | 'subscribe'> {
  readonly pageViews: PageViews;
  readonly emit: EventBus['emit'];
  /** Whether the first screen needs the form, as far as the launcher knows. Its code was then requested with the panel's. */
  expectsForm(): boolean;
  /** Aborted when the widget is destroyed. */
  readonly signal: AbortSignal;
  /**
   * Loads the configuration for the page's options into the state, unless it is there. Calls share one request; after a failure,
   * the next call requests it again. Rejects on failure. `check` returns what is wrong with a configuration, which is then
   * requested again by the next call. `isAsked`: false if the page has only changed its options, which it may do in a loop. A request
   * that has failed just before then counts for this call, too.
   */
  loadConfig(check?: (config: InlinedConfig) => unknown, isAsked?: boolean): Promise<void>;
  /** Deletes everything that is stored. The next visitor gets variants of their own. */
  forget(stamp: DeletionStamp): void;
  /** The visitor has answered in another tab what may be stored. */
  answerStorageConsent(consent: StorageConsent): void;
  /** The visitor has chosen a language. */
  chooseLocale(locale: string): void;
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Sets what the panel knows of itself, and which language the visitor has chosen in another tab. */
  setFacts(
    facts: Partial<Pick<WidgetFacts, 'chosenLocale' | 'isConfigUsable' | 'isFloating' | 'problem' | 'words'>>,
  ): void;
}

/** The panel as the launcher uses it once it is loaded. */
export interface Panel extends Pick<Widget, 'sendMessage' | 'prefill' | 'setAttributes' | 'showForm'> {
  /** Starts again for the next person. `leftToken`: the option `userToken` of the one before. */
  reset(leftToken: unknown, stamp: DeletionStamp): void;
  /**
   * The visitor is forgotten in another tab, or by another widget of this page. `isReset`: the next person is there. `leftToken` as for
   * reset().
   */
  onForgottenElsewhere(isReset: boolean, stamp: DeletionStamp, leftToken: unknown): void;
  /** Requests a call for the visitor, who has clicked: the lead or a time may be needed first. */
  requestCall(): void;
  state(): PanelState;
}

/** The sources of options. Later ones win. */
export type OptionLayers = {
  /** The proxy's public configuration, if the script contains it or it was loaded. Loaded ones are not validated. */
  readonly config?: InlinedConfig | undefined;
  /** By option name, values as text. */
  readonly attributes?: RawOptions;
  readonly overrides?: RawOptions;
  /** What the visitor has answered about storing, in a widget that this one replaces. */
  readonly storageConsent?: StorageConsent | undefined;
  /** The page has hidden a widget that this one replaces. */
  readonly isHiddenByPage?: boolean | undefined;
};
