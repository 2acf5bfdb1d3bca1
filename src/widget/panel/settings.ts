import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type ResolvedOptions, readOptions, type Variants } from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';
import { type InlinedConfig, type PublicConfig, publicConfig } from '../../protocol/proxy/public-config.ts';
import type { PanelDeps, StoreState } from '../launcher/index.ts';
import type { ReportError, ReportProblems } from './report-problems.ts';

export type Settings = {
  readonly options: ReadonlySignal<ResolvedOptions>;
  /** The proxy's public configuration of the page's form; null without a proxy, until it is loaded, and if it fails to load. */
  readonly config: ReadonlySignal<PublicConfig | null>;
  /** Whether the panel is open, as soon as it is loaded. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** Whether the options hide the widget, on this page or at this time. */
  readonly isHidden: ReadonlySignal<boolean>;
  readonly isHiddenByPage: ReadonlySignal<boolean>;
  /** The visitor's variants of experiments. */
  readonly variants: ReadonlySignal<Variants>;
  /** The language that the visitor has chosen. */
  readonly chosenLocale: ReadonlySignal<string | undefined>;
  /** The option `consent` is an answer of the visitor. */
  readonly isStorageConsentAnswered: ReadonlySignal<boolean>;
  /** The visitor has answered in another tab. */
  readonly isConsentHeard: ReadonlySignal<boolean>;
  /** Whether the configuration that the options name is being loaded. */
  readonly isLoading: ReadonlySignal<boolean>;
  /** The state of the widget has changed. */
  follow(state: StoreState): void;
  /** Loads the configuration again, if it is not there. */
  retry(): void;
  dispose(): void;
};

/**
 * The state of the widget as signals. The options are checked here, by the schema, and the configuration is loaded for each proxy and
 * form that they name. Everything that depends on options follows the signal.
 */
export function createSettings(
  { get, loadConfig, setFacts }: Pick<PanelDeps, 'get' | 'loadConfig' | 'setFacts'>,
  reportError: ReportError,
  reportProblems: ReportProblems,
  textKeys: readonly string[],
): Settings {
  const widget = signal(get());
  const isLoading = signal(true);
  const loadedConfig = computed(() => widget.value.config);
  const parsedConfig = computed(() => publicConfig.safeParse(loadedConfig.value));
  const sources = computed(() => widget.value.sources);
  const result = computed(() => readOptions(sources.value));
  const options = computed(() => result.value.options);
  /** The request whose outcome counts. */
  let request = { isCurrent: false };

  const stopReporting = effect(() => {
    if (!result.value.mayHaveProblems && Object.keys(options.value.texts).every((key) => textKeys.includes(key)))
      return;
    const current = sources.value;
    reportProblems('bad-option', ({ describeProblems }) => describeProblems(current, textKeys));
  });

  /** The one in the state, as the script contains it, is not parsed twice. */
  function parse(config: InlinedConfig): ReturnType<typeof publicConfig.safeParse> {
    return config === loadedConfig.peek() ? parsedConfig.peek() : publicConfig.safeParse(config);
  }

  async function load(isAsked: boolean): Promise<void> {
    request.isCurrent = false;
    const own = { isCurrent: true };
    request = own;
    isLoading.value = true;
    const { proxyUrl } = options.peek();
    let problem: unknown;
    try {
      if (proxyUrl !== undefined) await loadConfig((config) => parse(config).error, isAsked);
    } catch (error) {
      problem = error;
    }
    // The options may have changed meanwhile.
    if (!own.isCurrent) return;
    batch(() => {
      setFacts({ isConfigUsable: problem === undefined });
      isLoading.value = false;
    });
    if (problem === undefined) return;
    reportError(
      'no-configuration',
      `[leadchat] the configuration of ${proxyUrl} could not be read: ${problem}. Does it list this page in \`origins\`?`,
    );
  }

  // A computed text, so that a change of another option loads nothing.
  const wanted = computed(() => toJson([options.value.proxyUrl, options.value.form]));
  let isFirst = true;
  const stopLoading = wanted.subscribe(() => {
    void load(isFirst);
    isFirst = false;
  });

  return {
    options,
    config: computed(() => (widget.value.isConfigUsable ? (parsedConfig.value.data ?? null) : null)),
    isOpen: computed(() => widget.value.isOpen && widget.value.isLoaded),
    isHidden: computed(() => widget.value.isHidden),
    isHiddenByPage: computed(() => widget.value.isHiddenByPage),
    variants: computed(() => widget.value.variants),
    chosenLocale: computed(() => widget.value.chosenLocale),
    isStorageConsentAnswered: computed(() => widget.value.storageConsent !== undefined),
    isConsentHeard: computed(() => widget.value.isConsentHeard),
    isLoading,
    follow(next) {
      widget.value = next;
    },
    retry: () => void load(true),
    dispose() {
      stopLoading();
      request.isCurrent = false;
      stopReporting();
    },
  };
}
