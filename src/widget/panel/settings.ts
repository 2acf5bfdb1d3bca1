import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { type ResolvedOptions, readOptions, type Variants } from '../../options/index.ts';
import { type PublicConfig, publicConfig } from '../../protocol/index.ts';
import type { PanelDeps } from '../launcher/index.ts';
import type { ReportError, ReportProblems } from './report-problems.ts';

export type Settings = {
  readonly options: ReadonlySignal<ResolvedOptions>;
  /** The proxy's public configuration of the page's form; null without a proxy, until it is loaded, and if it fails to load. */
  readonly config: ReadonlySignal<PublicConfig | null>;
  /** Whether the options hide the widget, on this page or at this time. */
  readonly isHidden: ReadonlySignal<boolean>;
  /** The visitor's variants of experiments. */
  readonly variants: ReadonlySignal<Variants>;
  /** The language that the visitor has chosen. */
  readonly chosenLocale: ReadonlySignal<string | undefined>;
  /** The option `consent` is an answer of the visitor. */
  readonly isConsentAnswered: ReadonlySignal<boolean>;
  /** Whether the configuration that the options name is being loaded. */
  readonly isLoading: ReadonlySignal<boolean>;
  /** Reads the options again. */
  update(): void;
  /** Loads the configuration again, if it is not there. */
  retry(): void;
  dispose(): void;
};

/**
 * The options of the page, merged with the configuration of the proxy, which is loaded for each proxy and form that they name.
 * Everything that depends on options follows the signal.
 */
export function createSettings(
  { optionLayers, loadConfig, discardConfig }: Pick<PanelDeps, 'optionLayers' | 'loadConfig' | 'discardConfig'>,
  reportError: ReportError,
  reportProblems: ReportProblems,
): Settings {
  const layers = signal(optionLayers());
  const isLoading = signal(true);
  const hasFailed = signal(false);
  const loadedConfig = computed(() => layers.value.config);
  const parsedConfig = computed(() => publicConfig.safeParse(loadedConfig.value).data ?? null);
  // What is loaded after a failure is another form's: its flow and its fields would take this form's leads elsewhere.
  const config = computed(() => (hasFailed.value ? null : parsedConfig.value));
  const sources = computed(() => {
    const { attributes = {}, overrides = {}, path, variants } = layers.value;
    const { flowId, wssUrl } = config.value ?? {};
    // The look belongs to no form, and the launcher keeps it too.
    return { proxy: { ...parsedConfig.value?.widget, flowId, wssUrl }, attributes, overrides, path, variants };
  });
  const result = computed(() => readOptions(sources.value));
  const options = computed(() => result.value.options);
  /** Increases with each retry. */
  const attempt = signal(0);

  const stopReporting = effect(() => {
    if (!result.value.mayHaveProblems) return;
    const current = sources.value;
    reportProblems('bad-option', ({ findOptionProblems }) => findOptionProblems(current));
  });

  function update(): void {
    layers.value = optionLayers();
  }

  async function load(request: { readonly isCurrent: boolean }): Promise<void> {
    isLoading.value = true;
    const { proxyUrl } = options.peek();
    const problem = await (proxyUrl === undefined ? undefined : loadAndCheck());
    // The options may have changed meanwhile.
    if (!request.isCurrent) return;
    batch(() => {
      hasFailed.value = problem !== undefined;
      isLoading.value = false;
    });
    if (problem === undefined) return;
    reportError(
      'no-configuration',
      `[leadchat] the configuration of ${proxyUrl} could not be read: ${problem}. Does it list this page in \`origins\`?`,
    );
  }

  /** Returns what is wrong, if anything is. */
  async function loadAndCheck(): Promise<unknown> {
    try {
      await loadConfig();
    } catch (error) {
      return error;
    }
    update();
    const { error } = publicConfig.safeParse(loadedConfig.peek());
    if (error) discardConfig();
    return error;
  }

  // A computed text, so that a change of another option loads nothing.
  const wanted = computed(() => JSON.stringify([options.value.proxyUrl, options.value.form, attempt.value]));
  const stopLoading = effect(() => {
    const request = { wanted: wanted.value, isCurrent: true };
    untracked(() => void load(request));
    return () => {
      request.isCurrent = false;
    };
  });

  return {
    options,
    config,
    isHidden: computed(() => layers.value.isHidden),
    variants: computed(() => layers.value.variants),
    chosenLocale: computed(() => layers.value.chosenLocale),
    isConsentAnswered: computed(() => layers.value.isConsentAnswered),
    isLoading,
    update,
    retry() {
      attempt.value += 1;
    },
    dispose() {
      stopLoading();
      stopReporting();
    },
  };
}
