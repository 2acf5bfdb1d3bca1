import { type PublicConfig, publicConfig } from '../protocol/index.ts';
import { configAddress, requestConfig } from './request-config.ts';

/** Loads a form's configuration from the proxy. `proxyUrl` is a URL, or a path on the page's site. Rejects on failure. */
export async function fetchPublicConfig(proxyUrl: string, form: string): Promise<PublicConfig> {
  return publicConfig.parse(await requestConfig(configAddress(proxyUrl, form)));
}
