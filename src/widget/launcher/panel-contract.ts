import type { InlinedConfig } from '../../protocol/index.ts';
import type { EventBus } from './event-bus.ts';
import type { PageViews } from './page-views.ts';
import type { RawOptions } from './raw-options.ts';
import type { PanelState, Widget } from './widget-api.ts';

export type LoadPanel = () => Promise<{ createPanel(deps: PanelDeps): Panel }>;

/** What the launcher provides to the panel. */
export interface PanelDeps {
  /** The host of the shadow root. */
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** The layer above the page. The panel renders into it, beside the launcher. */
  readonly layer: HTMLElement;
  readonly launcher: HTMLButtonElement;
  readonly pageViews: PageViews;
  readonly optionLayers: () => OptionLayers;
  readonly loadConfig: LoadConfig;
  readonly emit: EventBus['emit'];
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Whether the widget floats above the page although the option `target` is set, because it could not be moved there. */
  setFloating(floats: boolean): void;
  /** Sets the launcher's accessible names in the visitor's language. */
  setLabels(open: string, close: string): void;
}

/** The panel as the launcher uses it once it is loaded. */
export interface Panel extends Pick<Widget, 'sendMessage' | 'prefill' | 'setAttributes' | 'reset' | 'destroy'> {
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Applies changed options. */
  update(): void;
  state(): PanelState;
}

/**
 * Loads the configuration for the page's options into the layers, unless it is there. Calls share one request; after a
 * failure, the next call requests it again. Rejects on failure, and if `check` throws. False: the page's options have changed
 * meanwhile.
 */
export type LoadConfig = (check?: (config: InlinedConfig) => void) => Promise<boolean>;

/** The sources of options. Later ones win. */
export type OptionLayers = {
  /** The proxy's public configuration, if the script contains it or it was loaded. Loaded ones are not validated. */
  readonly config?: InlinedConfig | undefined;
  /** By option name, values as text. */
  readonly attributes?: RawOptions;
  readonly overrides?: RawOptions;
};

/**
 * Who opens or closes the panel. The focus moves only for the visitor. A call of the page (`api`) counts as the visitor's
 * while a click or key press is handled. `tab`: another tab of this site, which has already reported it to analytics.
 */
export type OpenOrigin = 'visitor' | 'api' | 'trigger' | 'tab';
