import type { PublicConfig } from '../protocol/index.ts';

/** Asks the proxy, by a URL or a path of the page's site, for a form's configuration. Rejects when there is none to be had. */
export async function fetchPublicConfig(proxyUrl: string, form: string): Promise<PublicConfig> {
  const address = `${proxyUrl.replace(/\/+$/, '')}/config?form=${encodeURIComponent(form)}`;
  const [response, { readPublicConfig }] = await Promise.all([
    fetch(address, { credentials: 'omit' }),
    // Only a page whose script brought no configuration along needs to know what one has to be like.
    import('./read-public-config.ts'),
  ]);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return readPublicConfig(await response.json());
}
