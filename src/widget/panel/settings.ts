import { type ReadonlySignal, signal } from '@preact/signals';
import { type ResolvedOptions, readOptions } from '../../options/index.ts';
import { type PublicConfig, publicConfig } from '../../protocol/index.ts';
import type { PanelDeps } from '../launcher/index.ts';
import type { ReportError, ReportProblems } from './report-problems.ts';

export type Settings = {
  /** The proxy's public configuration of the page's form; null without a proxy, until it is loaded, and if it fails to load. */
  readonly config: ReadonlySignal<PublicConfig | null>;
  readonly options: ReadonlySignal<ResolvedOptions>;
  /** Reads the options again. */
  update(): void;
  /** Loads the configuration for the proxy and form of the options, if needed. `outdated`: the options changed meanwhile. */
  loadConfig(): Promise<'loaded' | 'failed' | 'outdated'>;
};

/** The options of the page, merged with the configuration of the proxy. */
export function createSettings(
  { optionLayers, loadConfig }: Pick<PanelDeps, 'optionLayers' | 'loadConfig'>,
  reportError: ReportError,
  reportProblems: ReportProblems,
): Settings {
  const config = signal(parseConfig());
  let loadCount = 0;
  const options = signal(read());

  /** The latest configuration, which may be that of another form. */
  function parseConfig(): PublicConfig | null {
    return publicConfig.safeParse(optionLayers().config).data ?? null;
  }

  function setConfig(next: PublicConfig | null): void {
    config.value = next;
    update();
  }

  function read(): ResolvedOptions {
    const { attributes = {}, overrides = {} } = optionLayers();
    const current = config.peek();
    // The look belongs to no form, and the launcher keeps it too.
    const proxy = { ...parseConfig()?.widget, flowId: current?.flowId, wssUrl: current?.wssUrl };
    const sources = { proxy, attributes, overrides };
    const { options: resolved, mayHaveProblems } = readOptions(sources);
    if (mayHaveProblems) reportProblems('bad-option', ({ findOptionProblems }) => findOptionProblems(sources));
    return resolved;
  }

  function update(): void {
    options.value = read();
  }

  return {
    config,
    options,
    update,
    async loadConfig() {
      const { proxyUrl } = options.peek();
      if (proxyUrl === undefined) return 'loaded';
      loadCount += 1;
      const current = loadCount;
      const { config: previous } = optionLayers();
      try {
        const isLoaded = await loadConfig((loaded) => void publicConfig.parse(loaded));
        if (!isLoaded || current !== loadCount) return 'outdated';
        if (optionLayers().config !== previous || config.peek() === null) setConfig(parseConfig());
        return 'loaded';
      } catch (error) {
        if (current !== loadCount) return 'outdated';
        // What is loaded is another form's: its flow and its fields would take this form's leads elsewhere.
        setConfig(null);
        reportError(
          'no-configuration',
          `[leadchat] the configuration of ${proxyUrl} could not be read: ${error}. Does it list this page in \`origins\`?`,
        );
        return 'failed';
      }
    },
  };
}
