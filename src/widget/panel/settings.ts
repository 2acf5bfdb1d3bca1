import { type ReadonlySignal, signal } from '@preact/signals';
import { fetchPublicConfig, type ResolvedOptions, readOptions } from '../../options/index.ts';
import type { PublicConfig } from '../../protocol/index.ts';
import type { OptionLayers } from '../launcher/index.ts';
import type { ReportError, ReportProblems } from './report-problems.ts';

export type Settings = {
  /** The proxy's public configuration; null without a proxy, and until it is loaded. */
  readonly config: ReadonlySignal<PublicConfig | null>;
  readonly options: ReadonlySignal<ResolvedOptions>;
  /** Reads the options again. */
  update(): void;
  /** Loads the configuration for the proxy and form of the options, if needed. `outdated`: the options changed meanwhile. */
  loadConfig(): Promise<'loaded' | 'failed' | 'outdated'>;
};

/** The options of the page, merged with the configuration of the proxy. */
export function createSettings(
  optionLayers: () => OptionLayers,
  reportError: ReportError,
  reportProblems: ReportProblems,
): Settings {
  // A script without a configuration contains `false`.
  const config = signal(optionLayers().config || null);
  // The configuration in a script comes from the proxy that serves the script.
  let configProxyUrl = optionLayers().attributes?.proxyUrl;
  let loadCount = 0;
  const options = signal(read());

  function read(): ResolvedOptions {
    const { attributes = {}, overrides = {} } = optionLayers();
    const current = config.peek();
    const proxy = current === null ? {} : { ...current.widget, flowId: current.flowId, wssUrl: current.wssUrl };
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
      const { proxyUrl, form } = options.peek();
      loadCount += 1;
      const current = loadCount;
      const isOutdated = () => current !== loadCount;
      if (proxyUrl === undefined || (config.peek()?.form.name === form && proxyUrl === configProxyUrl)) return 'loaded';
      try {
        const loaded = await fetchPublicConfig(proxyUrl, form);
        if (isOutdated()) return 'outdated';
        config.value = loaded;
        configProxyUrl = proxyUrl;
        update();
        return 'loaded';
      } catch (error) {
        if (isOutdated()) return 'outdated';
        reportError(
          'no-configuration',
          `[leadchat] the configuration of ${proxyUrl} could not be read: ${error}. Does it list this page in \`origins\`?`,
        );
        return 'failed';
      }
    },
  };
}
