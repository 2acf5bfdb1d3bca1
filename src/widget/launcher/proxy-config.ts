import { addressOfConfig, requestConfig } from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/proxy/public-config.ts';
import { type SharedLoad, shareLoad } from '../../shared-load.ts';
import type { OptionLayers } from './panel-contract.ts';
import type { WidgetStore } from './widget-store.ts';

export type ProxyConfigDeps = {
  layers: OptionLayers;
  store: WidgetStore;
  onLoad(config: InlinedConfig | undefined): void;
  onFailed(address: string): void;
};

/** Loads the proxy's configuration into the state of the widget: for launcher and panel, so that it is requested once. */
export function createProxyConfig({ layers, store, onLoad, onFailed }: ProxyConfigDeps) {
  /** By address: pages with forms of their own share a visit, and each form is requested once. */
  const loaded = new Map<string, InlinedConfig>();
  // The configuration in a script comes from the proxy that serves the script.
  if (layers.config) keep(addressOfConfig(layers.attributes?.proxyUrl, ''), layers.config);
  /** By address: a page may change between two in a loop. Those that have succeeded are in `loaded`. */
  const requests = new Map<string, SharedLoad<InlinedConfig>>();

  /** A configuration for no named form is also that of the form that the proxy has chosen. */
  function keep(address: string, next: InlinedConfig): void {
    loaded.set(address, next).set(addressOfConfig(address.replace(/\/config$/, ''), next.form.name), next);
  }

  function discard(config: InlinedConfig): void {
    for (const [address, kept] of loaded) if (kept === config) loaded.delete(address);
    if (store.get().config === config) onLoad(undefined);
  }

  function use(next: InlinedConfig, check: (config: InlinedConfig) => unknown): void {
    const problem = check(next);
    if (problem) discard(next);
    else if (next !== store.get().config) onLoad(next);
    if (problem) throw problem;
  }

  function request(wanted: string, isAsked: boolean): Promise<InlinedConfig> {
    const shared =
      requests.get(wanted) ??
      shareLoad(async () => {
        const next = await requestConfig(wanted);
        requests.delete(wanted);
        keep(wanted, next);
        return next;
      });
    requests.set(wanted, shared);
    if (isAsked) shared.forgetFailure();
    return shared.load();
  }

  return {
    /** See PanelDeps. */
    async load(check: (config: InlinedConfig) => unknown = () => undefined, isAsked = true): Promise<void> {
      const wanted = store.get().configAddress;
      const known = loaded.get(wanted);
      try {
        if (known) use(known, check);
        else if (wanted) {
          const next = await request(wanted, isAsked);
          // The page may have changed its options meanwhile.
          if (wanted === store.get().configAddress) use(next, check);
        }
      } catch (error) {
        onFailed(wanted);
        throw error;
      }
    },
  };
}
