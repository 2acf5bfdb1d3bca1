import { type PublicConfig, publicConfig } from '../protocol/index.ts';

/** Loads a form's configuration from the proxy. `proxyUrl` is a URL, or a path on the page's site. Rejects on failure. */
export async function fetchPublicConfig(proxyUrl: string, form: string): Promise<PublicConfig> {
  const address = `${proxyUrl.replace(/\/+$/, '')}/config?form=${encodeURIComponent(form)}`;
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${address} responded with ${response.status}`);
  return publicConfig.parse(await response.json());
}
