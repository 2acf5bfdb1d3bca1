import type { PublicConfig } from '../../protocol/index.ts';
import type { PanelState, WidgetEvents } from './widget-api.ts';

/** What a widget was told, unparsed: the shell knows no schema, the panel parses. */
export type RawOptions = Readonly<Record<string, unknown>>;

export type OptionLayers = {
  /** The proxy's public configuration when the script brought it along: script, panel and proxy are of one build then. */
  readonly config?: PublicConfig | undefined;
  /** By option name, values as text. */
  readonly attributes?: RawOptions;
  readonly overrides?: RawOptions;
};

/**
 * Who opens or closes the panel. Focus follows the visitor; a call of the page (`api`) counts as the visitor's while a click
 * or key press is being handled. `tab`: another tab of this site, which has reported it to analytics already.
 */
export type OpenOrigin = 'visitor' | 'api' | 'trigger' | 'tab';

/** What the shell gives the panel to live in. */
export interface PanelDeps {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** The layer above the page; the panel draws beside the launcher. */
  readonly layer: HTMLElement;
  readonly launcher: HTMLButtonElement;
  readonly optionLayers: () => OptionLayers;
  emit(name: keyof WidgetEvents, detail: WidgetEvents[keyof WidgetEvents]): void;
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Names the bubble in the visitor's language. */
  setLabels(open: string, close: string): void;
}

/** What the shell asks of the panel once it is loaded. */
export interface Panel {
  setOpen(open: boolean, origin: OpenOrigin): void;
  /** Options changed. */
  update(): void;
  sendMessage(text: string): void;
  prefill(values: Readonly<Record<string, string | boolean>>): void;
  reset(): void;
  state(): PanelState;
  destroy(): void;
}

export type LoadPanel = () => Promise<{ createPanel(host: PanelDeps): Panel }>;
