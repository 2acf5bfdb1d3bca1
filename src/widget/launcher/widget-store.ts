import type { StorageConsent } from '../../core/index.ts';
import {
  addedLayers,
  addressOfConfig,
  booleanOption,
  hasResumable,
  isAwayAt,
  layersOnPage,
  localizedOption,
  mergeOptions,
  type OptionSources,
  type RawOptions,
  textOption,
  type Variants,
} from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/proxy/public-config.ts';
import { launcherLabel, launcherLocale } from './launcher-label.ts';

/**
 * Who opens or closes the panel. The focus moves only for the visitor. A call of the page (`api`) counts as the visitor's
 * while a click or key press is handled. `tab`: another tab of this site, which has already reported it to analytics.
 * `place`: the options hide the widget in this tab, or show it again; the visitor's other tabs keep it open.
 */
export type OpenOrigin = 'visitor' | 'api' | 'trigger' | 'tab' | 'place';

/** Launcher and panel in the visitor's language, as the panel says once it is loaded. */
export type LauncherWords = {
  readonly locale: string;
  readonly language: string;
  readonly open: string;
  readonly close: string;
};

/** Why no chat is possible, as far as it was tried: its code could not be loaded, or the proxy not be asked. */
export type ChatProblem = 'load-failed' | 'no-configuration' | 'no-service';

/** What is known of a widget. Each fact is set in one place: what follows from them is derived (StoreState). */
export type WidgetFacts = {
  /** The proxy's public configuration, if the script contains it or it was loaded. Loaded ones are not validated. */
  readonly config: InlinedConfig | undefined;
  /** Of the script tag or the element, by option name. */
  readonly attributes: RawOptions;
  /** What the page has set in code. */
  readonly overrides: RawOptions;
  readonly path: string;
  readonly variants: Variants;
  /** When the options were last read, for the opening hours. */
  readonly now: number;
  /** What the visitor has answered about storing, in any tab. It wins over the option. */
  readonly storageConsent: StorageConsent | undefined;
  /** They have answered in another tab, which has told the others. */
  readonly isConsentHeard: boolean;
  /** The language that the visitor has chosen in the menu. It wins over the option. */
  readonly chosenLocale: string | undefined;
  /** Whether the visitor or the page has opened or closed the chat last. Until one of them does, the options decide. */
  readonly wantsOpen: boolean | undefined;
  readonly isHiddenByPage: boolean;
  readonly isLoaded: boolean;
  /** The visitor or the page has opened the chat, and the panel could not be loaded yet. */
  readonly hasFailed: boolean;
  /** The panel could not be loaded yet, whoever has asked for it. */
  readonly hasLoadFailed: boolean;
  /** The configuration that could not be loaded last, by its address. */
  readonly failedConfigAddress: string | undefined;
  /** Why the panel has no chat, as far as it has tried. */
  readonly problem: ChatProblem | null;
  /** The panel could not be moved into the page. */
  readonly isFloating: boolean;
  /** Whether `config` is that of the form that the options name: another form's has another flow. */
  readonly isConfigUsable: boolean;
  readonly words: LauncherWords | undefined;
};

const nothingKnown: Omit<WidgetFacts, 'now'> = {
  config: undefined,
  attributes: {},
  overrides: {},
  path: '',
  variants: {},
  storageConsent: undefined,
  isConsentHeard: false,
  chosenLocale: undefined,
  wantsOpen: undefined,
  isHiddenByPage: false,
  isLoaded: false,
  hasFailed: false,
  hasLoadFailed: false,
  failedConfigAddress: undefined,
  problem: null,
  isFloating: false,
  isConfigUsable: true,
  words: undefined,
};

export type StoreState = WidgetFacts & {
  readonly sources: OptionSources;
  /** The options of all sources for this page and this visitor, as they are written. The panel checks the sources. */
  readonly options: RawOptions;
  /** The address of the configuration that the page's options name. Empty without a usable proxy. */
  readonly configAddress: string;
  /** Whether the chat is open wherever nothing hides the widget. */
  readonly isWanted: boolean;
  /** Whether the opening hours hide the widget. */
  readonly isAway: boolean;
  /** Whether the options hide the widget, on this page or outside the opening hours. */
  readonly isHidden: boolean;
  readonly isOpen: boolean;
  /** Who has opened or closed it. */
  readonly openOrigin: OpenOrigin;
};

export interface WidgetStore {
  get(): StoreState;
  /** The only way to change the state. `origin`: who opens or closes the chat, if the facts do. */
  set(facts: Partial<WidgetFacts>, origin: OpenOrigin): void;
  /** Calls the listener after each change, in the order of the subscriptions. */
  subscribe(listener: (state: StoreState, before: StoreState) => void): void;
}

/**
 * The one state of a widget: launcher, panel and adapters read it, and nothing else remembers any of it. A plain list of listeners,
 * because every page pays for it, and signals of the script would not be those of the panel, which is another bundle.
 */
export function createWidgetStore(initial: Partial<WidgetFacts>): WidgetStore {
  let state = derive({ ...nothingKnown, now: Date.now(), ...initial }, undefined, 'api');
  const listeners: Parameters<WidgetStore['subscribe']>[0][] = [];
  return {
    get: () => state,
    set(facts, origin) {
      const before = state;
      state = derive({ ...before, ...facts }, before, origin);
      for (const listener of listeners) listener(state, before);
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}

function derive(facts: WidgetFacts, before: StoreState | undefined, origin: OpenOrigin): StoreState {
  const resolved = before && optionFacts.every((name) => before[name] === facts[name]) ? before : resolve(facts);
  const { options } = resolved;
  const isWanted = facts.wantsOpen ?? Boolean(booleanOption(options, 'open') || textOption(options, 'target'));
  // The end of the opening hours takes no open chat away, until it is closed. Options that hide it do, such as a configuration that
  // is loaded after the visitor has opened it.
  const staysOpen = isWanted && before?.isWanted && !before.isAway && isAwayAt(before.options, facts.now);
  const isAway = isAwayAt(options, facts.now) && !staysOpen;
  const isHidden = options.hidden === true || isAway;
  const isOpen = isWanted && !(facts.isHiddenByPage || isHidden);
  const cause = before && isHidden !== before.isHidden ? 'place' : origin;
  const openOrigin = isOpen === (before?.isOpen ?? false) ? (before?.openOrigin ?? 'api') : cause;
  const { sources, configAddress } = resolved;
  return { ...facts, sources, options, configAddress, isWanted, isAway, isHidden, isOpen, openOrigin };
}

/** What the options follow from. They are resolved only if one of these has changed. */
const optionFacts = [
  'config',
  'attributes',
  'overrides',
  'path',
  'variants',
  'storageConsent',
  'hasFailed',
  'isFloating',
  'isConfigUsable',
] as const satisfies (keyof WidgetFacts)[];
type OptionFacts = Pick<WidgetFacts, (typeof optionFacts)[number]>;

function resolve(facts: OptionFacts): Pick<StoreState, 'sources' | 'options' | 'configAddress'> {
  const { config, attributes, overrides, path, variants, storageConsent: consent } = facts;
  const { hasFailed, isFloating, isConfigUsable } = facts;
  const { widget } = config ?? {};
  const { flowId, wssUrl } = (isConfigUsable && config) || {};
  const sources = { proxy: { ...widget, flowId, wssUrl }, attributes, overrides, path, variants, consent };
  const merged = mergeOptions(...layersOnPage([sources.proxy, attributes, overrides], path, variants), { consent });
  // A chat inside a target may have no launcher, which shows the failure.
  const floating = (hasFailed || isFloating) && merged.target ? { target: undefined, launcher: 'bubble' } : {};
  // Without `form`, the proxy knows which one it wants.
  const added = mergeOptions(...addedLayers(widget, path, variants));
  const { proxyUrl, form = added.form } = mergeOptions(...layersOnPage([attributes, overrides], path, variants));
  return { sources, options: { ...merged, ...floating }, configAddress: addressOfConfig(proxyUrl, form) };
}

export function localeOf({ words, chosenLocale, options }: StoreState): string {
  return words?.locale ?? launcherLocale(chosenLocale ?? textOption(options, 'locale'));
}

/** What the launcher shows and says. `failure`: instead of its words, that the panel could not be loaded. */
export function describeLauncher(state: StoreState) {
  const { config, options, words, isOpen, isLoaded, hasFailed } = state;
  const locale = localeOf(state);
  const label = launcherLabel(locale);
  const { open, close } = words ?? { open: label, close: label };
  const text = localizedOption(options, 'launcherText', locale) ?? '';
  // Only the script of a proxy contains a translation.
  const failure = config?.failed?.[label] ?? 'Chat is unavailable. Try again';
  return {
    text,
    name: `${text} ${isOpen ? close : open}`.trim(),
    language: words?.language,
    /** The visitor waits for the panel. */
    isBusy: isOpen && !isLoaded,
    failure: hasFailed && !isOpen ? failure : undefined,
  };
}

/** What the first screen of a chat needs besides the panel. */
export type FirstScreen = {
  /** The locale of its texts. */
  readonly locale: string;
  /** The chat probably asks for a lead. */
  readonly hasForm: boolean;
  /** The chat is a part of the page. */
  readonly isInline: boolean;
  /** An earlier page has stored a conversation, which the visitor sees first. */
  readonly isResumed: boolean;
};

export function firstScreenOf(state: StoreState): FirstScreen {
  const { options } = state;
  const hasForm = Boolean(options.proxyUrl || options.hooksUrl) && options.leadForm !== 'off';
  const isInline = Boolean(textOption(options, 'target'));
  return { locale: localeOf(state), hasForm, isInline, isResumed: hasResumable(options) };
}
