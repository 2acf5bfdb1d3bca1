import { addedLayers, configAddress, layersOnPage, mergeOptions, requestConfig } from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/index.ts';
import type { OptionLayers, Place } from './panel-contract.ts';

export type ProxyConfigDeps = {
  layers: OptionLayers;
  /** The address of the configuration that the page's options name. Empty without a usable proxy. */
  wantedAddress: () => string;
  /** The configuration has changed. */
  onLoad: () => void;
};

export type ProxyConfig = ReturnType<typeof createProxyConfig>;

/** The address of the configuration that the page's options name. */
export function formAddress(
  { config, attributes, overrides }: OptionLayers,
  { path, variants }: Pick<Place, 'path' | 'variants'>,
): string {
  // Otherwise the proxy knows which form it wants.
  const added = mergeOptions(...addedLayers(config?.widget, path, variants));
  const { proxyUrl, form = added.form } = mergeOptions(...layersOnPage([attributes, overrides], path, variants));
  return configAddress(proxyUrl, form);
}

/** The proxy's configuration: launcher and panel both read it here, so that it is requested once. */
export function createProxyConfig({ layers, wantedAddress, onLoad }: ProxyConfigDeps) {
  let { config } = layers;
  /** By address: pages with forms of their own share a visit, and each form is requested once. */
  const loaded = new Map<string, InlinedConfig>();
  // The configuration in a script comes from the proxy that serves the script.
  if (config) keep(configAddress(layers.attributes?.proxyUrl, ''), config);
  let pending: { address: string; response: Promise<InlinedConfig> } | undefined;

  /** A configuration for no named form is also that of the form that the proxy has chosen. */
  function keep(address: string, next: InlinedConfig): void {
    loaded.set(address, next).set(configAddress(address.replace(/\/config$/, ''), next.form.name), next);
  }

  function use(next: InlinedConfig): void {
    if (config === next) return;
    config = next;
    onLoad();
  }

  return {
    /** The configuration in the script, or the one that was loaded last; undefined before. */
    current: () => config,
    /** See PanelDeps. */
    async load(): Promise<void> {
      const wanted = wantedAddress();
      const known = loaded.get(wanted);
      if (known) use(known);
      if (!wanted || known) return;
      if (pending?.address !== wanted) pending = { address: wanted, response: requestConfig(wanted) };
      const { response } = pending;
      try {
        const next = await response;
        keep(wanted, next);
        // The page may have changed its options meanwhile.
        if (wanted === wantedAddress()) use(next);
      } finally {
        if (pending?.response === response) pending = undefined;
      }
    },
    discard(): void {
      for (const [address, kept] of loaded) if (kept === config) loaded.delete(address);
      config = undefined;
    },
  };
}
