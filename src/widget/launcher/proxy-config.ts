import { configAddress, requestConfig } from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/index.ts';
import type { OptionLayers } from './panel-contract.ts';

export type ProxyConfigDeps = {
  layers: OptionLayers;
  /** The address of the configuration that the page's options name. Empty without a usable proxy. */
  wantedAddress: () => string;
  /** The configuration has changed. */
  onLoad: () => void;
};

export type ProxyConfig = ReturnType<typeof createProxyConfig>;

/** The proxy's configuration: launcher and panel both read it here, so that it is requested once. */
export function createProxyConfig({ layers, wantedAddress, onLoad }: ProxyConfigDeps) {
  let { config } = layers;
  // The configuration in a script comes from the proxy that serves the script.
  let address = configAddress(layers.attributes?.proxyUrl, '');
  let pending: { address: string; response: Promise<InlinedConfig> } | undefined;

  /** A configuration for no named form is also that of the form that the proxy has chosen. */
  function isLoaded(wanted: string): boolean {
    if (!config) return false;
    return wanted === address || wanted === configAddress(address.replace(/\/config$/, ''), config.form.name);
  }

  return {
    /** The configuration in the script, or the one that was loaded; undefined before. */
    current: () => config,
    /** See PanelDeps. */
    async load(): Promise<void> {
      const wanted = wantedAddress();
      if (!wanted || isLoaded(wanted)) return;
      if (pending?.address !== wanted) pending = { address: wanted, response: requestConfig(wanted) };
      const { response } = pending;
      try {
        const loaded = await response;
        // The page may have changed its options meanwhile, and another caller may have been first.
        if (wanted !== wantedAddress() || isLoaded(wanted)) return;
        config = loaded;
        address = wanted;
        onLoad();
      } finally {
        if (pending?.response === response) pending = undefined;
      }
    },
    discard(): void {
      config = undefined;
    },
  };
}
