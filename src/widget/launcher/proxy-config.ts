import { configAddress, requestConfig } from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/index.ts';
import type { LoadConfig, OptionLayers } from './panel-contract.ts';
import type { RawOptions } from './raw-options.ts';
import { readLauncherOptions } from './read-launcher-options.ts';

export type ProxyConfigSource = {
  /** The configuration in the script, or the one that was loaded; undefined before. */
  current(): InlinedConfig | undefined;
  load: LoadConfig;
  /** Loads the configuration when the page is idle, once for each proxy and form. */
  loadWhenIdle(): void;
};

export type ProxyConfigSourceDeps = {
  layers: OptionLayers;
  pageOptions: () => RawOptions;
  isDestroyed: () => boolean;
  onLoad: () => void;
  onIdleError: (error: unknown) => void;
};

/** The proxy's configuration: launcher and panel both read it here, so that it is requested once. */
export function createProxyConfigSource(deps: ProxyConfigSourceDeps): ProxyConfigSource {
  const { layers, pageOptions, isDestroyed, onLoad, onIdleError } = deps;
  let { config } = layers;
  // The configuration in a script comes from the proxy that serves the script.
  let address = configAddress(readLauncherOptions(layers.attributes ?? {}).text('proxyUrl'), '');
  let pending: { address: string; response: Promise<InlinedConfig> } | undefined;
  let idleAddress = '';

  /** Empty without a usable proxy. */
  function wantedAddress(): string {
    const { text } = readLauncherOptions(pageOptions());
    const proxyUrl = text('proxyUrl');
    return /^(https?:\/)?\//i.test(proxyUrl) ? configAddress(proxyUrl, text('form')) : '';
  }

  /** A configuration for no named form is also that of the form that the proxy has chosen. */
  function isLoaded(wanted: string): boolean {
    if (!config) return false;
    return wanted === address || wanted === configAddress(address.replace(/\/config$/, ''), config.form.name);
  }

  const load: LoadConfig = async (check = () => {}) => {
    const wanted = wantedAddress();
    try {
      if (wanted && !isLoaded(wanted)) {
        if (pending?.address !== wanted) pending = { address: wanted, response: requestConfig(wanted) };
        const loaded = await pending.response;
        if (isDestroyed() || wanted !== wantedAddress()) return false;
        if (!isLoaded(wanted)) {
          check(loaded);
          config = loaded;
          address = wanted;
          onLoad();
        }
      }
      if (config) check(config);
      pending = undefined;
      return true;
    } catch (error) {
      if (isDestroyed() || wanted !== wantedAddress()) return false;
      pending = undefined;
      // `check` has refused it.
      if (isLoaded(wanted)) config = undefined;
      throw error;
    }
  };

  return {
    current: () => config,
    load,
    loadWhenIdle() {
      // Safari has no requestIdleCallback().
      const whenIdle = window.requestIdleCallback ?? setTimeout;
      whenIdle(() => {
        const wanted = wantedAddress();
        if (
          isDestroyed() ||
          wanted === idleAddress ||
          readLauncherOptions(pageOptions()).text('loadConfig') === 'intent'
        )
          return;
        idleAddress = wanted;
        load().catch(onIdleError);
      });
    },
  };
}
